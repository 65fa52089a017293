import type { ProxyState, Result } from '@quorate/core';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import type { Rejection, Signature, TransactionId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { proxyStep } from '../../../test/proxy-step.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties } from '../../world/parties.ts';
import { refusalLetGo } from './refusal-let-go.ts';

const parties = createParties((seed) => createSigner(loadEd25519(), seed));
const genesis = buildGenesis({ validators: ['v1', 'v2'], clients: [], accounts: [] }, parties, 0n);
const { committee } = genesis;
const [V1 = '', V2 = ''] = committee.members.map(({ validator }) => validator.address);
const ID = '01'.repeat(32) as TransactionId;
const SIGNATURE = '00'.repeat(64) as Signature;
const REFUSAL: Rejection = {
  code: 'MissingDependency',
  rule: 'V6',
  operationIndex: 0,
  missing: [],
} as never;

interface Standing {
  readonly phase?: 'checking' | 'signing' | 'settling';
  readonly first?: object;
  readonly second?: object;
}

/** Gives what is found when a proxy goes from one state to another upon an answer of v1. */
function foundBetween(was: Standing, is: Standing): string | undefined {
  const stateOf = ({ phase = 'signing', first = {}, second = {} }: Standing) => {
    const submissions = new Map([[ID, { phase, progress: { [V1]: first, [V2]: second } }]]);
    return { committee, submissions } as unknown as ProxyState;
  };
  const result = { type: 'Settled', transactionId: ID, createdTokens: [] } satisfies Result;
  const message = { type: 'Response', requestId: 'any', result } as const;
  const input = { type: 'Message', from: 'v1', message } as const;
  const observation = { node: 'p1', input, before: stateOf(was), after: stateOf(is), effects: [] };
  return refusalLetGo().afterProxyStep?.(proxyStep(observation))?.message;
}

const signed = { signature: SIGNATURE };
const refused = { refusal: REFUSAL };

describe('refusal-let-go', () => {
  it.each([
    ['signature', signed],
    ['admits', { admits: true }],
    ['settled', { settled: true }],
  ])('P4 finds a refusal that is kept beside what came after it: %s', (_, done) => {
    expect(foundBetween({ first: refused }, { first: done })).toBeUndefined();
    expect(foundBetween({ first: refused }, { first: { ...done, ...refused } })).toBe(
      'p1 holds a refusal of what v1 does by now',
    );
  });

  it('P4 finds a refusal that is kept when validators are asked for something else', () => {
    const before = { first: refused, second: refused };
    expect(foundBetween(before, { phase: 'settling' })).toBeUndefined();
    expect(foundBetween(before, { phase: 'settling', second: refused })).toBe(
      'p1 holds a refusal of what was refused before',
    );
  });

  it('lets other refusals stay', () => {
    expect(foundBetween({}, { first: refused })).toBeUndefined();
    expect(foundBetween({ second: refused }, { first: signed, second: refused })).toBeUndefined();
    expect(foundBetween({ first: signed }, { first: { ...signed, ...refused } })).toBeUndefined();
  });
});
