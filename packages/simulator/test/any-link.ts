import type { Distribution, LinkModel } from '@quorate/network';
import fc from 'fast-check';
import { anyDuration, anyOrdered, anyProbability, oneOfTable, optional } from './any-values.ts';

type Distributions = {
  readonly [K in Distribution['kind']]: fc.Arbitrary<Extract<Distribution, { readonly kind: K }>>;
};

const distributions: Distributions = {
  const: anyDuration.map((mean) => ({ kind: 'const', mean })),
  uniform: anyOrdered.map(([min, max]) => ({ kind: 'uniform', min, max })),
  exp: anyOrdered.map(([min, mean]) => ({ kind: 'exp', mean, min })),
  lognormal: anyOrdered.map(([median, p99]) => ({
    kind: 'lognormal',
    median: median / 2n + 1n,
    p99: p99 / 2n + 1n,
  })),
  pareto: fc.record({
    kind: fc.constant('pareto'),
    min: anyDuration.map((min) => min / 2n + 1n),
    alpha: fc.double({ min: 0.01, max: 100, noNaN: true }),
  }),
};

/** Any delay distribution. */
export const anyDelay: fc.Arbitrary<Distribution> = oneOfTable<Distribution>(distributions);

type Features = { readonly [K in keyof LinkModel]-?: fc.Arbitrary<NonNullable<LinkModel[K]>> };

const features: Features = {
  delay: anyDelay,
  drop: anyProbability,
  burst: fc.double({ min: 1, max: 1e6, noNaN: true }),
  dropResponses: anyProbability,
  duplicate: fc.record({
    probability: anyProbability,
    copies: fc.integer({ min: 1, max: 100 }),
    delay: anyDelay,
  }),
  replay: fc.record({ probability: anyProbability, age: optional(anyDuration) }),
  reorder: fc.record({ probability: anyProbability, by: anyDuration.map((by) => by / 2n + 1n) }),
  corrupt: fc.record({ probability: anyProbability, bits: fc.integer({ min: 1, max: 8 }) }),
};

/** Any part of a link: some of its keys. */
export const anyLinkPart: fc.Arbitrary<Partial<LinkModel>> = fc.record(features, {
  requiredKeys: [],
});

/** Any link. */
export const anyLink: fc.Arbitrary<LinkModel> = fc.record(features, {
  requiredKeys: ['delay', 'drop'],
});
