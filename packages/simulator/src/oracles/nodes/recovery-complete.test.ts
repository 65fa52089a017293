import {
  CLIENT_RULES,
  CLIENT_TIMINGS,
  type ClientRules,
  type Committee,
  freshClient,
  PROXY_RECOVERY,
  PROXY_RULES,
  PROXY_TIMINGS,
  type ProxyRules,
  recoverProxy,
  recoverValidator,
  type StoreRow,
  VALIDATOR_RECOVERY,
} from '@quorate/core';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties } from '../../world/parties.ts';
import type { WrongRules } from '../../wrong-rules.ts';
import type { HandoverStep } from '../oracle.ts';
import { recoveryComplete } from './recovery-complete.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: Array.from({ length: 10 }, () => pay('bob', 1)) },
});

/** Has a transaction signed without a trace of it on the disk. */
const UNWRITTEN: ProxyRules = {
  ...PROXY_RULES,
  begin: (state, submission, now) => {
    const { state: begun, effects } = PROXY_RULES.begin(state, submission, now);
    const signing = { ...submission, phase: 'signing' } as const;
    const submissions = begun.submissions.set(submission.facts.id, signing);
    return { state: { ...begun, submissions }, effects };
  },
};

const HASTY: ClientRules = { ...CLIENT_RULES, order: (_persist, sending) => sending };

const SENT_FIRST: ClientRules = {
  ...CLIENT_RULES,
  order: (persist, sending) => [...sending, persist],
};

describe('recovery-complete', () => {
  // Such a proxy has not asked either, which is noticed first.
  it.each<readonly [string, WrongRules, string]>([
    ['a client sends what it has not written', { clientRules: HASTY }, 'recovery-complete'],
    [
      'a client sends what it writes a moment later',
      { clientRules: SENT_FIRST },
      'recovery-complete',
    ],
    ['a proxy has signed what it has not written', { proxyRules: UNWRITTEN }, 'driven-with-cause'],
  ])('fires when %s, though nobody crashes', (_, wrong, first) => {
    const result = runScenario(scenario, wrong);
    expect(violationsOf('recovery-complete', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe(`violation:${first}`);
  });

  it('says what was forgotten in a word, and which', () => {
    const { oracles } = runScenario(scenario, { clientRules: HASTY });
    const [first] = oracles.flatMap(({ violations }) => violations);
    expect(first?.message).toContain('something else in mind: signed');
    expect(first?.facts['which']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is silent about correct rules', () => {
    const result = runScenario(scenario);
    expect(violationsOf('recovery-complete', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('fires when a power cut could leave a nonce that is used and nothing signed for it', () => {
    const served = { key: 'handover/served', value: 1 };
    const [gone, used] = [
      { key: 'outbox', value: undefined },
      { key: 'nonce', value: 1n },
    ];
    const inOne = [{ type: 'Persist', writes: [served, gone, used] }] as const;
    const inTwo = [
      { type: 'Persist', writes: [served, gone] },
      { type: 'Persist', writes: [used] },
    ] as const;
    expect(findingOf(inOne)).toBeUndefined();
    expect(findingOf(inTwo)?.facts).toEqual({ node: 'v1', what: 'apart' });
  });

  it('fires when a validator that was handed an epoch does not write it', () => {
    expect(findingAfter([])?.facts).toEqual({ node: 'v1', what: 'served', which: '1' });
    expect(findingAfter([{ key: 'handover/served', value: 1 }])).toBeUndefined();
  });

  it('P10 fires when a proxy or a client that follows a change of committee does not write it', () => {
    const genesis = testGenesis();
    const { afterProxyStep, afterClientStep } = recoveryComplete({ genesis });
    const step = <S extends { readonly committees: readonly Committee[] }>(before: S) => {
      const after = { ...before, committees: [...before.committees, nextOf(genesis.committee)] };
      const observation = {
        node: 'n',
        input: { type: 'Timer', id: 'any' } as const,
        before,
        after,
      };
      const first = { node: 'n', isFirst: true, disk: () => [], now: () => 0n };
      return { ...first, observation: { ...observation, effects: [] } };
    };
    const proxy = recoverProxy({ genesis, timings: PROXY_TIMINGS, now: 0n }, []).state;
    const client = freshClient(genesis, { proxy: 'p1', timings: CLIENT_TIMINGS });
    const facts = { node: 'n', what: 'epochs', which: '0' };
    expect(afterProxyStep?.(step(proxy))?.facts).toEqual(facts);
    expect(afterClientStep?.(step(client))?.facts).toEqual(facts);
  });

  it('fires when what it writes is not read as it comes up', () => {
    const written = [{ key: 'handover/served', value: 1 }];
    const elsewhere = VALIDATOR_RECOVERY.filter(({ from }) => from !== 'handover/');
    expect(elsewhere.length).toBe(VALIDATOR_RECOVERY.length - 1);
    expect(findingAfter(written, elsewhere)?.facts['what']).toBe('served');
    expect(findingAfter(written, VALIDATOR_RECOVERY)).toBeUndefined();
  });
});

/** Gives what is found where a validator comes to hold the locks of epoch 1 and writes this. */
function findingAfter(writes: readonly StoreRow[], validator = VALIDATOR_RECOVERY) {
  return findingOf([{ type: 'Persist', writes }], validator);
}

function findingOf(
  effects: HandoverStep['observation']['effects'],
  validator = VALIDATOR_RECOVERY,
) {
  const genesis = testGenesis();
  const before = recoverValidator(genesis, []).state;
  const after = { ...before, handover: { ...before.handover, served: 1 } };
  const input = { type: 'Timer', id: 'any' } as const;
  const observation = { node: 'v1', input, before, after, effects };
  const step: HandoverStep = { node: 'v1', observation, isFirst: true, disk: () => [] };
  return recoveryComplete({ genesis }, { proxy: PROXY_RECOVERY, validator }).afterHandover?.(step);
}

function testGenesis() {
  const parties = createParties((seed) => createSigner(loadEd25519(), seed));
  return buildGenesis({ validators: ['v1'], clients: [], accounts: [] }, parties, 0n);
}

function nextOf(committee: Committee): Committee {
  return { ...committee, epoch: committee.epoch + 1 };
}
