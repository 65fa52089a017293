import { InvalidArgumentError } from 'commander';
import { SEED_LIMIT, type SeedRange } from '../campaign/seed-range.ts';

/** Reads a count, which may be 0. @throws InvalidArgumentError, as all that read values here */
export function parseCount(text: string): number {
  const count = readCount(text);
  if (count !== undefined) return count;
  throw new InvalidArgumentError('Expected a whole number of at most 15 digits.');
}

function readCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads a seed, in decimal or hexadecimal digits. */
export function parseSeed(text: string): bigint {
  const seed = readSeed(text);
  if (seed !== undefined) return seed;
  throw new InvalidArgumentError('Expected a number such as 7 or 0x5eed, below 2^64.');
}

function readSeed(text: string): bigint | undefined {
  const isNumber = /^(0x[0-9a-fA-F]+|[0-9]+)$/.test(text);
  const seed = isNumber ? BigInt(text) : SEED_LIMIT;
  return seed < SEED_LIMIT ? seed : undefined;
}

/** A greater number of runs is a slip of the hand rather than a campaign. */
const RUNS_MAX = 100_000_000n;

/** Reads the first and the last of many seeds. */
export function parseSeeds(text: string): SeedRange {
  const [first, last, ...more] = text.split('..').map(readSeed);
  if (first === undefined || last === undefined || more.length > 0 || last < first) {
    throw new InvalidArgumentError('Expected two seeds such as 1..200, the lower one first.');
  }
  if (last - first < RUNS_MAX) return { first, last };
  throw new InvalidArgumentError(`Expected at most ${RUNS_MAX} seeds.`);
}

/** Reads a count of at least 1. */
export function parsePositive(text: string): number {
  const many = readCount(text);
  if (many !== undefined && many >= 1) return many;
  throw new InvalidArgumentError('Expected a whole number, 1 or more.');
}

/** Reads a number of threads, up to the limit of `cluster.workers` in scenarios. */
export const parseWorkers: (text: string) => number = upTo(100);

/**
 * Reads a number of processes. Each takes some 100 MB: a greater number than the cores of any
 * machine is a slip of the hand.
 */
export const parseJobs: (text: string) => number = upTo(500);

/**
 * Reads how often something may go wrong: no search gets through orders of events in which more
 * than this does.
 */
export const parseBudget: (text: string) => number = upTo(100, 0);

/** Reads the number of a port; 0 means any free one. */
export const parsePort: (text: string) => number = upTo(65_535, 0);

function upTo(max: number, least = 1): (text: string) => number {
  return (text) => {
    const many = readCount(text);
    if (many !== undefined && many >= least && many <= max) return many;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${max}.`);
  };
}
