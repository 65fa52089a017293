import type { NodeName } from '@quorate/transport';
import type { LinkModel } from './link-model.ts';
import { type LinkReading, readLink } from './link-reading.ts';
import { createLosses, type Losses } from './loss.ts';
import type { Rng, Stream } from './rng.ts';
import type { History } from './troubles.ts';

/** One direction of a link: its luck, and what it remembers. */
export interface Lane<M> {
  /** Where delays and losses come from. */
  readonly stream: Stream;
  readonly losses: Losses;
  /** The latest that was sent over it, the oldest first, as far as it remembers. */
  readonly history: History<M>;
  remember(at: bigint, message: M): void;
  /** Opens the stream of one kind of trouble. */
  readonly trouble: (kind: string) => Stream;
  /** Reads a model; of one message after the other it is the same. */
  read(model: LinkModel): LinkReading;
}

/** All lanes of a network. */
export interface Lanes<M> {
  laneOf(from: NodeName, to: NodeName): Lane<M>;
  /** Has none of them remember what was sent; their luck goes on. */
  forget(): void;
}

/**
 * Creates the lanes of a network, each when it is first asked for; `memory` is how many messages
 * each remembers.
 */
export function createLanes<M>(rng: Rng, memory: number): Lanes<M> {
  const rows = new Map<NodeName, Map<NodeName, Lane<M>>>();
  const histories: History<M>[number][][] = [];

  function laneOf(from: NodeName, to: NodeName): Lane<M> {
    const known = rows.get(from)?.get(to);
    if (known !== undefined) return known;
    const name = `network/${from}→${to}`;
    const history: History<M>[number][] = [];
    histories.push(history);
    const troubles = new Map<string, Stream>();
    let latest: LinkReading | undefined;
    const lane: Lane<M> = {
      stream: rng.stream(name),
      losses: createLosses(),
      history,
      remember(at, message) {
        if (memory === 0) return;
        history.push({ at, message });
        if (history.length > memory) history.shift();
      },
      trouble(kind) {
        const known = troubles.get(kind);
        if (known !== undefined) return known;
        const stream = rng.stream(`${name}/${kind}`);
        troubles.set(kind, stream);
        return stream;
      },
      read(model) {
        if (latest?.model !== model) latest = readLink(model);
        return latest;
      },
    };
    const row = rows.get(from) ?? new Map<NodeName, Lane<M>>();
    rows.set(from, row.set(to, lane));
    return lane;
  }

  return {
    laneOf,
    forget() {
      for (const history of histories) history.length = 0;
    },
  };
}
