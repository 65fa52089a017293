import { CERTIFICATE_PREFIX, PROXY_RULES, type ProxyRules, type ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { silenced } from '../../../test/silenced.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ProxyStep } from '../oracle.ts';
import { broadcastRemembered } from './broadcast-remembered.ts';

const undisturbed = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
});

/** Marks what it only begins to check. */
const HASTY: ProxyRules = {
  ...PROXY_RULES,
  begin: (state, submission, now) => {
    const { state: begun, effects } = PROXY_RULES.begin(state, submission, now);
    const writes = [{ key: `broadcast/${submission.facts.id}`, value: true }];
    return { state: begun, effects: [{ type: 'Persist', writes }, ...effects] };
  },
};

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const { id } = factsOf(envelope.transaction);
const ASKED = { client: 'alice', requestId: 'r' };
const KEY = `broadcast/${id}`;
const MARK = { type: 'Persist', writes: [{ key: KEY, value: true }] };
const UNMARK = { type: 'Persist', writes: [{ key: KEY, value: undefined }] };
const CERTIFICATE = {
  type: 'Persist',
  writes: [{ key: `${CERTIFICATE_PREFIX}some`, value: { certificate: { envelope } } }],
};
const OPEN = { code: 'QuorumUnreachable', unsettled: true };
const FINAL = { code: 'QuorumUnreachable', unsettled: false };
const told = (rejection: object) => ({
  ...{ type: 'Reply', to: ASKED.client, requestId: ASKED.requestId },
  result: { type: 'Rejected', rejection },
});

interface Course {
  readonly phase: string;
  readonly isMarked?: boolean;
  readonly settled?: boolean;
  readonly effects: readonly object[];
}

/** What is found in the step in which an attempt ends. */
function findingOf({ phase, isMarked = false, settled = false, effects }: Course) {
  const driven = { facts: { id }, phase, waiting: [ASKED], progress: { v1: { settled } } };
  const observation = {
    node: 'p1',
    input: { type: 'Timer', id: `retry:${id}` },
    before: { submissions: new Map([[id, driven]]) } as unknown as ProxyState,
    after: { submissions: new Map() } as unknown as ProxyState,
    effects,
  } as ProxyStep['observation'];
  const disk = () => (isMarked ? [{ key: KEY, value: true }] : []);
  const step = { ...proxyStep(observation), isFirst: true, disk };
  return broadcastRemembered().afterProxyStep?.(step)?.message;
}

describe('broadcast-remembered', () => {
  it('P4 fires when a proxy marks what nobody was asked to sign', () => {
    const result = runScenario(undisturbed, { proxyRules: HASTY });
    expect(violationsOf('broadcast-remembered', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:broadcast-remembered');
  });

  it.each([undisturbed, silenced])(
    'is silent about correct rules, however the attempt ends',
    (scenario) => {
      const result = runScenario(scenario);
      expect(violationsOf('broadcast-remembered', result)).toBe(0);
      expect(result.verdict).not.toMatch(/^violation:/);
    },
  );

  it.each<readonly [string, Course, string | undefined]>([
    [
      'a proxy that marks no open end',
      { phase: 'signing', effects: [told(OPEN)] },
      'does not mark',
    ],
    ['nothing where it does', { phase: 'signing', effects: [MARK, told(OPEN)] }, undefined],
    [
      'a proxy that marks what was only checked',
      { phase: 'checking', effects: [MARK, told(OPEN)] },
      'nobody was',
    ],
    ['nothing where it does not', { phase: 'checking', effects: [told(OPEN)] }, undefined],
    [
      'nothing where it leaves an old mark of it',
      { phase: 'checking', isMarked: true, effects: [told(OPEN)] },
      undefined,
    ],
    [
      'a proxy that keeps the mark of what it refuses',
      { phase: 'signing', isMarked: true, effects: [told(FINAL)] },
      'refuses for good',
    ],
    [
      'nothing where it removes the mark then',
      { phase: 'signing', isMarked: true, effects: [UNMARK, told(FINAL)] },
      undefined,
    ],
    [
      'a proxy that marks what has settled',
      { phase: 'settling', settled: true, effects: [MARK] },
      'marks what has settled',
    ],
    [
      'a proxy that keeps the mark of what has settled',
      { phase: 'settling', isMarked: true, effects: [CERTIFICATE] },
      'keeps the mark of what has settled',
    ],
    [
      'nothing where it removes the mark with that',
      { phase: 'settling', isMarked: true, effects: [CERTIFICATE, UNMARK] },
      undefined,
    ],
  ])('P4 finds %s', (_, course, words) => {
    const finding = findingOf(course);
    if (words === undefined) expect(finding).toBeUndefined();
    else expect(finding).toContain(words);
  });
});
