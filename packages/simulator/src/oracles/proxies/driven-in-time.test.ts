import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ProxyStep } from '../oracle.ts';
import { drivenInTime } from './driven-in-time.ts';

/** The proxy is kept from validators for longer than anybody waits, and Alice asks again. */
const siege = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
  faults: [
    {
      id: 'siege',
      kind: 'cut',
      from: ['v1', 'v2'],
      to: 'p1',
      when: { node: 'v1', after: 'settled' },
      for: '50 s',
    },
  ],
});

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const { id } = factsOf(envelope.transaction);
const ASKED = { client: 'alice', requestId: 'r' };

interface Shown {
  readonly isAwaited: boolean;
  readonly deadline: bigint;
  readonly retries?: number;
  readonly phase?: string;
  readonly found?: object;
  readonly refusal?: object;
  readonly progress?: object;
}

/** A proxy that drives a transaction that one member of two has not heard of. */
function driving({ isAwaited, deadline, refusal, ...more }: Shown): ProxyState {
  const progress = { v1: { admits: true, signature: 'ab' }, v2: { refusal } };
  const waiting = isAwaited ? [ASKED] : [];
  const submission = { phase: 'signing', retries: 0, progress, waiting, deadline, ...more };
  const read = { waiting: ASKED, deadline };
  const reads = new Map(isAwaited ? [[READ, read]] : []);
  return { submissions: new Map([[id, submission]]), reads } as never;
}

const READ = 7;
const READ_TIMER = { type: 'Timer', id: `read:${READ}` } as const;
const TIMER = { type: 'Timer', id: `retry:${id}` } as const;
const SUBMITTED = { type: 'SubmitTransaction', requestId: 'r', envelope } as const;
const AGAIN = { type: 'Message', from: 'alice', message: SUBMITTED } as const;
const HEARD = {
  type: 'Message',
  from: 'v2',
  message: { type: 'Response', requestId: `sign:${id}:0:0:0`, result: { type: 'Settled' } },
} as never;
const ASKING = { type: 'Send', to: 'v2' };

function findingOf(
  input: ProxyStep['observation']['input'],
  [before, after]: readonly [Shown, Shown],
  effects: readonly object[],
): string | undefined {
  const states = { before: driving(before), after: driving(after) };
  const observation = { node: 'p1', input, ...states, effects } as ProxyStep['observation'];
  return drivenInTime().afterProxyStep?.(proxyStep(observation))?.message;
}

const nextAt = (at: bigint, { id: timer } = TIMER as { readonly id: string }) => ({
  ...{ type: 'SetTimer', id: timer, at },
});

