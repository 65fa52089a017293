import { balanceKey, type Result } from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type Signature,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import { createdToken } from '../model/token-roles.ts';
import { untrueOfAnswer } from './told-in-answer.ts';

const alice = addressOf('alice');
const [v1, v2] = [addressOf('v1'), addressOf('v2')] as [Address, Address];
const envelope = envelopeOf(alice, CREATE_GOLD);
const facts = factsOf(envelope.transaction);
const { id: transactionId } = facts;
const other = 'ff'.repeat(32) as TransactionId;

/** The state of v1 in epoch 1, which holds nothing of alice, or this very transaction. */
const stateWith = (lock?: object) => ({
  ledger: {
    account: new Map([[alice, { nextNonce: 0n, lock, creditCount: 0n }]]),
    balance: new Map([[balanceKey(alice, NATIVE_TOKEN_ID), 7n]]),
    committee: { size: 1 },
  },
  handover: { seat: v1, served: 0 },
});

/** Has v1 answer so to what it was asked. */
function untrue(result: Result, message: object, lock?: object) {
  const input = { type: 'Message', from: 'p1', message };
  const state = stateWith(lock);
  return untrueOfAnswer(result, { input, before: state, after: state } as never);
}

const submitted = { type: 'SubmitTransaction', envelope };
const checked = { type: 'CheckTransaction', envelope };
const delivered = { type: 'SubmitCertificate', certificate: { envelope, signatures: [] } };

describe('what is told with an answer', () => {
  it('V9 is the next nonce, and the name of the validator', () => {
    const signature = '0a'.repeat(64) as Signature;
    const signed = {
      type: 'Signed',
      validator: v1,
      signature,
      nextNonce: 0n,
      transactionId,
    } as const;
    expect(untrue(signed, submitted)).toBeUndefined();
    expect(untrue({ ...signed, nextNonce: 1n }, submitted)).toBe('the next nonce 1');
    expect(untrue({ ...signed, validator: v2 }, submitted)).toBe(`the name ${v2}`);
  });

  it('V9 is, without a seat, the name under which it served last', () => {
    const [left, never] = [{ served: 1 }, { served: 2 }].map((handover) => {
      const members = [[], [{ validator: { address: v1 } }]].map((each) => ({ members: each }));
      return { ...stateWith(), committees: members, handover };
    });
    const input = { type: 'Message', from: 'p1', message: submitted };
    const told = (validator: Address, after: object | undefined) => {
      const signature = '0a'.repeat(64) as Signature;
      const result = {
        type: 'Signed',
        validator,
        signature,
        nextNonce: 0n,
        transactionId,
      } as const;
      return untrueOfAnswer(result, { input, before: after, after } as never);
    };
    expect(told(v1, left)).toBeUndefined();
    expect(told(v2, left)).toBe(`the name ${v2}`);
    expect(told(v1, never)).toBe(`the name ${v1}`);
  });

  it('P4 is whether a handover has left it with what is only checked', () => {
    const admissible = { type: 'Admissible', transactionId } as const;
    const left = { kind: 'pending', envelope, signature: undefined };
    expect(untrue(admissible, checked)).toBeUndefined();
    expect(untrue({ ...admissible, isHeld: true }, checked, left)).toBeUndefined();
    expect(untrue(admissible, checked, left)).toBe('nothing of what a handover has left');
    expect(untrue({ ...admissible, isHeld: true }, checked)).toContain('as left by a handover');
  });

  it('P5 is the balance of the sender, if that is asked for', () => {
    const admissible = { type: 'Admissible', transactionId } as const;
    const asking = { ...checked, asksBalance: true };
    expect(untrue({ ...admissible, balance: 7n }, asking)).toBeUndefined();
    expect(untrue({ ...admissible, balance: 8n }, asking)).toBe('8 as the balance');
    expect(untrue(admissible, asking)).toBe('undefined as the balance');
    expect(untrue({ ...admissible, balance: 7n }, checked)).toBe('7 as the balance');
  });

  it('is what a settled transaction has created', () => {
    const createdTokens = [createdToken(facts, 0)];
    const settled = { type: 'Settled', transactionId, createdTokens } as const;
    expect(untrue(settled, delivered)).toBeUndefined();
    expect(untrue({ ...settled, createdTokens: [] }, delivered)).toContain('other tokens');
    expect(untrue({ ...settled, transactionId: other }, delivered)).toContain(other);
  });

  it('C4 is the epoch that it knows of, and the one whose locks it holds', () => {
    const status = { type: 'EpochStatus', known: 1, served: 0 } as const;
    const announced = { type: 'AnnounceChange' };
    expect(untrue(status, announced)).toBeUndefined();
    expect(untrue({ ...status, served: 1 }, announced)).toBe('epoch 1 as known and 1 as served');
    expect(untrue({ ...status, known: 2 }, announced)).toBe('epoch 2 as known and 0 as served');
  });
});
