import type { ProxyState } from '@quorate/core';
import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { wordForgottenIn } from './told-for-good.ts';

const at = (nonce: bigint) => envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, nonce);
const facts = factsOf(at(2n).transaction);
const KEY = addressOf('v1');
const seated = () => ({ members: [{ validator: { address: KEY, host: 'v1', rpcPort: 0 } }] });
const committee = seated();

const NOTHING = { holds: false, isPast: false };
const PAST = 'p1 forgets that a validator is past the nonce';
const HELD = 'p1 forgets that a validator holds the transaction';

function stateOf(progress: object, parts: object = {}, members = committee): ProxyState {
  const submission = { facts, phase: 'checking', wasPast: false, wasBroadcast: false, ...parts };
  const submissions = new Map([[facts.id, { ...submission, progress: { [KEY]: progress } }]]);
  return { committee: members, submissions } as unknown as ProxyState;
}

function foundIn(before: ProxyState, after: ProxyState, result?: object): string | undefined {
  const requestId = `check:${facts.id}:0`;
  const message = { type: 'Response', requestId, result };
  const input = result ? { type: 'Message', from: 'v1', message } : { type: 'Timer' };
  return wordForgottenIn(proxyStep({ input, before, after, effects: [] } as never))?.message;
}

const refused = (rejection: object) => ({ type: 'Rejected', rejection });
const pending = (...envelopes: readonly TransactionEnvelope[]) =>
  refused({ code: 'PreviousTransactionMustBeConfirmedFirst', pending: envelopes });
const nextAt = (expectedNonce: bigint) => refused({ code: 'UnexpectedNonce', expectedNonce });
const admissible = (transactionId: string, isHeld?: true) => ({
  type: 'Admissible',
  transactionId,
  isHeld,
});

describe('what a validator has told for good', () => {
  it.each([
    [PAST, nextAt(3n), 'isPast'],
    [PAST, pending(at(3n)), 'isPast'],
    [HELD, pending(at(2n)), 'holds'],
    [HELD, refused({ code: 'NonSubmittableOperation', isHeld: true }), 'holds'],
    [HELD, admissible(facts.id, true), 'holds'],
  ])('is noted, or the proxy %s: %o', (what, result, field) => {
    const state = stateOf(NOTHING);
    expect(foundIn(state, state, result)).toBe(what);
    expect(foundIn(state, stateOf({ ...NOTHING, [field]: true }), result)).toBeUndefined();
    // Its signature says more, and nobody asks any more when there is a certificate.
    const signed = stateOf({ ...NOTHING, signature: '00' });
    expect(foundIn(signed, signed, result)).toBeUndefined();
    const settling = stateOf(NOTHING, { phase: 'settling' });
    expect(foundIn(settling, settling, result)).toBeUndefined();
  });

  it.each([
    nextAt(2n),
    pending(at(1n)),
    refused({ code: 'NonSubmittableOperation', isHeld: false }),
    admissible(facts.id),
    admissible(factsOf(at(3n).transaction).id, true),
  ])('is not said by %o', (result) => {
    const state = stateOf(NOTHING);
    expect(foundIn(state, state, result)).toBeUndefined();
  });

  it('stays known, whatever the validator says later', () => {
    const known = stateOf({ holds: true, isPast: true });
    expect(foundIn(known, stateOf({ holds: true, isPast: true }))).toBeUndefined();
    expect(foundIn(known, stateOf({ holds: true, isPast: false }))).toBe(PAST);
    expect(foundIn(known, stateOf({ holds: false, isPast: true }))).toBe(HELD);
    expect(foundIn(stateOf(NOTHING, { wasPast: true }), stateOf(NOTHING))).toBe(PAST);
  });

  it('stays known over a change of committee', () => {
    const known = stateOf({ holds: true, isPast: true });
    const after = (parts: object) => stateOf(NOTHING, parts, seated());
    expect(foundIn(known, after({ wasPast: true, wasBroadcast: true }))).toBeUndefined();
    expect(foundIn(known, after({ wasBroadcast: true }))).toBe(PAST);
    expect(foundIn(known, after({ wasPast: true }))).toBe(HELD);
  });
});
