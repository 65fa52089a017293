import { PROXY_RULES, type ProxyState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { HALF_SIGNED } from '../../../test/half-signed.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ProxyStep } from '../oracle.ts';
import { countedAfresh } from './counted-afresh.ts';

const NOTHING = { admits: false, holds: false, settled: false, asking: 1 };
const DRIVEN = {
  facts: { id: 'some-id' },
  envelope: {},
  certificate: undefined,
  found: undefined,
  retries: 0,
  isDisowned: false,
  progress: { v5: NOTHING },
};
const READ = { number: 7, views: {}, retries: 1 };

function stateOf(epoch: number, driven: object, read: object): ProxyState {
  return {
    committee: { epoch },
    submissions: new Map([['some-id', { ...DRIVEN, ...driven }]]),
    reads: new Map([[READ.number, { ...READ, ...read }]]),
  } as never;
}

const BEFORE = stateOf(0, { progress: { v1: { ...NOTHING, asking: 0 } } }, { retries: 0 });

function findingOf(after: ProxyState, before: ProxyState = BEFORE): string | undefined {
  const input = { type: 'Timer', id: 'any' } as const;
  const observation = { node: 'p1', input, before, after, effects: [] } as ProxyStep['observation'];
  return countedAfresh().afterProxyStep?.(proxyStep(observation))?.message;
}

describe('counted-afresh', () => {
  it('P10 fires when a proxy adds up what two committees have answered, and is silent otherwise', () => {
    const startedAfresh: typeof PROXY_RULES.startedAfresh = (state, submission) => {
      const afresh = PROXY_RULES.startedAfresh(state, submission);
      return { ...afresh, progress: { ...afresh.progress, ...submission.progress } };
    };
    const result = runScenario(HALF_SIGNED, { proxyRules: { ...PROXY_RULES, startedAfresh } });
    expect(violationsOf('counted-afresh', result)).toBeGreaterThan(0);
    expect(violationsOf('counted-afresh', runScenario(HALF_SIGNED))).toBe(0);
  });

  it.each<readonly [string, object, object]>([
    ['still looks for what', { found: {} }, {}],
    ['still holds against', { isDisowned: true }, {}],
    ['counts repetitions', { retries: 1 }, {}],
    ['asks as an earlier', { progress: { v5: { ...NOTHING, asking: 0 } } }, {}],
    ['goes on with other bytes', { envelope: {} }, {}],
    ['goes on with another certificate', { certificate: {} }, {}],
    ['counts readings', {}, { views: { v1: {} } }],
    ['has not asked the new', {}, { retries: 0 }],
  ])('P10 finds a proxy that %s', (words, driven, read) => {
    expect(findingOf(stateOf(1, driven, read))).toContain(`p1 ${words}`);
  });

  it.each([
    ['that it would sign', { admits: true }],
    ['that it holds the transaction', { holds: true }],
    ['that it is past the nonce', { isPast: true }],
    ['that it has settled it', { settled: true }],
    ['with its signature', { signature: 'ab' }],
    ['why it refuses', { refusal: {} }],
    ["what the sender's money rests on", { basis: {} }],
  ])('P10 finds a proxy that counts that one of several members has told it %s', (_, said) => {
    const progress = { v5: NOTHING, v6: { ...NOTHING, ...said } };
    expect(findingOf(stateOf(1, { progress }, {}))).toBe(
      'p1 counts answers of an earlier committee',
    );
  });

  it('P10 looks at all that is driven and read, not only at the first', () => {
    const [was, is] = [BEFORE, stateOf(1, {}, {})];
    const second = { ...DRIVEN, facts: { id: 'next-id' } };
    const withSecond = (state: ProxyState, driven: object, read: object): ProxyState => {
      const submissions: unknown = [...state.submissions, ['next-id', { ...second, ...driven }]];
      const reads: unknown = [...state.reads, [8, { ...READ, number: 8, ...read }]];
      return {
        ...state,
        submissions: new Map(submissions as never),
        reads: new Map(reads as never),
      } as never;
    };
    const before = withSecond(was, {}, { retries: 0 });
    const found = (driven: object, read: object) => findingOf(withSecond(is, driven, read), before);
    const afresh = { progress: { v5: { ...NOTHING, asking: 2 } } };
    expect(found(afresh, {})).toBeUndefined();
    expect(found({ ...afresh, retries: 1 }, {})).toContain('counts repetitions');
    expect(found(afresh, { views: { v1: {} } })).toContain('counts readings');
  });

  it('is silent about who counts afresh, and where no committee has changed', () => {
    expect(findingOf(stateOf(1, {}, {}))).toBeUndefined();
    const same = stateOf(0, { retries: 3 }, { views: { v1: {} } });
    expect(findingOf({ ...same, committee: BEFORE.committee })).toBeUndefined();
  });

  it('is silent about what the proxy has only begun', () => {
    const idle = { ...BEFORE, submissions: new Map(), reads: new Map() } as never;
    expect(findingOf(stateOf(1, { retries: 3 }, { retries: 0 }), idle)).toBeUndefined();
  });
});
