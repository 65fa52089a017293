import { type AloneOptions, searchAlone } from '@quorate/fuzzer';
import { MUTANTS } from '@quorate/mutants';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';

/** From how many base seeds each mutant is hunted, with each strategy. */
const SEEDS = Number(process.env['QUORATE_SOAK_BASE_SEEDS'] ?? 20);

/** How many runs a hunt has at most. */
const RUNS = 2_000;

/** Mutants that random runs find faster, in the median, need no guidance. */
const HARD = 20;

/** For what share of the hard mutants guidance has to find them in fewer runs. */
const SHARE = 0.6;

/** How far the base seeds lie apart. */
const STRIDE = 2n ** 32n;

type Mutant = (typeof MUTANTS)[number];

interface Hunted {
  /** The median, where a hunt that found nothing is endless. */
  readonly runs: number;
  /** Of all hunts together. */
  readonly cpuSeconds: number;
}

describe('coverage guidance', () => {
  it('finds most of the mutants that are hard to find in fewer runs than random does', () => {
    const rows = MUTANTS.flatMap((mutant) => {
      const random = hunted(mutant, 'random');
      // One that random runs never find says nothing about either.
      if (random.runs < HARD || random.runs === Infinity) return [];
      const coverage = hunted(mutant, 'coverage');
      print(mutant.id, random, coverage);
      return [{ isBetter: coverage.runs < random.runs }];
    });
    const better = rows.filter(({ isBetter }) => isBetter).length;
    process.stdout.write(`guidance pays for ${better} of ${rows.length} hard mutants\n`);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(better / rows.length).toBeGreaterThanOrEqual(SHARE);
  });
});

function print(id: string, random: Hunted, coverage: Hunted): void {
  const text = ({ runs, cpuSeconds }: Hunted) => `${runs} runs, ${cpuSeconds.toFixed(1)} s`;
  process.stdout.write(`guidance ${id}: random ${text(random)}; coverage ${text(coverage)}\n`);
}

function hunted(mutant: Mutant, kind: 'random' | 'coverage'): Hunted {
  const start = process.cpuUsage();
  const runs = Array.from({ length: SEEDS }, (_, seed) => {
    const { findings } = searchAlone({
      space: DEFAULT_SPACE,
      strategy: { kind },
      firstSeed: BigInt(seed) * STRIDE,
      runs: RUNS,
      causes: 1,
      means: meansOf(mutant),
    });
    return findings[0] === undefined ? Infinity : findings[0].first.index + 1;
  });
  const { user, system } = process.cpuUsage(start);
  const sorted = runs.toSorted((one, other) => one - other);
  return {
    runs: sorted[Math.floor((SEEDS - 1) / 2)] ?? Infinity,
    cpuSeconds: (user + system) / 1e6,
  };
}

function meansOf({ validatorRules, proxyRules, clientRules }: Mutant): AloneOptions['means'] {
  return {
    crypto: 'stub',
    ...(validatorRules === undefined ? {} : { validatorRules }),
    ...(proxyRules === undefined ? {} : { proxyRules }),
    ...(clientRules === undefined ? {} : { clientRules }),
  };
}
