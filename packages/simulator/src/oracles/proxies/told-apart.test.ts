import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { createQuestions } from './told-apart.ts';

const [one, other] = [1n, 2n].map((nonce) => ({
  envelope: envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, nonce),
}));
const ID = factsOf(envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 3n).transaction).id;
const committee = {
  members: ['v1', 'v2'].map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
  })),
};

/** A proxy asks this with a step before which it drove the transaction, or did not. */
function asking(message: object, { to = 'v1', isDriven = true, isFirst = false } = {}) {
  const submissions = new Map(isDriven ? [[ID, {}]] : []);
  const state = { committee, submissions } as unknown as ProxyState;
  const effects = [{ type: 'Send', to, message }];
  const observation = { input: { type: 'Timer' }, before: state, after: state, effects };
  return { ...proxyStep(observation as never), isFirst };
}

const check = (index = 0) => ({ type: 'CheckTransaction', requestId: `check:${ID}:${index}:0:0` });
const bring = (certificate: object | undefined, purpose = 'deliver') => ({
  type: 'SubmitCertificate',
  requestId: `${purpose}:${ID}:0:0:0`,
  certificate,
});
const fetch = (fromNonce: bigint) => ({
  type: 'GetCertificates',
  requestId: `fetch:${ID}:0:0:0`,
  select: { by: 'Sender', fromNonce },
});

/** Gives what is found in the last of these steps. */
function foundIn(...steps: readonly ReturnType<typeof asking>[]): string | undefined {
  const questions = createQuestions();
  return steps.map((step) => questions.note(step)?.message).at(-1);
}

const begun = asking(check(), { isDriven: false });

describe('the questions of a proxy', () => {
  it('are found if two of them have one id', () => {
    const mixed = 'p1 asks v1 two things under one request id';
    expect(foundIn(begun, asking(bring(one)), asking(bring(other)))).toBe(mixed);
    expect(foundIn(begun, asking(fetch(1n)), asking(fetch(2n)))).toBe(mixed);
    expect(foundIn(begun, asking(bring(one)), asking(bring(one)))).toBeUndefined();
    expect(foundIn(begun, asking(fetch(1n)), asking(fetch(2n), { to: 'v2' }))).toBeUndefined();
    // More signatures may be added to what is to settle, and what has settled stays so.
    const settle = [one, other].map((each) => asking(bring(each, 'settle')));
    expect(foundIn(begun, ...settle)).toBeUndefined();
    // Nobody answers for a validator.
    const stranger = [one, other].map((each) => asking(bring(each), { to: 'bob' }));
    expect(foundIn(begun, ...stranger)).toBeUndefined();
  });

  it('are found if they cannot be told from those of an earlier attempt, or life', () => {
    const again = 'p1 asks v1 as it did in an earlier attempt';
    expect(foundIn(begun, asking(check()))).toBeUndefined();
    expect(foundIn(begun, begun)).toBe(again);
    expect(foundIn(begun, asking(check(), { isFirst: true }))).toBe(again);
    expect(foundIn(begun, asking(check(1), { isDriven: false }))).toBeUndefined();
  });
});
