import { createRng, type Stream } from '@quorate/network';
import fc from 'fast-check';

/**
 * Draws a value of an arbitrary from the random stream of this name. No run draws from these
 * streams, and no stream shifts another.
 */
export type Draw = <T>(name: string, values: fc.Arbitrary<T>) => T;

/** Creates the draws of a seed. */
export function drawsOf(seed: bigint): Draw {
  const rng = createRng(seed);
  return (name, values) => {
    const random = new fc.Random(sourceOf(rng.stream(`draw/${name}`)));
    // Without bias: the arbitraries themselves decide how often a value is at a limit.
    return values.generate(random, undefined).value;
  };
}

/** Adapts a stream for fast-check, which wants to own a copy of its source. */
function sourceOf(stream: Stream): ConstructorParameters<typeof fc.Random>[0] {
  const source = {
    next: () => stream.nextUint32() | 0,
    clone: () => source,
    getState: () => [],
  };
  return source;
}
