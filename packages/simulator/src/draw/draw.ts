import { createRng, type Stream } from '@quorate/network';
import fc from 'fast-check';

/**
 * Draws a value of an arbitrary from the stream of a name; none of these streams is one that a run
 * draws from, and none shifts another.
 */
export type Draw = <T>(name: string, values: fc.Arbitrary<T>) => T;

/** Gives the draws of a seed. */
export function drawsOf(seed: bigint): Draw {
  const rng = createRng(seed);
  return (name, values) => {
    const random = new fc.Random(sourceOf(rng.stream(`draw/${name}`)));
    // Without bias: an arbitrary says itself how often it is at an edge.
    return values.generate(random, undefined).value;
  };
}

/** A stream as fast-check takes it, which means to own a copy of what it draws from. */
function sourceOf(stream: Stream): ConstructorParameters<typeof fc.Random>[0] {
  const source = {
    next: () => stream.nextUint32() | 0,
    clone: () => source,
    getState: () => [],
  };
  return source;
}
