import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import type { ProxyStep } from '../oracle.ts';
import { answerUpToDate } from './answer-up-to-date.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 2n);
const earlier = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 1n);
const ID = factsOf(envelope.transaction).id;
const KEY = addressOf('v1');
const committee = { members: [{ validator: { address: KEY, host: 'v1', rpcPort: 0 } }] };
const NOTHING = { admits: false, settled: false, asking: 0, brought: [], prerequisites: [] };
const LACKED = { ...NOTHING, prerequisites: [{ certificate: { envelope: earlier } }] };

type Parts = Readonly<Record<string, unknown>>;

function stateOf(progress: Parts, phase: string): ProxyState {
  const submissions = new Map([
    [ID, { facts: factsOf(envelope.transaction), phase, progress: { [KEY]: progress } }],
  ]);
  return { committee, submissions } as unknown as ProxyState;
}

/** A proxy hears an answer of v1 that changes its state from one to the other. */
function hearing(
  [was, is]: readonly [Parts, Parts],
  result: object,
  { requestId = `check:${ID}:0`, phase = 'checking', effects = [] as readonly unknown[] } = {},
): ProxyStep {
  const message = { type: 'Response', requestId, result };
  const input = { type: 'Message', from: 'v1', message };
  const [before, after] = [stateOf(was, phase), stateOf(is, phase)];
  const observation = { node: 'p1', input, before, after, effects };
  return proxyStep(observation as never);
}

function foundIn(...steps: readonly ProxyStep[]): string | undefined {
  const oracle = answerUpToDate();
  return steps.map((step) => oracle.afterProxyStep?.(step)?.message).at(-1);
}

const rejection = { code: 'InsufficientFunding' };
const refusal = { type: 'Rejected', rejection };
const refused = { ...NOTHING, refusal: rejection };
const asked = (number: number) => ({
  type: 'Send',
  to: 'v1',
  message: { type: 'CheckTransaction', requestId: `check:${ID}:${number}`, envelope },
});

