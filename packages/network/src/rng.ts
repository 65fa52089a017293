import { hash } from 'node:crypto';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

const UINT32_RANGE = 2 ** 32;
const BIGINT_UINT32_RANGE = BigInt(UINT32_RANGE);

/** What is wrong with a request for a random number. */
export type RngErrorCode = 'BoundOutOfRange' | 'ProbabilityOutOfRange' | 'EmptyList';

/** A request that no draw can answer: a mistake of the caller. */
export class RngError extends Error {
  override readonly name = 'RngError';
  readonly code: RngErrorCode;
  readonly stream: string;

  constructor(code: RngErrorCode, stream: string, expected: string) {
    super(`${code}: stream "${stream}" expected ${expected}`);
    this.code = code;
    this.stream = stream;
  }
}

/** Draws numbers from one named sequence. Every method advances it, except `draws`. */
export interface Stream {
  /** Draws an integer from 0 to 2^32 - 1. */
  nextUint32(): number;

  /**
   * Draws an integer from 0 to `n - 1`, each equally likely.
   *
   * @throws RngError `BoundOutOfRange` unless `n` is an integer from 1 to 2^32
   */
  below(n: number): number;

  /**
   * Draws an integer from 0 to `n - 1`, each equally likely; up to 2^32 it agrees with `below`.
   *
   * @throws RngError `BoundOutOfRange` unless `n` is at least 1
   */
  bigintBelow(n: bigint): bigint;

  /** Draws a multiple of 2^-53 from [0, 1). Always costs two draws. */
  unit(): number;

  /**
   * Decides with probability `p`. Always costs two draws, so that changing `p` shifts nothing else.
   *
   * @throws RngError `ProbabilityOutOfRange` unless 0 <= p <= 1
   */
  chance(p: number): boolean;

  /**
   * Draws one element.
   *
   * @throws RngError `EmptyList`
   */
  pick<T>(list: readonly T[]): T;

  /** Copies the list in an order drawn uniformly from all orders. */
  shuffle<T>(list: readonly T[]): T[];

  /** Counts the 32-bit values drawn so far. */
  draws(): number;
}

/** The random streams of one seed. */
export interface Rng {
  /**
   * Opens the stream with this name. A second call gives the same stream in its current position.
   *
   * The sequence depends only on the seed and the name: neither draws from other streams nor their
   * existence shift it.
   */
  stream(name: string): Stream;

  /**
   * Makes every stream, open or not, continue as one of another seed from its start. Earlier draws
   * stay as they are.
   */
  reseed(seed: bigint | string): void;
}

/** Sees every 32-bit value that one stream draws. */
export type DrawObserver = (value: number) => void;

/**
 * Creates the source of all randomness in a run. The seeds `42n` and `'42'` are the same seed.
 *
 * Changing a generated value is a breaking change: seeds in reports and scenarios would no longer
 * replay.
 */
export function createRng(
  seed: bigint | string,
  options: { onStream?: (name: string) => DrawObserver } = {},
): Rng {
  const streams = new Map<string, ReseedableStream>();
  let current = String(seed);
  return {
    stream(name) {
      const known = streams.get(name);
      if (known !== undefined) return known;
      const stream = createStream(name, seedWords(current, name), options.onStream?.(name));
      streams.set(name, stream);
      return stream;
    },
    reseed(other) {
      current = String(other);
      for (const [name, stream] of streams) stream.reseed(seedWords(current, name));
    },
  };
}

/**
 * Derives the 128 bits of a generator. The JSON array distinguishes ("ab", "c") from ("a", "bc").
 */
function seedWords(seed: string, name: string): number[] {
  const digest = hash('sha256', JSON.stringify([seed, name]), 'buffer');
  return [0, 4, 8, 12].map((offset) => digest.readInt32BE(offset));
}

interface ReseedableStream extends Stream {
  reseed(state: readonly number[]): void;
}

function createStream(
  name: string,
  state: readonly number[],
  onDraw: DrawObserver | undefined,
): ReseedableStream {
  let generator = xoroshiro128plusFromState(state);
  let drawn = 0;

  function nextUint32(): number {
    const value = generator.next() >>> 0;
    drawn += 1;
    onDraw?.(value);
    return value;
  }

  function unit(): number {
    const high = nextUint32() >>> 5;
    const low = nextUint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  // The range is cut into n buckets of equal size; values beyond the last bucket are drawn again.
  // Division uses the high bits of a draw. A remainder would use the low ones, the generator's
  // weakest.
  function below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > UINT32_RANGE) {
      throw new RngError('BoundOutOfRange', name, `an integer from 1 to 2^32, not ${n}`);
    }
    const bucket = Math.floor(UINT32_RANGE / n);
    const limit = bucket * n;
    let value = nextUint32();
    while (value >= limit) value = nextUint32();
    return Math.floor(value / bucket);
  }

  function drawWords(count: number): bigint {
    let value = 0n;
    for (let word = 0; word < count; word += 1) value = (value << 32n) | BigInt(nextUint32());
    return value;
  }

  function bigintBelow(n: bigint): bigint {
    if (n < 1n) throw new RngError('BoundOutOfRange', name, `at least 1, not ${n}`);
    // A bound that fits in one word gives the same result without bigint arithmetic.
    if (n <= BIGINT_UINT32_RANGE) return BigInt(below(Number(n)));
    let words = 2;
    while (1n << BigInt(32 * words) < n) words += 1;
    const bucket = (1n << BigInt(32 * words)) / n;
    const limit = bucket * n;
    let value = drawWords(words);
    while (value >= limit) value = drawWords(words);
    return value / bucket;
  }

  function chance(p: number): boolean {
    if (!(p >= 0 && p <= 1)) {
      throw new RngError('ProbabilityOutOfRange', name, `a number from 0 to 1, not ${p}`);
    }
    return unit() < p;
  }

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RngError('EmptyList', name, 'at least one element');
    return list[below(list.length)] as T;
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = below(last + 1);
      const moved = shuffled[last] as T;
      shuffled[last] = shuffled[other] as T;
      shuffled[other] = moved;
    }
    return shuffled;
  }

  function reseed(words: readonly number[]): void {
    generator = xoroshiro128plusFromState(words);
  }

  const draws = () => drawn;
  return { nextUint32, below, bigintBelow, unit, chance, pick, shuffle, draws, reseed };
}
