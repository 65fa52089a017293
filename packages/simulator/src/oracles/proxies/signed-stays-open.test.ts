import { PROXY_RULES, type Result } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { factsOf, type Rejection, type Signature } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { HALF_SIGNED } from '../../../test/half-signed.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { silenced } from '../../../test/silenced.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ProxyStep } from '../oracle.ts';
import { signedStaysOpen } from './signed-stays-open.ts';

const { verifier } = openCrypto('full');

describe('signed-stays-open', () => {
  it('P4 fires when a proxy forgets over a change of committee what it has had signed', () => {
    const startedAfresh: typeof PROXY_RULES.startedAfresh = (state, submission) => ({
      ...PROXY_RULES.startedAfresh(state, submission),
      wasBroadcast: false,
    });
    const result = runScenario(HALF_SIGNED, { proxyRules: { ...PROXY_RULES, startedAfresh } });
    expect(violationsOf('signed-stays-open', result)).toBeGreaterThan(0);
    expect(result.verdict).toMatch(/^violation:/);
    const { verdict, oracles } = runScenario(HALF_SIGNED);
    expect(oracles.flatMap(({ violations }) => violations)).toEqual([]);
    expect(verdict).toBe('pass');
  });

  it('P4 fires when a proxy refuses for good what it has heard somebody sign', () => {
    const proxyRules = { ...PROXY_RULES, mayBeSigned: () => false };
    const result = runScenario(silenced, { proxyRules });
    expect(violationsOf('signed-stays-open', result)).toBeGreaterThan(0);
    expect(result.verdict).toMatch(/^violation:/);
  });

  it('is silent about correct rules', () => {
    const result = runScenario(silenced);
    expect(violationsOf('signed-stays-open', result)).toBe(0);
    expect(result.verdict).not.toMatch(/^violation:/);
  });

  it('P4 finds a proxy that forgets, when asked again, that it has had something signed', () => {
    const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
    const facts = factsOf(envelope.transaction);
    const message = { type: 'SubmitTransaction', requestId: 'r', envelope } as const;
    const found = (phase: string, waiting: readonly object[], more: object) => {
      const known = { facts, phase, wasBroadcast: false, waiting, deadline: 30n };
      const state = (revived: object) => ({
        submissions: new Map([[facts.id, { ...known, ...revived }]]),
        refused: [],
      });
      const input = { type: 'Message', from: 'alice', message };
      const observation = { input, before: state({}), after: state(more), effects: [] };
      const step = { node: 'p1', observation, isFirst: false } as unknown as ProxyStep;
      return signedStaysOpen({ verifier }).afterProxyStep?.(step)?.facts;
    };
    const forgotten = { proxy: 'p1', transaction: facts.id };
    expect(found('signing', [], {})).toEqual(forgotten);
    expect(found('signing', [], { wasBroadcast: true })).toBeUndefined();
    const waiting = [{ client: 'bob' }];
    expect(found('signing', waiting, {})).toBeUndefined();
    expect(found('signing', waiting, { deadline: 9n })).toEqual(forgotten);
    expect(found('signing', waiting, { deadline: 9n, wasBroadcast: true })).toBeUndefined();
    expect(found('checking', [], {})).toBeUndefined();
  });
});

