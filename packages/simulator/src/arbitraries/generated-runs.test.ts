import { describe, expect, it } from 'vitest';
import { SITUATIONS, type SituationName } from '../oracles/situations.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import { CLIENT_ACTS, PROXY_ACTS, VALIDATOR_ACTS } from '../scenario/byzantine/byzantine.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { WorkloadStep } from '../scenario/steps/step.ts';
import { isOfAccount } from '../scenario/steps/subject.ts';
import type { Profile } from '../scenario/swarm/swarm.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

interface Run {
  readonly scenario: Scenario;
  readonly result: RunResult;
}

/** Enough to include what is rare. */
const SEEDS = 500;

/**
 * Runs in which a balance is below zero for a while, and in which a client is refused what some
 * validator has signed: one in 250 runs, and one in 600.
 */
const RAREST = [1_108, 1_477];

// Only one test reads traces, which take a seventh of the time, and it judges nothing.
const UNTRACED = { crypto: 'stub', watching: { trace: false, digest: false } } as const;
const UNJUDGED = { oracles: false } as const;

function runOf(profile: Profile, seed: number): Run {
  const scenario = generateScenario({ ...DEFAULT_SPACE, profile }, BigInt(seed));
  return { scenario, result: runScenario(scenario, UNTRACED) };
}

function runs(profile: Profile, count: number): readonly Run[] {
  return Array.from({ length: count }, (_, index) => runOf(profile, index));
}

function situationsOf(all: readonly Run[]): ReadonlySet<SituationName> {
  return new Set(
    all.flatMap(({ result }) =>
      result.situations.flatMap(({ name, count }) => (count > 0 ? [name] : [])),
    ),
  );
}

const SAFE = runs('safe', SEEDS);

/** Which acts and faults came to anything, and which operations settled. */
const effective = new Set(
  SAFE.flatMap(({ result }) =>
    result.faults.flatMap(({ kind, at }) => (at === undefined ? [] : [kind])),
  ),
);

/** The kinds that are drawn without being asked for. */
const DRAWN_FAULTS = Object.entries(DEFAULT_SPACE.faults).flatMap(([kind, { greatest }]) =>
  greatest > 0 ? [kind] : [],
);

