import fc from 'fast-check';

/** The clients that generated scenarios name. */
export const CLIENTS = ['alice', 'bob', 'carol'] as const;
/** The validators that generated scenarios name. */
export const VALIDATORS = ['v1', 'v2', 'v3', 'v4'] as const;
/** Validators that begin without a seat. */
export const CANDIDATES = ['v5', 'v6'] as const;
/** The proxies that generated scenarios name. */
export const PROXIES = ['p1', 'p2'] as const;
/** The multisig account that generated scenarios name. */
export const ACCOUNT = 'treasury';
/** The virtual time at which generated scenarios end, after all their moments. */
export const SIM_TIME = 2n ** 53n - 1n;
/** The latest time of a fault; a chaos ends later. */
export const LATEST = 2n ** 52n;
/** Events after which generated scenarios end. */
export const EVENTS = 200_000;

/** Any time span. */
export const anyDuration = fc.bigInt({ min: 0n, max: SIM_TIME });
/** Any amount. */
export const anyAmount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
/** Any seed or nonce. */
export const anyUint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
/** Any probability. */
export const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });
/** Any client. */
export const anyClient = fc.constantFrom(...CLIENTS);
/** Any validator. */
export const anyValidator = fc.constantFrom(...VALIDATORS);
/** Any node. */
export const anyNode = fc.constantFrom(...CLIENTS, ...VALIDATORS, ...PROXIES);
/** An end of links: a list of nodes, or all of them. */
export const anyEnd = fc.oneof(
  fc.constant(['*']),
  fc.subarray([...VALIDATORS, ...PROXIES, ...CLIENTS], { minLength: 1 }),
);

/** A value or none. */
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Two time spans, the shorter one first. */
export const anyOrdered = fc
  .tuple(anyDuration, anyDuration)
  .map(([a, b]) => (a < b ? [a, b] : [b, a]) as [bigint, bigint]);

/** One of the values of a table whose type lists all kinds. */
export function oneOfTable<T>(table: Readonly<Record<string, fc.Arbitrary<T>>>): fc.Arbitrary<T> {
  return fc.oneof(...Object.values(table));
}