describe('driven-in-time', () => {
  it('is silent about correct rules, also where a deadline passes', () => {
    const result = runScenario(siege);
    expect(violationsOf('driven-in-time', result)).toBe(0);
    expect(result.operations[0]?.endedAt).toBeGreaterThan(30_000_000_000n);
    expect(result.verdict).not.toMatch(/^violation/);
  });

  it.each([
    [
      'a proxy that lets somebody wait past the deadline (P8)',
      true,
      [nextAt(31n)],
      /past his deadline/,
    ],
    ['a proxy that sets no time at all (P8)', true, [], /past his deadline/],
    ['nothing where it keeps the deadline', true, [nextAt(30n)], undefined],
    ['nothing where nobody waits', false, [nextAt(99n)], undefined],
  ])('finds %s', (_, isAwaited, effects, found) => {
    const shown = { isAwaited, deadline: 30n };
    const finding = findingOf(TIMER, [shown, { ...shown, retries: 1 }], [ASKING, ...effects]);
    if (found === undefined) expect(finding).toBeUndefined();
    else expect(finding).toMatch(found);
  });

  it.each([
    ['a proxy that asks nobody (P8)', 60n, [nextAt(31n)], /leaves alone/],
    ['a proxy that sets no time to ask again (P8)', 60n, [ASKING], /leaves alone/],
    ['a proxy that keeps an earlier deadline (P8)', 30n, [ASKING, nextAt(31n)], /long gone/],
    ['nothing where it begins anew', 60n, [ASKING, nextAt(31n)], undefined],
  ])('finds, where somebody asks again, %s', (_, deadline, effects, found) => {
    const shown = [
      { isAwaited: false, deadline: 30n },
      { isAwaited: true, deadline },
    ] as const;
    const finding = findingOf(AGAIN, shown, effects);
    if (found === undefined) expect(finding).toBeUndefined();
    else expect(finding).toMatch(found);
  });

  it.each([
    [
      'a proxy that lets a reader wait past the deadline (P8)',
      true,
      [nextAt(31n, READ_TIMER)],
      /who reads/,
    ],
    ['a proxy that stops asking and says nothing (P8)', true, [], /who reads/],
    ['nothing where it asks again in time', true, [nextAt(30n, READ_TIMER)], undefined],
    ['nothing where it has answered', false, [], undefined],
  ])('finds, of a question, %s', (_, isAwaited, effects, found) => {
    const shown = { isAwaited, deadline: 30n };
    const finding = findingOf(READ_TIMER, [shown, shown], effects);
    if (found === undefined) expect(finding).toBeUndefined();
    else expect(finding).toMatch(found);
  });

  it.each<readonly [string, Partial<Shown>, Partial<Shown>, string | undefined]>([
    ['a proxy that counts no repetition', { retries: 1 }, { retries: 1 }, 'does not count'],
    ['a proxy that begins to count anew', { retries: 1 }, { retries: 0 }, 'does not count'],
    ['a proxy that counts on in another phase', {}, { phase: 'settling', retries: 1 }, 'counts on'],
    [
      'a proxy that does not look again for what has settled',
      {},
      { retries: 1, found: {} },
      'does not look again',
    ],
    [
      'a proxy that asks only those that would not sign, though others would',
      { phase: 'checking', refusal: {} },
      { phase: 'checking', refusal: {}, retries: 1 },
      'repeats nothing to some',
    ],
    [
      'nothing where it asks those that have not signed',
      { refusal: {} },
      { retries: 1 },
      undefined,
    ],
    [
      'nothing where it counts anew in another phase',
      { retries: 1 },
      { phase: 'settling' },
      undefined,
    ],
    ['nothing where it has told those that waited', {}, { isAwaited: false }, undefined],
  ])('P5, P8 finds, of repetitions, %s', (_, was, is, words) => {
    const shown = { isAwaited: true, deadline: 30n };
    const states = [
      { ...shown, ...was },
      { ...shown, ...is },
    ] as const;
    const finding = findingOf(TIMER, states, [ASKING, nextAt(30n)]);
    if (words === undefined) expect(finding).toBeUndefined();
    else expect(finding).toContain(words);
  });

  it.each([
    ['checking', 'admits'],
    ['signing', 'signature'],
    ['settling', 'settled'],
  ])('P8 finds a proxy that repeats too little to those who owe an answer in %s', (phase, done) => {
    const other = { admits: true, signature: 'ab', settled: true, [done]: undefined };
    const progress = { v1: { [done]: true }, v2: other, v3: other };
    const shown = { isAwaited: true, deadline: 30n, phase, progress };
    const states = [shown, { ...shown, retries: 1 }] as const;
    const next = nextAt(30n);
    expect(findingOf(TIMER, states, [ASKING, next])).toContain('repeats nothing to some');
    expect(findingOf(TIMER, states, [ASKING, ASKING, next])).toBeUndefined();
    expect(findingOf(TIMER, states, [ASKING, { type: 'Load' }, next])).toBeUndefined();
  });

  it.each<readonly [string, ProxyStep['observation']['input']]>([
    ['somebody asks for the same', AGAIN],
    ['it repeats its question', TIMER],
    ['it hears an answer', HEARD],
  ])('P8 finds a proxy that puts off a deadline each time that %s', (_, input) => {
    const [before, after] = [30n, 60n].map((deadline) => ({ isAwaited: true, deadline }));
    if (before === undefined || after === undefined) throw new Error('two states');
    const [same, later] = [before, after].map((each) => ({ ...each, retries: 1 }));
    if (same === undefined || later === undefined) throw new Error('two states');
    const effects = [ASKING, nextAt(30n)];
    expect(findingOf(input, [before, same], effects)).toBeUndefined();
    expect(findingOf(input, [before, later], effects)).toMatch(/deadline of somebody who waits/);
    const earlier = { ...same, deadline: 20n };
    expect(findingOf(input, [before, earlier], [ASKING, nextAt(20n)])).toBeUndefined();
  });

  it('P8 finds a proxy that puts off the deadline of a question each time that it asks again', () => {
    const asking = (deadline: bigint) => {
      const { reads } = driving({ isAwaited: true, deadline });
      return { submissions: new Map(), reads };
    };
    const found = (deadline: bigint) => {
      const states = { before: asking(30n), after: asking(deadline) };
      const effects = [nextAt(30n, READ_TIMER)];
      const observation = { node: 'p1', input: READ_TIMER, ...states, effects };
      return drivenInTime().afterProxyStep?.(proxyStep(observation as never))?.message;
    };
    expect(found(30n)).toBeUndefined();
    expect(found(60n)).toMatch(/puts off the deadline of somebody who reads/);
  });
});
