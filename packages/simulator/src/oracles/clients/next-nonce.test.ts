import type { ClientState, Result } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { ClientStep } from '../oracle.ts';
import { nextNonce } from './next-nonce.ts';

const TREASURY = addressOf('treasury');
const used: Rejection = { code: 'UnexpectedNonce', rule: 'V5', nonce: 2n, expectedNonce: 5n };
const envelope = envelopeOf(TREASURY, { kind: 'LeaveCommittee' }, 2n);
const success = { type: 'Success', certificate: { envelope, signatures: [] } } as const;

/** The state of a client; what it has in flight is the transaction at nonce 2. */
interface Standing {
  readonly next: bigint;
  readonly isBusy?: boolean;
}

/** Gives what is found when a client goes from one state to another upon an answer. */
function foundBetween(was: Standing, is: Standing, result: Result): string | undefined {
  const stateOf = ({ next, isBusy = false }: Standing) => {
    const inFlight = isBusy ? { envelope } : undefined;
    return { nextNonce: next, inFlight } as unknown as ClientState;
  };
  const message = { type: 'Response', requestId: 'any', result } as const;
  const input = { type: 'Message', from: 'p1', message } as const;
  const [before, after] = [stateOf(was), stateOf(is)];
  const observation = { node: 'alice', input, before, after, effects: [] };
  const step: ClientStep = { node: 'alice', observation, isFirst: false, disk: () => [] };
  return nextNonce().afterClientStep?.(step)?.message;
}

describe('next-nonce', () => {
  const busy = { next: 0n, isBusy: true };

  it('P5 finds a client that counts its own successes', () => {
    expect(foundBetween(busy, { next: 3n }, success)).toBeUndefined();
    expect(foundBetween(busy, { next: 1n }, success)).toBe(
      'alice goes on at nonce 1, and 3 is next',
    );
  });

  it('P5 finds a client that goes on at a nonce that it was told is used, or that nobody told it', () => {
    const refused: Result = { type: 'Rejected', rejection: used };
    expect(foundBetween(busy, { next: 5n }, refused)).toBeUndefined();
    expect(foundBetween(busy, { next: 0n }, refused)).toMatch(/5 is next/);
    const before: Result = { type: 'Rejected', rejection: { ...used, expectedNonce: 1n } };
    expect(foundBetween({ next: 2n, isBusy: true }, { next: 2n }, before)).toBeUndefined();
    expect(foundBetween({ next: 2n, isBusy: true }, { next: 1n }, before)).toMatch(/2 is next/);
  });

  it('P5 finds a client whose nonce changes for nothing', () => {
    expect(foundBetween({ next: 2n }, { next: 2n }, success)).toBeUndefined();
    expect(foundBetween({ next: 2n }, { next: 3n }, success)).toMatch(/2 is next/);
    expect(foundBetween({ ...busy, next: 2n }, { ...busy, next: 1n }, success)).toMatch(
      /2 is next/,
    );
  });
});
