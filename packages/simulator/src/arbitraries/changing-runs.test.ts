import { describe, expect, it } from 'vitest';
import type { SituationName } from '../oracles/situations.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE } from './scenario-space.ts';

/** Enough to include what is rare. */
const SEEDS = 60;

const SPACE = { ...DEFAULT_SPACE, changes: { least: 1, greatest: 2 } };

const SCENARIOS = Array.from({ length: SEEDS }, (_, seed) => generateScenario(SPACE, BigInt(seed)));

// Nobody reads their traces, which take a seventh of the time.
const WATCHED = { crypto: 'stub', watching: { trace: false, digest: false } } as const;
const RUNS = SCENARIOS.map((scenario) => runScenario(scenario, WATCHED));

/** Tells whether a fault or a change of a run came when a validator had frozen, or had merged. */
function isStruckInHandover({ faults, changes }: Scenario, index: number): boolean {
  const came = new Set(RUNS[index]?.faults.flatMap(({ id, at }) => (at === undefined ? [] : id)));
  return [...faults, ...changes].some(
    ({ id, moment }) =>
      moment.kind === 'trigger' && ['frozen', 'merged'].includes(moment.after) && came.has(id),
  );
}

function countIn({ situations }: RunResult, name: SituationName): number {
  return situations.find((each) => each.name === name)?.count ?? 0;
}

/** Tells whether somebody waits for an answer when the first change is handed in, or asks within a second of it. */
function isUnderLoad({ faults, operations }: RunResult): boolean {
  const at = faults.find(({ kind }) => kind === 'change')?.at;
  if (at === undefined) return false;
  return operations.some(
    ({ startedAt, endedAt }) => startedAt <= at + 1_000_000_000n && endedAt >= at,
  );
}

describe(`generated runs in which the committee changes, over ${SEEDS} seeds`, () => {
  it('keep every invariant', () => {
    const wrong = RUNS.filter(({ verdict }) => verdict !== 'pass');
    expect(wrong.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual([]);
  });

  it('all change their committee, nearly all while somebody pays', () => {
    expect(RUNS.filter((run) => countIn(run, 'merged') === 0)).toEqual([]);
    expect(RUNS.filter(isUnderLoad).length).toBeGreaterThan(SEEDS * 0.9);
  });

  it('have faults and changes come between the freeze and the merge at times', () => {
    expect(SCENARIOS.filter(isStruckInHandover).length).toBeGreaterThan(1);
  });

  it('change it again at times before one change is complete', () => {
    expect(RUNS.filter((run) => countIn(run, 'change-upon-change') > 0).length).toBeGreaterThan(3);
  });
});
