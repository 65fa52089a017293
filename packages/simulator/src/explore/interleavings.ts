import type { Move } from './moves.ts';
import { at } from './numbers/numbers.ts';
import type { Edge, Steps } from './steps.ts';
import type { Survey } from './survey.ts';

/** An order of events of one part, as one node sees it. */
interface Way {
  readonly path: readonly Move[];
  /** For each change of that node, the number of moves before it, ascending. */
  readonly turns: readonly number[];
}

/**
 * Where the events of one part have brought a node, through which changes, and what it may receive
 * next.
 */
interface Place {
  readonly way: Way;
  readonly hears: Map<number, Hears>;
}

interface Hears {
  /** The moves that lead to it, itself included; its turns are those before it. */
  readonly way: Way;
  /** Undefined if it changes nothing. */
  readonly next: Place | undefined;
}

/** An order of events of all parts, at the end of which a node receives a message. */
export interface Interleaving {
  /** The state of the node before. */
  readonly local: number;
  readonly message: number;
  readonly edge: Edge;
  readonly length: number;
  readonly path: () => readonly Move[];
}

/**
 * Lists orders of events of several independent parts: one for each message that a node receives in
 * each state to which the changes of all parts, interleaved in any way, bring it.
 */
export function interleavingsAt(
  node: number,
  parts: readonly Survey[],
  steps: Steps,
): readonly Interleaving[] {
  const { to } = at(steps.begin, node);
  const places = parts.map((part) => placesAt(node, part));
  const queue: Mixed[] = [{ places, local: to, order: [] }];
  const numberOf = createNumbers();
  const known = new Set<string>();
  const found: Interleaving[] = [];
  for (const { places, local, order } of queue) {
    for (const [part, { hears }] of places.entries()) {
      for (const [message, { way, next }] of hears) {
        const edge = steps.take(node, local, { kind: 'hear', message });
        const ways = places.map((place) => place.way).with(part, way);
        const turns = [...order, part];
        const length = ways.reduce((sum, { path }) => sum + path.length, 0);
        found.push({ local, message, edge, length, path: () => mixed(ways, turns) });
        if (next === undefined) continue;
        const after = { places: places.with(part, next), local: edge.to, order: turns };
        const key = `${after.places.map(numberOf).join()} ${after.local}`;
        if (known.has(key)) continue;
        known.add(key);
        queue.push(after);
      }
    }
  }
  return found;
}

function createNumbers(): (place: Place) => number {
  const numbers = new Map<Place, number>();
  return (place) => {
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  };
}

/**
 * The state to which the changes of all parts have brought a node, and the order of these changes.
 */
interface Mixed {
  readonly places: readonly Place[];
  readonly local: number;
  readonly order: readonly number[];
}

/** Gives everything that a node receives in one part, by the changes of the node before. */
function placesAt(node: number, { steps, found }: Survey): Place {
  const begin: Place = { way: { path: [], turns: [] }, hears: new Map() };
  for (const { path } of found.coverings) {
    const moves = path();
    const last = moves.at(-1);
    if (last === undefined || receiverOf(last) !== node) continue;
    let place = begin;
    let { to: local } = at(steps.begin, node);
    const turns: number[] = [];
    for (const [index, move] of moves.entries()) {
      if (move.kind !== 'deliver' || receiverOf(move) !== node) continue;
      const { to } = steps.take(node, local, { kind: 'hear', message: move.message });
      const way = { path: moves.slice(0, index + 1), turns: [...turns] };
      if (to !== local) turns.push(index + 1);
      const hears = place.hears.get(move.message) ?? hearing(way, turns);
      place.hears.set(move.message, hears);
      place = hears.next ?? place;
      local = to;
    }
  }
  return begin;

  function receiverOf(move: Move): number | undefined {
    return 'message' in move ? steps.messages.receiverOf(move.message) : undefined;
  }
}

/** Records what is received after some turns, and what may follow if that is another turn. */
function hearing(way: Way, turns: readonly number[]): Hears {
  if (turns.length === way.turns.length) return { way, next: undefined };
  return { way, next: { way: { ...way, turns: [...turns] }, hears: new Map() } };
}

/**
 * Interleaves the ways of several parts: each keeps its own order, and the turns of the node have
 * the given order.
 */
function mixed(ways: readonly Way[], order: readonly number[]): readonly Move[] {
  const path: Move[] = [];
  const over = ways.map(() => ({ turns: 0, moves: 0 }));
  for (const part of order) {
    const { path: own, turns } = at(ways, part);
    const done = at(over, part);
    const until = turns[done.turns] ?? own.length;
    path.push(...own.slice(done.moves, until));
    over[part] = { turns: done.turns + 1, moves: until };
  }
  return path;
}
