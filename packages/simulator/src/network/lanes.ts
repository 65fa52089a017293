import type { NodeName } from '@quorate/transport';
import type { Rng, Stream } from '../rng.ts';
import { createLosses, type Losses } from './loss.ts';

/** One direction of a link: its luck, and what it remembers. */
export interface Lane<M> {
  /** Where delays and losses come from. */
  readonly stream: Stream;
  readonly losses: Losses;
  /** What was sent over it, the oldest first, where anybody wants to know; `at` in nanoseconds. */
  readonly history: { readonly at: bigint; readonly message: M }[];
  /** Opens the stream of one kind of trouble. */
  readonly trouble: (kind: string) => Stream;
}

/** Creates the lanes of a network, each when it is first asked for. */
export function createLanes<M>(rng: Rng): (from: NodeName, to: NodeName) => Lane<M> {
  const rows = new Map<NodeName, Map<NodeName, Lane<M>>>();
  return (from, to) => {
    const known = rows.get(from)?.get(to);
    if (known !== undefined) return known;
    const name = `network/${from}→${to}`;
    const lane = {
      stream: rng.stream(name),
      losses: createLosses(),
      history: [],
      trouble: (kind: string) => rng.stream(`${name}/${kind}`),
    };
    const row = rows.get(from) ?? new Map<NodeName, Lane<M>>();
    rows.set(from, row.set(to, lane));
    return lane;
  };
}
