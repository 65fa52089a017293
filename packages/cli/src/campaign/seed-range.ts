/** The seeds from the first to the last, both included. */
export interface SeedRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** The first number that is not a seed: a seed has 64 bits. */
export const SEED_LIMIT: bigint = 2n ** 64n;

/** Counts the seeds of a range. */
export function seedCount({ first, last }: SeedRange): number {
  return Number(last - first) + 1;
}

/** Gives the seeds of a range one after another; several consumers may share them. */
export function* seedsOf({ first, last }: SeedRange): Generator<bigint, undefined> {
  for (let seed = first; seed <= last; seed += 1n) yield seed;
}

/** Gives a seed as results print it and `--seed` takes it. */
export function seedText(seed: bigint): string {
  return `0x${seed.toString(16)}`;
}
