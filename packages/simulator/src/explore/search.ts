import type { Given } from './given.ts';
import type { Move, Moves } from './moves.ts';
import { TooManyError } from './numbers/numbers.ts';
import type { Edge, Steps } from './steps.ts';
import type { MayGoOn } from './time-is-up.ts';
import { textOf, type Whole, wholeOf } from './whole.ts';

/** The limits of a search. */
export interface SearchLimits {
  readonly states: number;
  /** The most moves from the beginning. */
  readonly depth: number;
  readonly mayGoOn: MayGoOn;
}

/** A state in which nothing is under way. */
export interface End {
  readonly whole: Whole;
  /** One of the shortest ways in which it can be reached. */
  readonly path: readonly Move[];
}

/**
 * An order of moves that brought some node for the first time from one of its states to another.
 */
export interface Covering {
  readonly edge: Edge;
  readonly path: () => readonly Move[];
}

/** The result of a search. */
export interface Found {
  readonly states: number;
  readonly transitions: number;
  /** The longest of the shortest ways to a state. */
  readonly depth: number;
  /** Why not everything was explored; undefined if everything was. */
  readonly cutOff: CutOff | undefined;
  readonly ends: readonly End[];
  readonly coverings: readonly Covering[];
  /**
   * The shortest way to a state in which given signatures prove that an invariant is broken; the
   * search stopped there.
   */
  readonly breach: readonly Move[] | undefined;
}

/** Why a search stopped early. */
export type CutOff = 'max-states' | 'max-depth' | 'time' | 'too-many' | 'violation';

/** What a search explores. */
export interface SearchOptions {
  readonly nodes: number;
  readonly steps: Steps;
  readonly given: Given;
  readonly moves: Moves;
  readonly limits: SearchLimits;
  /** Gives the steps of nodes that the last move took. */
  readonly taken: () => readonly Edge[];
}

/**
 * Goes through every state that any order of moves leads to, in order of the number of moves, so
 * that the way found to each state is a shortest one.
 */
export function search(options: SearchOptions): Found {
  for (;;) {
    const found = searchOnce(options);
    if (!options.steps.isWrong()) return found;
    // A message was skipped as inert that some node does react to; by now that is known.
    options.steps.beginAgain();
  }
}

function searchOnce({ nodes, steps, given, moves, limits, taken }: SearchOptions): Found {
  const tree = createTree(moves.begin());
  const ends: End[] = [];
  const coverings: Covering[] = [];
  const covered = new Set<Edge>();
  let transitions = 0;

  function cover(state: number, move: Move): void {
    for (const edge of taken()) {
      if (covered.has(edge)) continue;
      covered.add(edge);
      coverings.push({ edge, path: () => [...tree.pathTo(state), move] });
    }
  }

  /** Takes every move from a state; gives why the search has to stop there, if it has to. */
  function expand(state: Open): CutOff | undefined {
    const whole = wholeOf(state.text, nodes);
    if (given.breachIn(whole.given) !== undefined) return 'violation';
    if (whole.underWay.length === 0) ends.push({ whole, path: tree.pathTo(state.number) });
    const all = moves.from(whole);
    if (state.depth >= limits.depth) return all.length > 0 ? 'max-depth' : undefined;
    for (const move of all) {
      transitions += 1;
      const after = moves.take(whole, move);
      cover(state.number, move);
      tree.add(textOf(after), state, move);
    }
    return tree.size().states > limits.states ? 'max-states' : undefined;
  }

  function found(cutOff: CutOff | undefined, last?: Open): Found {
    const path =
      cutOff === 'violation' && last !== undefined ? tree.pathTo(last.number) : undefined;
    return { ...tree.size(), transitions, cutOff, ends, coverings, breach: path };
  }

  let isTooDeep = false;
  try {
    for (let state = tree.next(); state !== undefined; state = tree.next()) {
      const cutOff = limits.mayGoOn(tree.size().states) ? expand(state) : 'time';
      // The other states that are as deep are still looked at.
      if (cutOff === 'max-depth') isTooDeep = true;
      else if (cutOff !== undefined) return found(cutOff, state);
      if (steps.isWrong()) return found(undefined);
    }
  } catch (error) {
    if (error instanceof TooManyError) return found('too-many');
    throw error;
  }
  return found(isTooDeep ? 'max-depth' : undefined);
}

/** A state that is still to be expanded. */
interface Open {
  readonly number: number;
  readonly depth: number;
  readonly text: string;
}

/** Keeps every state that was met, and the move that first led to it. */
function createTree(begin: Whole) {
  const known = new Set<string>([textOf(begin)]);
  const parents: number[] = [-1];
  const via: (Move | undefined)[] = [undefined];
  let level: Open[] = [{ number: 0, depth: 0, text: textOf(begin) }];
  let behind: Open[] = [];
  let at = 0;
  let deepest = 0;

  return {
    next(): Open | undefined {
      if (at === level.length) {
        level = behind;
        behind = [];
        at = 0;
      }
      const open = level[at];
      at += 1;
      return open;
    },
    add(text: string, { number, depth }: Open, move: Move): void {
      if (known.has(text)) return;
      known.add(text);
      parents.push(number);
      via.push(move);
      deepest = depth + 1;
      behind.push({ number: parents.length - 1, depth: depth + 1, text });
    },
    pathTo(state: number): readonly Move[] {
      const path: Move[] = [];
      for (let each = state; each > 0; each = parents[each] ?? 0) {
        const move = via[each];
        if (move !== undefined) path.push(move);
      }
      return path.reverse();
    },
    size: () => ({ states: known.size, depth: deepest }),
  };
}
