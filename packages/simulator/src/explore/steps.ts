import { InvariantError, invariant } from '@quorate/core';
import type { Local, Machine, Taken } from './machines/machine.ts';
import type { Language } from './numbers/language.ts';
import type { Messages } from './numbers/messages.ts';
import { at, bounded, NUMBERS_MAX } from './numbers/numbers.ts';

/**
 * An input of a node, apart from the node's state: a message, by its number, or something else that
 * happens to it.
 */
export type Stimulus =
  | { readonly kind: 'hear'; readonly message: number }
  | { readonly kind: 'fire'; readonly timer: string }
  | { readonly kind: 'crash' }
  /** The node crashes while it handles a message, after this many effects. */
  | { readonly kind: 'crash-during'; readonly message: number; readonly effects: number };

/** The result of a stimulus: computed once, however often the search needs it. */
export interface Edge {
  /** The number of the resulting local state. */
  readonly to: number;
  /** The numbers of all messages sent, in order. */
  readonly sent: readonly number[];
  /** The marks of what it gives away for good. */
  readonly marks: readonly number[];
  readonly effects: number;
}

/**
 * All local states of all nodes and all messages that a search has met, by number, and what each
 * node does with each stimulus in each of its states.
 *
 * A node of the core sees only its own state and its input. Its step is therefore computed once for
 * each pair of these, with the real code and real signatures, and millions of states of the whole
 * cluster are composed of a few hundred such steps.
 */
export interface Steps {
  /** The initial state and messages of each node. */
  readonly begin: readonly Edge[];
  take(node: number, local: number, stimulus: Stimulus): Edge;
  /**
   * Lists what a node has done with messages that reached it in some order of events, and, as
   * ignored, each inert message in each state.
   */
  heardBy(node: number): readonly Hearing[];
  localAt(node: number, local: number): Local;
  readonly messages: Messages;
  /**
   * Tells whether the receiver of a message ignores it in every state that is known to be
   * reachable: then it makes no difference when, or whether, it arrives.
   */
  isInert(message: number): boolean;
  /**
   * Tells whether some message was wrongly treated as inert: then the exploration has to be
   * repeated.
   */
  isWrong(): boolean;
  /** Starts the exploration again, with everything that is known by now. */
  beginAgain(): void;
  counts(): StepCounts;
}

/** What a node does with a message in one of its states. */
export interface Hearing {
  readonly local: number;
  readonly message: number;
  readonly edge: Edge;
  readonly isInert: boolean;
}

/** How much a search had to compute. */
export interface StepCounts {
  /** The number of steps of nodes that were computed. */
  readonly steps: number;
  /** The number of different states of single nodes. */
  readonly locals: number;
  /** The number of different messages. */
  readonly messages: number;
}

interface Node {
  readonly machine: Machine;
  readonly locals: Local[];
  readonly numbers: Map<number, number>;
  readonly edges: Map<number | string, Edge>;
  /** What it has received in some order of events, by the same keys. */
  readonly heard: Set<number>;
  /** Messages to it that are treated as inert. */
  readonly inert: Set<number>;
}

