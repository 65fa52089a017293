import fc from 'fast-check';

/** Drawn numbers, to be read one by one by code that cannot tell beforehand what it has to draw. */
export interface Tape {
  /** Gives one of some values; naming one twice makes it twice as likely. */
  oneOf<T>(...values: readonly [T, ...T[]]): T;
  /** Tells whether something happens that happens once in `count` times. */
  isOneIn(count: number): boolean;
}

/** As many numbers as anybody reads; past them all numbers are 0. */
const LENGTH = 800;

/** Draws tapes. They do not shrink: a shorter one says something else from its first change on. */
export const anyTape: fc.Arbitrary<Tape> = fc.noShrink(
  fc.array(fc.noBias(fc.nat()), { minLength: LENGTH, maxLength: LENGTH }).map((drawn) => {
    let at = 0;
    const next = (): number => drawn[at++] ?? 0;
    return {
      oneOf: (...values) => values[next() % values.length] ?? values[0],
      isOneIn: (count) => next() % count === count - 1,
    };
  }),
);
