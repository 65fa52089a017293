import { type RunResult, runScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioOf } from './scenario-documents.ts';
import { VERDICT_ONLY } from './verdict-only.ts';

const NAMES = ['alice', 'bob', 'carol', 'dora'] as const;

/** More than there is in any of these worlds. */
const TOO_MUCH = 1_000_000;

/** Longer than everything that goes wrong in these worlds, and shorter than many of their runs. */
const CHAOS = '6 s';
const CHAOS_NANOS = 6_000_000_000n;

/** `npm run soak` generates millions of wilder runs. */
const RUNS = { numRuns: 60 };

const milliseconds = (max: number) => fc.integer({ min: 0, max }).map((value) => `${value} ms`);

const network = fc.record({
  default: fc.record({
    delay: fc.constantFrom(
      { dist: 'const', mean: '10 ms' },
      { dist: 'exp', mean: '50 ms', min: '1 ms' },
      { dist: 'uniform', min: '0 ms', max: '400 ms' },
    ),
    drop: fc.constantFrom(0, 0.05, 0.2),
  }),
  schedule: fc.constantFrom('fifo', 'random'),
});

function crashOf(size: number) {
  return fc.record({
    id: fc.constant('crash'),
    kind: fc.constant('crash'),
    node: fc.integer({ min: 1, max: size }).map((index) => `v${index}`),
    at: milliseconds(4_000),
    restartAfter: milliseconds(8_000),
  });
}

function workloadOf(client: string, names: readonly string[], amount: fc.Arbitrary<number>) {
  const pay = fc.record({ op: fc.constant('pay'), to: fc.constantFrom(...names), amount });
  const wait = fc.record({ op: fc.constant('wait'), for: milliseconds(3_000) });
  return fc.record({
    id: fc.constant(`of-${client}`),
    client: fc.constant(client),
    start: milliseconds(500),
    steps: fc.array(fc.oneof({ weight: 4, arbitrary: pay }, wait), { minLength: 1, maxLength: 4 }),
  });
}

/** Clients that pay each other and themselves over a bad network, possibly with a crash. */
function documents(balance: fc.Arbitrary<number>, amount: fc.Arbitrary<number>) {
  return fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 2, max: NAMES.length }))
    .chain(([size, count]) => {
      const names = NAMES.slice(0, count);
      const clients = names.map((name) => [name, fc.record({ balance })] as const);
      return fc.record({
        seed: fc.integer({ min: 0 }),
        cluster: fc.record({
          validators: fc.constant(size),
          clients: fc.record(Object.fromEntries(clients)),
        }),
        network,
        workload: fc.tuple(...names.map((name) => workloadOf(name, names, amount))),
        faults: fc.oneof(fc.constant([]), fc.tuple(crashOf(size))),
        phases: fc.constantFrom(
          undefined,
          { chaos: CHAOS, heal: 'all' },
          { chaos: CHAOS, heal: 'quorum' },
        ),
        limits: fc.constant({ simTime: '30 min' }),
      });
    });
}

function unsafe({ oracles }: RunResult) {
  return oracles.flatMap(({ violations }) => violations).filter(({ kind }) => kind === 'safety');
}

type Attempt = Pick<RunResult['operations'][number], 'summary' | 'reason' | 'startedAt'>;

/**
 * If messages are lost, a client may have repeated itself in vain, or the proxy may have reached no
 * quorum before its deadline, which is a refusal if it knows of no signature (rules P4, P8). In a
 * run with phases, what begins after the chaos ends as if nothing had ever been lost.
 */
function possible({ summary, reason, startedAt }: Attempt, drop: number, hasPhases: boolean) {
  const outcome = summary.endsWith(` ${TOO_MUCH}`) ? 'refused' : 'final';
  if (drop === 0 || (hasPhases && startedAt >= CHAOS_NANOS)) return [outcome];
  return reason === 'QuorumUnreachable' ? ['refused', 'unknown'] : [outcome, 'unknown'];
}

function sum(accounts: readonly { readonly balance: bigint }[]): bigint {
  return accounts.reduce((total, { balance }) => total + balance, 0n);
}

describe('random scenarios', () => {
  it('keep every safety invariant and all the money, whatever the clients try to spend', () => {
    const balance = fc.constantFrom(0, 50, 100);
    // Few values, so that equal amounts, overdrafts and spending what just came in are common.
    const amount = fc.constantFrom(1, 30, 50, 100, 150);
    fc.assert(
      fc.property(documents(balance, amount), (document) => {
        const scenario = scenarioOf(document);
        const result = runScenario(scenario, { watching: VERDICT_ONLY });
        expect(unsafe(result)).toEqual([]);
        expect(sum(result.accounts)).toBe(sum(scenario.cluster.clients));
      }),
      RUNS,
    );
  });

  it('settle everything that genesis covers, refuse the impossible, and end in one state', () => {
    // A payment that depends on a credit under way may be refused or not; these do not depend on
    // any.
    const amount = fc.constantFrom(1, 30, 50, TOO_MUCH);
    fc.assert(
      fc.property(documents(fc.constant(200), amount), (document) => {
        const result = runScenario(scenarioOf(document), { watching: VERDICT_ONLY });
        expect(result.oracles.flatMap(({ violations }) => violations)).toEqual([]);
        expect(result.verdict).toBe(result.operations.length === 0 ? 'unknown' : 'pass');
        const { drop } = document.network.default;
        for (const operation of result.operations) {
          expect(possible(operation, drop, document.phases !== undefined)).toContain(
            operation.outcome,
          );
        }
        if (drop > 0) return;
        expect(result.accounts.map(({ lock }) => lock)).toEqual(result.accounts.map(() => 'none'));
        // A validator that is not healed stays down, and its digest is that of an empty ledger.
        const up = result.validators.filter(({ status }) => status === 'active');
        expect(new Set(up.map(({ digest }) => digest)).size).toBe(1);
      }),
      RUNS,
    );
  });
});