/** Creates the steps of some nodes; only the initial ones are computed at first. */
export function createSteps(
  machines: readonly Machine[],
  marksOf: (machine: Machine, taken: Taken) => readonly number[],
  { identities, messages }: Language,
): Steps {
  const nodes = machines.map(newNode);
  const inertness: (boolean | undefined)[] = [];
  let steps = 0;
  let isWrong = false;

  function numberOfLocal(node: Node, local: Local): number {
    const identity = identities.of(local);
    const known = node.numbers.get(identity);
    if (known !== undefined) return known;
    const number = bounded(node.locals.length);
    node.numbers.set(identity, number);
    node.locals.push(local);
    for (const message of node.inert) {
      if (isIgnored(node, number, message)) continue;
      node.inert.delete(message);
      inertness[message] = false;
      isWrong = true;
    }
    return number;
  }

  function isIgnored(node: Node, local: number, message: number): boolean {
    const { to, sent, marks } = takeAt(node, local, { kind: 'hear', message });
    return to === local && sent.length === 0 && marks.length === 0;
  }

  function takeAt(node: Node, local: number, stimulus: Stimulus): Edge {
    const key = keyOf(local, stimulus);
    const known = node.edges.get(key);
    if (known !== undefined) return known;
    steps += 1;
    const taken = perform(node.machine, at(node.locals, local), stimulus, messages);
    const edge = edgeOf(node, taken);
    node.edges.set(key, edge);
    return edge;
  }

  function edgeOf(node: Node, taken: Taken): Edge {
    return {
      to: numberOfLocal(node, taken.local),
      sent: taken.sent.map(messages.numberOf),
      marks: marksOf(node.machine, taken),
      effects: taken.effects,
    };
  }

  function judgeInert(message: number): boolean {
    const receiver = messages.receiverOf(message);
    if (receiver === undefined) return true;
    const node = at(nodes, receiver);
    // The loop also examines the states that are found on the way.
    let isInert = !messages.isBeside(message);
    for (let local = 0; isInert && local < node.locals.length; local += 1) {
      isInert = isIgnored(node, local, message);
    }
    if (isInert) node.inert.add(message);
    return isInert;
  }

  return {
    begin: nodes.map((node) => edgeOf(node, node.machine.begin())),
    take(number, local, stimulus) {
      const node = at(nodes, number);
      if (stimulus.kind === 'hear') node.heard.add(heardKey(local, stimulus.message));
      return takeAt(node, local, stimulus);
    },
    heardBy: (node) => hearingsOf(at(nodes, node)),
    localAt: (node, local) => at(at(nodes, node).locals, local),
    messages,
    isInert(message) {
      inertness[message] ??= judgeInert(message);
      return inertness[message];
    },
    isWrong: () => isWrong,
    beginAgain() {
      isWrong = false;
    },
    counts: () => ({
      steps,
      locals: nodes.reduce((sum, { locals }) => sum + locals.length, 0),
      messages: messages.count(),
    }),
  };
}

function newNode(machine: Machine): Node {
  return {
    machine,
    locals: [],
    numbers: new Map(),
    edges: new Map(),
    heard: new Set(),
    inert: new Set(),
  };
}

const HEARD = NUMBERS_MAX + 1;

function hearingsOf({ locals, heard, inert, edges }: Node): readonly Hearing[] {
  const ignored = locals.flatMap((_, local) =>
    [...inert].map((message) => heardKey(local, message)),
  );
  return [...heard, ...ignored].map((key): Hearing => {
    const edge = edges.get(key);
    invariant(edge !== undefined, 'what was heard or called inert was tried');
    const message = key % HEARD;
    return { local: Math.floor(key / HEARD), message, edge, isInert: inert.has(message) };
  });
}

function heardKey(local: number, message: number): number {
  return local * HEARD + message;
}

function keyOf(local: number, stimulus: Stimulus): number | string {
  switch (stimulus.kind) {
    case 'hear':
      return heardKey(local, stimulus.message);
    case 'fire':
      return `${local} fire ${stimulus.timer}`;
    case 'crash':
      return `${local} crash`;
    case 'crash-during':
      return `${local} crash ${stimulus.message} ${stimulus.effects}`;
  }
}

function perform(machine: Machine, local: Local, stimulus: Stimulus, messages: Messages): Taken {
  switch (stimulus.kind) {
    case 'hear':
      return machine.hear(local, messages.at(stimulus.message));
    case 'fire':
      return able(machine.fire, machine)(local, stimulus.timer);
    case 'crash':
      return able(machine.crash, machine)(local);
    case 'crash-during': {
      const { message, effects } = stimulus;
      return able(machine.crash, machine)(local, { sent: messages.at(message), effects });
    }
  }
}

function able<F>(deed: F | undefined, { name }: Machine): F {
  if (deed === undefined) throw new InvariantError(`${name} has no timers, and does not crash`);
  return deed;
}