describe('signed-stays-open, of what a proxy refuses before it has heard enough', () => {
  const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
  const facts = factsOf(envelope.transaction);
  const members = ['v1', 'v2', 'v3', 'v4'].map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
  }));
  const committee = { epoch: 0, members };
  const idle = { committee, submissions: new Map() };
  const driven = { envelope, facts, phase: 'checking' };
  const driving = {
    committee,
    committees: [committee],
    submissions: new Map([[facts.id, driven]]),
  };
  const refusedWith = (rejection: Rejection): Result => ({ type: 'Rejected', rejection });
  const refusal = {
    type: 'Rejected',
    rejection: { code: 'NonSubmittableOperation', rule: 'P5', operationIndex: 0, reason: 'no' },
  } as const;
  const admissible = { type: 'Admissible', transactionId: facts.id } as const;
  const forged = {
    type: 'Signed',
    validator: addressOf('v3'),
    signature: '00'.repeat(64) as Signature,
    nextNonce: 0n,
    transactionId: facts.id,
  } as const;
  const ending = {
    type: 'Rejected',
    rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
  } as const;

  type Answers = readonly (readonly [string, Result])[];

  /** What is found at the end of an attempt; an earlier one may have ended without an outcome. */
  function findingAfter(answers: Answers, earlier?: Answers) {
    const oracle = signedStaysOpen({ verifier });
    const take = (input: object, observed: object) =>
      oracle.afterProxyStep?.({
        node: 'p1',
        isFirst: false,
        observation: { input, effects: [], ...observed },
      } as unknown as ProxyStep);
    const begin = () => {
      const message = { type: 'SubmitTransaction', requestId: 'r', envelope };
      take({ type: 'Message', from: 'alice', message }, { before: idle, after: idle });
      take({ type: 'Loaded', rows: [] }, { before: idle, after: driving });
    };
    const hear = ([from, result]: Answers[number], observed: object) => {
      const message = { type: 'Response', requestId: `check:${facts.id}:0`, result };
      const input = { type: 'Message', from, message };
      return take(input, { before: driving, after: driving, ...observed })?.facts;
    };
    if (earlier !== undefined) {
      begin();
      for (const each of earlier) hear(each, {});
      take({ type: 'Timer', id: 'retry' }, { before: driving, after: idle });
    }
    begin();
    const told = { type: 'Reply', to: 'alice', requestId: 'r', result: refusal };
    return answers
      .map((each, index) =>
        hear(each, index === answers.length - 1 ? { after: idle, effects: [told] } : {}),
      )
      .at(-1);
  }

  const closed = { proxy: 'p1', transaction: facts.id, code: 'NonSubmittableOperation' };

  it.each<[string, Answers, object | undefined]>([
    [
      'two of four',
      [
        ['v1', refusal],
        ['v4', refusal],
      ],
      closed,
    ],
    [
      'two, one of them twice',
      [
        ['v1', refusal],
        ['v4', refusal],
        ['v4', refusal],
      ],
      closed,
    ],
    [
      'two and one between epochs',
      [
        ['v1', refusal],
        ['v2', ending],
        ['v4', refusal],
      ],
      closed,
    ],
    [
      'two and one who would sign',
      [
        ['v1', refusal],
        ['v2', admissible],
        ['v4', refusal],
      ],
      undefined,
    ],
    [
      'three',
      [
        ['v1', refusal],
        ['v2', refusal],
        ['v4', refusal],
      ],
      undefined,
    ],
    [
      'three and a forged signature',
      [
        ['v1', refusal],
        ['v3', forged],
        ['v2', refusal],
        ['v4', refusal],
      ],
      undefined,
    ],
  ])('P4 looks at who was heard: %s', (_, answers, expected) => {
    expect(findingAfter(answers)).toEqual(expected);
  });

  it.each<[string, Result]>([
    ['was sent other bytes', refusedWith({ code: 'InvalidRequest', rule: 'V1', reason: 'no' })],
    [
      'was sent another sender',
      refusedWith({ code: 'InvalidSignature', rule: 'V3', reason: 'no' }),
    ],
    [
      'was sent another network',
      refusedWith({ code: 'NonSubmittableOperation', rule: 'V2', reason: 'no' }),
    ],
    ['holds it since a handover', { ...admissible, isHeld: true }],
    [
      'holds it in contest',
      refusedWith({
        code: 'PreviousTransactionMustBeConfirmedFirst',
        rule: 'V4',
        pending: [envelope],
      }),
    ],
  ])('P4 does not count a validator that %s', (_, result) => {
    const answers: Answers = [
      ['v1', refusal],
      ['v2', result],
      ['v4', refusal],
    ];
    expect(findingAfter(answers)).toEqual(closed);
  });

  it('P4 does not count a validator heard only in an earlier attempt', () => {
    const answers: Answers = [
      ['v1', refusal],
      ['v4', refusal],
    ];
    expect(findingAfter(answers, [['v2', refusal]])).toEqual(closed);
  });
});

