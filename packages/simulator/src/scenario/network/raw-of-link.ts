import type { Distribution, LinkModel, RawDelay, RawLink } from '@quorate/network';
import { formatDuration } from '@quorate/network';
import { present } from '../../present.ts';
import { rawDuration } from '../raw-values.ts';

type KeysOfLink = {
  readonly [K in keyof LinkModel]-?: (value: NonNullable<LinkModel[K]>) => RawLink[K];
};

// If links get a new key, this does not compile without an entry for it.
const KEYS: KeysOfLink = {
  delay: rawOfDelay,
  drop: (drop) => drop,
  burst: (burst) => burst,
  dropResponses: (probability) => probability,
  duplicate: ({ probability, copies, delay }) => ({
    probability,
    copies,
    delay: rawOfDelay(delay),
  }),
  replay: ({ probability, age }) =>
    present({ probability, age: rawDuration(age) }) as RawLink['replay'],
  reorder: ({ probability, by }) => ({ probability, by: formatDuration(by) }),
  corrupt: (corrupt) => corrupt,
};

/** Gives a link, or some of its keys, as a file states them. */
export function rawOfLink(link: Partial<LinkModel>): RawLink {
  const names = Object.keys(KEYS) as (keyof LinkModel)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = link[name];
      return value === undefined
        ? []
        : [[name, (KEYS[name] as (value: unknown) => unknown)(value)]];
    }),
  );
}

/** Gives a distribution as a file states it. */
export function rawOfDelay(delay: Distribution): RawDelay {
  switch (delay.kind) {
    case 'const':
      return { dist: 'const', mean: formatDuration(delay.mean) };
    case 'uniform':
      return { dist: 'uniform', min: formatDuration(delay.min), max: formatDuration(delay.max) };
    case 'exp':
      return { dist: 'exp', mean: formatDuration(delay.mean), min: formatDuration(delay.min) };
    case 'lognormal': {
      const { median, p99 } = delay;
      return { dist: 'lognormal', median: formatDuration(median), p99: formatDuration(p99) };
    }
    case 'pareto':
      return { dist: 'pareto', min: formatDuration(delay.min), alpha: delay.alpha };
  }
}
