import type { NodeName } from '@quorate/transport';
import type { LinkModel } from './link-model.ts';
import { type LinkReading, readLink } from './link-reading.ts';
import { createLosses, type Losses } from './loss.ts';
import type { Rng, Stream } from './rng.ts';
import type { History } from './troubles.ts';

/** One direction of a link: its random stream and its memory. */
export interface Lane<M> {
  /** The stream for delays and losses. */
  readonly stream: Stream;
  readonly losses: Losses;
  /** The latest messages sent over it, oldest first, up to the size of its memory. */
  readonly history: History<M>;
  remember(at: bigint, message: M): void;
  /** Opens the stream for one kind of trouble. */
  readonly trouble: (kind: string) => Stream;
  /** Reads a model. Consecutive messages usually have the same one, so the last reading is kept. */
  read(model: LinkModel): LinkReading;
}

/** All lanes of a network. */
export interface Lanes<M> {
  laneOf(from: NodeName, to: NodeName): Lane<M>;
  /** Makes all lanes forget the messages sent; their random streams go on. */
  forget(): void;
}

/**
 * Creates the lanes of a network, each on first use; `memory` is how many messages each one
 * remembers.
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
