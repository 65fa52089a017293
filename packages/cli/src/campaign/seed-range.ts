/** Name seeds from the first to the last, both included. */
export interface SeedRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** The first number that is no seed: a seed has 64 bits. */
export const SEED_LIMIT: bigint = 2n ** 64n;

/** Count the seeds of a range. */
export function seedCount({ first, last }: SeedRange): number {
  return Number(last - first) + 1;
}

/** Give the seeds of a range one after another, to several takers. */
export function* seedsOf({ first, last }: SeedRange): Generator<bigint, undefined> {
  for (let seed = first; seed <= last; seed += 1n) yield seed;
}

/** Write a seed as results do, and as `--seed` takes it. */
export function seedText(seed: bigint): string {
  return `0x${seed.toString(16)}`;
}
