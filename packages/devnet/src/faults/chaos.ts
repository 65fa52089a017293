import { PROXY } from '../keys.ts';

/** A fault in the form in which callers state it. */
export type GivenFault = Readonly<Record<string, unknown>>;

/** A fault that has begun: as it was stated, with its id. The kind decides what else it has. */
export interface BegunFault extends GivenFault {
  readonly id: string;
  /** Such as `cut` or `crash`. */
  readonly kind: string;
  /** The node that it strikes; absent for a fault of links. */
  readonly node?: string;
  /** The ends of the links that it strikes, where `*` is everybody; absent for one of a node. */
  readonly from?: string | readonly string[];
  readonly to?: string | readonly string[];
}

/** A way in which a network can be bad from the start: a list of faults with a name. */
export interface Chaos {
  /** What it is like, in a sentence. */
  readonly sentence: string;
  /** Gives its faults among these validators, of which there is at least one. */
  readonly faultsAmong: (validators: readonly string[]) => readonly GivenFault[];
}

// Callers over HTTP are spared: they do not repeat what is lost.
const degraded = (id: string, validators: readonly string[], link: object): GivenFault => ({
  id,
  kind: 'degrade',
  from: PROXY,
  to: validators,
  link,
});

const FAR = { delay: { dist: 'lognormal', median: '40 ms', p99: '250 ms' } };
const LOSSY = {
  drop: 0.1,
  duplicate: { probability: 0.05 },
  reorder: { probability: 0.1, by: '100 ms' },
};
const last = (validators: readonly string[]) => validators.at(-1) ?? '';

/** What a devnet can suffer from by one word. */
export const CHAOS: Readonly<Record<string, Chaos>> = {
  wan: {
    sentence: 'The validators are far away: each message takes about 40 ms, a few 250 ms or more.',
    faultsAmong: (validators) => [degraded('wan', validators, FAR)],
  },
  lossy: {
    sentence: 'A tenth of the messages is lost, and some come twice or late.',
    faultsAmong: (validators) => [degraded('lossy', validators, LOSSY)],
  },
  storm: {
    sentence: 'Far away and lossy at once.',
    faultsAmong: (validators) => [degraded('storm', validators, { ...FAR, ...LOSSY })],
  },
  'slow-one': {
    sentence: 'The last validator takes 300 ms for each message.',
    faultsAmong: (validators) => [
      { id: 'slow-one', kind: 'slow', node: last(validators), delay: '300 ms' },
    ],
  },
  'down-one': {
    sentence: 'The last validator is down.',
    faultsAmong: (validators) => [{ id: 'down-one', kind: 'crash', node: last(validators) }],
  },
};
