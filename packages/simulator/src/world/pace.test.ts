import { VALIDATOR_RULES } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import { clientTimings, isInTime, isPrompt, paceOf, proxyTimings } from './pace.ts';

function scenarioWith(delay: object, links: readonly object[] = []) {
  return scenarioOf({
    clients: { alice: { balance: 1000 }, bob: {} },
    steps: { alice: [pay('bob', 2000), pay('bob', 10)] },
    network: { default: { delay }, links },
    limits: { simTime: '60 min' },
  });
}

describe('how long nodes wait', () => {
  const prompt = { dist: 'exp', mean: '50 ms' };

  it('is as long as anywhere where a message usually takes a second at most', () => {
    expect(paceOf(scenarioWith(prompt))).toBe(1n);
    expect(paceOf(scenarioWith({ dist: 'const', mean: '1 s' }))).toBe(1n);
  });

  it.each([
    [{ dist: 'const', mean: '1001 ms' }, 2n],
    [{ dist: 'exp', mean: '5 s' }, 5n],
    [{ dist: 'uniform', min: '0 s', max: '3 s' }, 3n],
    [{ dist: 'pareto', min: '500 ms', alpha: 1.5 }, 5n],
  ])('grows with what %o usually takes', (delay, pace) => {
    expect(paceOf(scenarioWith(delay))).toBe(pace);
  });

  it('grows with how long others may overtake a message, so that answers are not out of date', () => {
    const schedule = { kind: 'pct', depth: 3, window: '3 min', events: 200 };
    const overtaken = scenarioOf({
      clients: { alice: { balance: 1000 }, bob: {} },
      steps: { alice: [pay('bob', 10)] },
      network: { default: { delay: prompt }, schedule },
      limits: { simTime: '10 h' },
    });
    expect([paceOf(overtaken), isPrompt(overtaken)]).toEqual([180n, false]);
    for (const seed of [0n, 2n]) expect(runScenario(overtaken, { seed }).verdict).toBe('pass');
  });

  it('is no longer for the sake of a single link', () => {
    const slow = [{ from: 'p1', to: 'v1', delay: { dist: 'const', mean: '5 s' } }];
    expect(paceOf(scenarioWith(prompt, slow))).toBe(1n);
    expect(isPrompt(scenarioWith(prompt, slow))).toBe(false);
    expect(isPrompt(scenarioWith(prompt))).toBe(true);
  });

  it('is the same multiple of every pause, and as often', () => {
    const [client, longer] = [clientTimings(1n), clientTimings(3n)];
    expect(longer.retryNanosMax).toBe(3n * client.retryNanosMax);
    expect(longer.retriesMax).toBe(client.retriesMax);
    expect(proxyTimings(3n).deadlineNanos).toBe(3n * proxyTimings(1n).deadlineNanos);
  });

  it('liveness-honest lets an answer arrive before it is asked for again, however slow links are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('const', 'exp'),
        fc.integer({ min: 100, max: 20_000 }),
        (dist, millis) => {
          const { verdict, operations } = runScenario(scenarioWith({ dist, mean: `${millis} ms` }));
          expect(verdict).toBe('pass');
          expect(operations.map(({ outcome }) => outcome)).toEqual(['refused', 'final']);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    [100, 0.9, true],
    [100, 0.8, false],
    [10, 0.6, true],
    [10, 0.5, false],
    [10, 0.001, false],
  ])('counts on messages of a tail of %f ms and alpha %f: %s', (min, alpha, isCountedOn) => {
    const delay = { kind: 'pareto', min: BigInt(min) * 1_000_000n, alpha } as const;
    expect(isInTime({ delay, drop: 0 }, 1n)).toBe(isCountedOn);
    expect(isPrompt(scenarioWith({ dist: 'pareto', min: `${min} ms`, alpha }))).toBe(isCountedOn);
  });

  const slow = { delay: { dist: 'const', mean: '100 s' } };

  it.each([
    ['the client and its proxy', false, [{ from: 'alice', to: 'p1', ...slow }]],
    [
      'the proxy and too many validators',
      false,
      [
        { from: 'p1', to: 'v1', ...slow },
        { from: 'v2', to: 'p1', ...slow },
      ],
    ],
    ['the proxy and one validator', true, [{ from: 'p1', to: 'v1', ...slow }]],
    [
      'the client and its proxy that could be and never are',
      true,
      [{ from: 'alice', to: 'p1', reorder: { probability: 0, by: '100 s' } }],
    ],
  ])(
    'liveness-honest asks for nothing in time over slower links between %s',
    (_, isOwed, links) => {
      // Nobody signs, so that nothing settles whatever the links are like.
      const rejection = { code: 'EpochEnding', rule: 'V4', epoch: 0 } as const;
      const rejected = { type: 'Rejected', rejection } as const;
      const { submission } = VALIDATOR_RULES;
      const validatorRules = {
        ...VALIDATOR_RULES,
        submission: { ...submission, V4: () => rejected },
      };
      const scenario = scenarioWith(prompt, links);
      const { oracles } = runScenario(scenario, { validatorRules });
      const broken = oracles.flatMap(({ violations }) => violations);
      expect(broken.some(({ oracle }) => oracle === 'liveness-honest')).toBe(isOwed);
    },
  );

  it.each([
    ['slow links', prompt, [{ from: '*', to: 'p1', ...slow }]],
    ['heavy tails', { dist: 'pareto', min: '100 ms', alpha: 0.05 }, []],
  ])('liveness-honest asks for nothing over %s after the chaos either', (_, delay, links) => {
    const calm = { ...scenarioWith(delay, links), phases: { chaos: 1n, heal: 'all' } } as const;
    const { verdict, operations } = runScenario(calm);
    expect([verdict, operations[0]?.reason]).toEqual(['pass', 'QuorumUnreachable']);
  });

  it('liveness-honest lets messages be held up for longer than anybody waits', () => {
    const verdicts = [1, 2].map((seed) => {
      const scenario = scenarioWith(prompt);
      const reorder = { probability: 1, by: 60_000_000_000n };
      const network = { ...scenario.network, default: { ...scenario.network.default, reorder } };
      return runScenario({ ...scenario, network }, { seed: BigInt(seed) }).verdict;
    });
    expect(new Set(verdicts)).toEqual(new Set(['pass']));
  });
});