describe(`generated runs, over ${SEEDS} seeds`, () => {
  it('keep every invariant', () => {
    const wrong = SAFE.filter(({ result }) => result.verdict !== 'pass');
    expect(wrong.map(({ scenario, result }) => `${scenario.name}: ${result.verdict}`)).toEqual([]);
  });

  it('are small: most have at most six steps, and few events', () => {
    // Waits cost nothing, and reads little: they come several in a row, or right after another step.
    const isCheap = ({ op }: WorkloadStep) => op === 'read' || op === 'wait';
    const sizes = SAFE.map(({ scenario: { workload } }) =>
      workload.reduce((sum, { steps }) => sum + steps.filter((step) => !isCheap(step)).length, 0),
    ).sort((a, b) => a - b);
    expect(sizes[SEEDS * 0.5]).toBeLessThanOrEqual(3);
    expect(sizes[SEEDS * 0.8]).toBeLessThanOrEqual(6);
    const events = SAFE.map(({ result }) => result.events).sort((a, b) => a - b);
    expect(events[SEEDS * 0.5]).toBeLessThanOrEqual(200);
  });

  it('last until most of the points at which priorities change under pct', () => {
    const shares = SAFE.flatMap(({ scenario: { network }, result }) =>
      typeof network.schedule === 'string' || network.schedule.events === undefined
        ? []
        : [Math.min(1, result.events / network.schedule.events)],
    );
    const sum = shares.reduce((total, share) => total + share, 0);
    expect(sum / shares.length).toBeGreaterThan(0.5);
  });

  it('have committees of 1 to 10', () => {
    const sizes = new Set(SAFE.map(({ scenario }) => scenario.cluster.validators.length));
    expect([...sizes].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('do every operation, alone and in batches, for themselves and for an account', () => {
    const transactions = SAFE.flatMap(({ scenario }) =>
      scenario.workload.flatMap(({ steps }) =>
        steps.flatMap((step) => (step.op === 'transaction' ? [step] : [])),
      ),
    );
    const operations = transactions.flatMap((step) => step.operations.map(({ op }) => op));
    // Every step that is an operation of the ledger: docs/scenarios.md, `workload`.
    expect(new Set(operations).size).toBe(16);
    expect(transactions.some((step) => step.operations.length > 1)).toBe(true);
    expect(transactions.some(({ from }) => from !== undefined)).toBe(true);
    const ends = new Set(
      SAFE.flatMap(({ result }) => result.operations.map((each) => each.outcome)),
    );
    expect([...ends]).toEqual(
      expect.arrayContaining(['final', 'incomplete', 'refused', 'unknown']),
    );
  });

  it('have members of an account do all that a client does, and it settles', () => {
    const settled = SAFE.flatMap(({ result }) => result.certificates.map(({ summary }) => summary));
    const kinds = ['creates', 'manages', 'mints', 'sets', 'publishes', 'opens'];
    const done = kinds.filter((kind) =>
      settled.some((summary) => new RegExp(`^treasury-\\d+ ${kind} `).test(summary)),
    );
    expect(done).toEqual(kinds);
  });

  it('charge fees in some runs, have requests wait in some, and pay the burn address in some', () => {
    const settled = (runs: readonly Run[]) =>
      runs.filter(({ result }) => result.operations.some(({ outcome }) => outcome === 'final'))
        .length;
    const charging = SAFE.filter(({ scenario }) => scenario.cluster.fees !== undefined);
    expect(settled(charging)).toBeGreaterThan(SEEDS * 0.05);
    const waiting = SAFE.filter(({ result }) =>
      result.oracles.some(({ name, checks }) => name === 'request-aged' && checks > 0),
    );
    expect(waiting.length).toBeGreaterThan(SEEDS * 0.02);
    const burning = SAFE.filter(({ result }) =>
      result.certificates.some(({ summary }) => summary.includes('burn-address')),
    );
    expect(burning.length).toBeGreaterThan(SEEDS * 0.01);
  });

  it('leave the release out of some transactions, which settle', () => {
    const old = SAFE.filter(({ scenario, result }) => {
      const clients = scenario.workload.flatMap(({ client, steps }) =>
        steps.some((step) => step.op === 'transaction' && step.release !== undefined) ? client : [],
      );
      return result.operations.some(
        ({ client, outcome }) => clients.includes(client) && outcome === 'final',
      );
    });
    expect(old.length).toBeGreaterThan(SEEDS * 0.02);
  });

  it('have operators ask to leave, which settles', () => {
    const leaving = SAFE.filter(({ result }) =>
      result.certificates.some(({ summary }) => summary.includes('asks to leave')),
    );
    expect(leaving.length).toBeGreaterThan(SEEDS * 0.01);
  });

  it('read accounts, and are told', () => {
    const reading = SAFE.filter(({ scenario }) =>
      scenario.workload.some(({ steps }) =>
        steps.some((step) => step.op === 'read' && isOfAccount(step)),
      ),
    );
    expect(reading.length).toBeGreaterThan(SEEDS * 0.03);
    const answered = reading.filter(({ result }) =>
      result.oracles.some(({ name, checks }) => name === 'read-truthful' && checks > 0),
    );
    expect(answered.length).toBeGreaterThan(reading.length * 0.9);
  });

  it('look up tokens, jobs and certificates, and are told', () => {
    const told = SAFE.flatMap(({ result }) =>
      result.operations.flatMap(({ summary, outcome }) => (outcome === 'final' ? summary : [])),
    );
    for (const what of ['the token', 'the job', 'the jobs of', 'certificates of', 'the last']) {
      expect(told.filter((summary) => summary.startsWith(`reads ${what} `))).not.toEqual([]);
    }
  });

  it.each([
    ['fault', DRAWN_FAULTS],
    ['act of a validator', VALIDATOR_ACTS],
    ['act of a proxy', PROXY_ACTS],
    ['act of a client', CLIENT_ACTS],
  ])('have every %s come to something', (_, kinds) => {
    expect(kinds.filter((kind) => !effective.has(kind))).toEqual([]);
  });

  it('get into every situation: without two certificates for a nonce while at most f lie', () => {
    const all = Object.keys(SITUATIONS) as SituationName[];
    const safe = situationsOf([...SAFE, ...RAREST.map((seed) => runOf('safe', seed))]);
    // Evidence only comes about where more than f lie.
    expect(all.filter((name) => !safe.has(name))).toEqual(['evidence-kept']);
    expect(situationsOf(runs('beyond', 40))).toContain('evidence-kept');
  });

  it('are the runs of the files that they are printed as', () => {
    for (const { scenario } of SAFE.filter((_, index) => index % 20 === 0)) {
      const read = loadScenario(printScenario(scenario), 'printed');
      const printed = runScenario(read, { crypto: 'trusted', watching: UNJUDGED });
      const generated = runScenario(scenario, { crypto: 'stub', watching: UNJUDGED });
      expect(printed.traceHash).toBe(generated.traceHash);
      expect(printed.drawHash).toBe(generated.drawHash);
    }
  });
});