describe('signed-stays-open, of what a proxy has heard signed', () => {
  const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
  const facts = factsOf(envelope.transaction);
  const members = ['v1', 'v2', 'v3', 'v4'].map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
  }));
  const idle = { committee: { epoch: 0, members }, submissions: new Map() };
  const driving = (more: object = {}) => ({
    ...idle,
    submissions: new Map([[facts.id, { facts, phase: 'signing', ...more }]]),
  });
  const asked = { type: 'SubmitTransaction', requestId: 'r', envelope };
  const rejection = { code: 'QuorumUnreachable', refusals: [], silent: [] };
  const told = {
    type: 'Reply',
    to: 'alice',
    requestId: 'r',
    result: { type: 'Rejected', rejection },
  };

  /** From whom a signature comes, who has given it in whose name, and what the proxy drives. */
  interface Given {
    readonly from?: string;
    readonly by?: string;
    readonly named?: string;
    readonly certificate?: object;
  }

  /** What is found when a proxy refuses for good after these signatures, or starts anew before. */
  function findingAfter(signatures: readonly Given[], start?: object): object | undefined {
    const oracle = signedStaysOpen({ verifier });
    const take = (observed: object, more: object = {}) =>
      oracle.afterProxyStep?.({
        ...{ node: 'p1', isFirst: false, ...more },
        observation: { before: driving(), after: driving(), effects: [], ...observed },
      } as unknown as ProxyStep)?.facts;
    take({ input: { type: 'Message', from: 'alice', message: asked }, before: idle });
    for (const { from = 'v1', by = from, named = by, certificate } of signatures) {
      const signature = signerOf(by).sign(facts.signingBytes);
      const [validator, transactionId] = [addressOf(named), facts.id];
      const result = { type: 'Signed', validator, signature, nextNonce: 0n, transactionId };
      const message = { type: 'Response', requestId: 'any', result };
      const state = driving({ certificate });
      take({ input: { type: 'Message', from, message }, before: state, after: state });
    }
    const timer = { type: 'Timer', id: 'any' };
    if (start !== undefined) take({ input: timer, before: idle, after: idle }, start);
    return take({ input: timer, after: idle, effects: [told] });
  }

  const closed = { proxy: 'p1', transaction: facts.id, code: 'QuorumUnreachable' };
  const forged = { by: 'v1', named: 'v2', from: 'v2' };

  it.each<[string, readonly Given[]]>([
    ['a member', [{}]],
    ['a member, besides a forged signature', [forged, {}]],
  ])('P4 finds that it refuses what was signed by %s', (_, signatures) => {
    expect(findingAfter(signatures)).toEqual(closed);
  });

  it.each<[string, readonly Given[]]>([
    ['nobody', []],
    ['a member, with a forged signature', [forged]],
    ['a member, as somebody else brings it', [{ by: 'v2' }]],
    ['a stranger', [{ from: 'v9' }]],
    ['a member, and was certified since', [{}, { from: 'v2', certificate: {} }]],
  ])('P4 has nothing against the refusal of what was signed by %s', (_, signatures) => {
    expect(findingAfter(signatures)).toBeUndefined();
  });

  it('P4 owes after a crash what it drives by then, or has noted, and nothing else', () => {
    const startedOn = (...rows: readonly object[]) => ({ isFirst: true, disk: () => rows });
    expect(findingAfter([{}], startedOn())).toBeUndefined();
    expect(findingAfter([{}], { isFirst: true, disk: () => undefined })).toBeUndefined();
    expect(findingAfter([{}], startedOn({ key: `broadcast/${facts.id}` }))).toEqual(closed);
  });
});