describe('answer-up-to-date', () => {
  it.each([
    ['a refusal', refusal, refused],
    ['a yes', { type: 'Admissible', transactionId: ID }, { ...NOTHING, admits: true }],
  ])(
    'P4: finds a proxy that takes an answer to an earlier question for the present one: %s',
    (_, result, is) => {
      const questions = hearing([NOTHING, NOTHING], {}, { effects: [asked(0), asked(1)] });
      const late = hearing([NOTHING, is], result);
      const present = hearing([NOTHING, is], result, { requestId: `check:${ID}:1` });
      expect(foundIn(questions, present)).toBeUndefined();
      expect(foundIn(questions, hearing([NOTHING, NOTHING], result))).toBeUndefined();
      expect(foundIn(questions, late)).toBe(
        'p1 takes what v1 said to an earlier question for what it says now',
      );
    },
  );

  it('P4: finds a proxy that counts a validator for both sides', () => {
    const both = 'p1 counts v1 among those who refuse what it has done';
    expect(foundIn(hearing([NOTHING, { ...refused, admits: true }], refusal))).toBe(both);
    const signed = { ...refused, signature: '00' };
    expect(foundIn(hearing([NOTHING, signed], refusal, { phase: 'signing' }))).toBe(both);
    const settled = { ...refused, settled: true };
    expect(foundIn(hearing([NOTHING, settled], refusal, { phase: 'settling' }))).toBe(both);
    expect(foundIn(hearing([NOTHING, settled], refusal, { phase: 'signing' }))).toBeUndefined();
  });

  it('P4: finds a proxy that keeps a refusal, or its number, once the validator was brought what it lacked', () => {
    const settled = { type: 'Settled', transactionId: factsOf(earlier.transaction).id };
    const brought = { ...NOTHING, brought: ['one'], asking: 1 };
    const delivered = (is: Parts, result: object = settled) =>
      foundIn(hearing([{ ...LACKED, refusal: rejection }, is], result));
    expect(delivered(brought)).toBeUndefined();
    expect(delivered({ ...brought, refusal: rejection })).toMatch(/before it was brought/);
    expect(
      delivered({ ...LACKED, ...brought, prerequisites: [{}], refusal: rejection }),
    ).toBeUndefined();
    expect(delivered({ ...brought, asking: 0 })).toBe(
      'p1 asks v1 as before it was brought something',
    );
    expect(delivered(brought, { type: 'Settled', transactionId: ID })).toMatch(/has not settled/);
  });

  it('P4: finds a proxy that keeps a refusal older than all that the validator says it rests on', () => {
    const basis = { isWhole: false };
    const whole = { basis: { isWhole: true } };
    const shown = (is: Parts) =>
      foundIn(hearing([{ ...refused, basis }, is], { type: 'Certificates' }));
    expect(shown({ ...NOTHING, ...whole })).toBeUndefined();
    expect(shown({ ...refused, ...whole })).toMatch(/before it had shown/);
    expect(shown({ ...refused, basis: { isWhole: false, pages: 1 } })).toBeUndefined();
  });

  it('P4: finds a proxy that holds such a refusal though it arrives after all that', () => {
    const whole = { ...NOTHING, basis: { isWhole: true } };
    const question = hearing([NOTHING, NOTHING], {}, { effects: [asked(0)] });
    const shown = hearing([{ ...NOTHING, basis: { isWhole: false } }, whole], {
      type: 'Certificates',
    });
    const late = hearing([whole, { ...whole, refusal: rejection }], refusal);
    expect(foundIn(question, shown, late)).toMatch(/before it had shown/);
    expect(foundIn(question, late)).toBeUndefined();
    const again = hearing([NOTHING, NOTHING], {}, { effects: [asked(1)] });
    const anew = hearing([whole, { ...whole, refusal: rejection }], refusal, {
      requestId: `check:${ID}:1`,
    });
    expect(foundIn(question, shown, again, anew)).toBeUndefined();
  });

  it('P4: finds a proxy that takes a refusal of what it brought before for one of what it brings now', () => {
    const certificate = { envelope: earlier };
    const brings = (number: number) => ({
      type: 'Send',
      to: 'v1',
      message: { type: 'SubmitCertificate', requestId: `deliver:${ID}:${number}`, certificate },
    });
    const both = hearing([NOTHING, NOTHING], {}, { effects: [brings(0), brings(1)] });
    const refusing = (number: number) =>
      hearing([LACKED, { ...LACKED, prerequisites: [{}] }], refusal, {
        requestId: `deliver:${ID}:${number}`,
      });
    expect(foundIn(both, refusing(1))).toBeUndefined();
    expect(foundIn(both, refusing(0))).toMatch(/to an earlier question/);
  });

  it('P4: finds a proxy that counts what a member said before it was known to serve', () => {
    const question = hearing([NOTHING, NOTHING], {}, { effects: [asked(0)] });
    const served = (effects: readonly unknown[]) => {
      const step = hearing([NOTHING, NOTHING], {}, { effects });
      const { before, after } = step.observation;
      Object.assign(before, { serving: new Set() });
      Object.assign(after, { serving: new Set([KEY]), committee: before.committee });
      return step;
    };
    const early = hearing([NOTHING, refused], refusal);
    expect(foundIn(question, served([]), early)).toMatch(/to an earlier question/);
    expect(foundIn(question, served([asked(1)]), early)).toMatch(/to an earlier question/);
    const now = hearing([NOTHING, refused], refusal, { requestId: `check:${ID}:1` });
    expect(foundIn(question, served([asked(1)]), now)).toBeUndefined();
  });

  it('P4: finds a proxy whose questions cannot be told apart, or that forgets what it was told', () => {
    const again = hearing([NOTHING, NOTHING], {}, { effects: [asked(0)] });
    const restarted = { ...again, isFirst: true };
    expect(foundIn(again, restarted)).toBe('p1 asks v1 as it did in an earlier attempt');
    const past = { ...NOTHING, isPast: true };
    expect(foundIn(hearing([past, NOTHING], {}))).toBe(
      'p1 forgets that a validator is past the nonce',
    );
  });
});
