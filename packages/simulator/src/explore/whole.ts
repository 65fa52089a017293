/** How often each thing may go wrong in one order of events. */
export interface Budgets {
  /** Messages that are lost. */
  readonly drops: number;
  /** Messages that arrive once more. */
  readonly duplicates: number;
  /** Crashes of correct validators, each followed by a restart. */
  readonly crashes: number;
  /** Timers that go off, while something is under way or afterwards. */
  readonly timeouts: number;
}

/** The state of the whole cluster. */
export interface Whole {
  /** The number of each node's local state, in the order of the nodes. */
  readonly locals: readonly number[];
  /** The number of the set of signatures that have been given away. */
  readonly given: number;
  readonly left: Budgets;
  /** The numbers of the messages under way, ascending; one may be there twice. */
  readonly underWay: readonly number[];
}

/** Writes a state of the cluster as a text: two states are equal if and only if their texts are. */
export function textOf({ locals, given, left, underWay }: Whole): string {
  return String.fromCharCode(
    ...locals,
    given & 0xffff,
    given >> 16,
    left.drops,
    left.duplicates,
    left.crashes,
    left.timeouts,
    ...underWay,
  );
}

/** Reads such a text back. */
export function wholeOf(text: string, nodes: number): Whole {
  const codes: number[] = [];
  for (let at = 0; at < text.length; at += 1) codes.push(text.charCodeAt(at));
  const budgets = codes.slice(nodes, nodes + 6);
  const [low = 0, high = 0, drops = 0, duplicates = 0, crashes = 0, timeouts = 0] = budgets;
  return {
    locals: codes.slice(0, nodes),
    given: low | (high << 16),
    left: { drops, duplicates, crashes, timeouts },
    underWay: codes.slice(nodes + 6),
  };
}
