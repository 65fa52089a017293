import { causeOfScenario, type Shrunk, shrinkScenario } from '@quorate/fuzzer';
import { MUTANTS, type Mutant } from '@quorate/mutants';
import { DEFAULT_SPACE, generateScenario, type ScenarioSize } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { median } from '../bench/median.ts';
import { rulesOf } from '../mutants/mutant-of.ts';

/** In how many generated scenarios each mutant is searched for. */
const RUNS = Number(process.env['QUORATE_SOAK_RUNS'] ?? 300);

/** How many smaller scenarios are tried. */
const ATTEMPTS = 1_000;

const COUNTS = ['operations', 'faults', 'acts', 'validators', 'clients', 'features'] as const;

/** One failure and what was left of it. */
interface Row extends Shrunk {
  readonly id: string;
  readonly cause: string;
  /** Of real time. */
  readonly seconds: number;
}

describe('shrinking', () => {
  it('leaves of a failure at most 3 operations, 2 faults and 1 act in the median, within 10 s', () => {
    const rows = MUTANTS.flatMap((mutant) => {
      const row = shrinkFirst(mutant);
      process.stdout.write(`${row === undefined ? `${mutant.id}: not found` : lineOf(row)}\n`);
      return row === undefined ? [] : [row];
    });
    const middle = (count: (row: Row) => number) => median(rows.map(count));
    const counts = COUNTS.map((key) => `${key} ${middle(({ to }) => to[key])}`).join(', ');
    const seconds = middle((row) => row.seconds);
    const spent = `${middle(({ attempts }) => attempts)} attempts, ${seconds.toFixed(1)} s`;
    process.stdout.write(`median of ${rows.length} mutants: ${counts}; ${spent}\n`);
    expect(middle(({ to }) => to.operations)).toBeLessThanOrEqual(3);
    expect(middle(({ to }) => to.faults)).toBeLessThanOrEqual(2);
    expect(middle(({ to }) => to.acts)).toBeLessThanOrEqual(1);
    expect(seconds).toBeLessThan(10);
  });
});

function shrinkFirst(mutant: Mutant): Row | undefined {
  const { id } = mutant;
  const options = { crypto: 'stub', ...rulesOf(mutant) } as const;
  for (let seed = 0; seed < RUNS; seed += 1) {
    const scenario = generateScenario(DEFAULT_SPACE, BigInt(seed));
    const cause = causeOfScenario(scenario, options);
    if (cause === undefined) continue;
    const start = performance.now();
    const shrunk = shrinkScenario(
      scenario,
      (candidate) => causeOfScenario(candidate, options) === cause,
      { attempts: ATTEMPTS },
    );
    return { ...shrunk, id, cause, seconds: (performance.now() - start) / 1000 };
  }
  return undefined;
}

function lineOf({ id, cause, from, to, attempts, seconds }: Row): string {
  const shown = (key: keyof ScenarioSize) => `${key} ${from[key]} > ${to[key]}`;
  const counts = [...COUNTS, 'bytes' as const].map(shown).join(', ');
  return `${id}: ${counts}; ${attempts} attempts, ${seconds.toFixed(1)} s; ${cause}`;
}
