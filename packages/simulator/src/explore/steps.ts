import { InvariantError, invariant } from '@quorate/core';
import type { Language } from './language.ts';
import type { Local, Machine, Taken } from './machine.ts';
import type { Messages } from './messages.ts';
import { at, bounded, NUMBERS_MAX } from './numbers.ts';

/** What reaches a node, apart from where it is: a message by its number, and what else may happen to it. */
export type Stimulus =
  | { readonly kind: 'hear'; readonly message: number }
  | { readonly kind: 'fire'; readonly timer: string }
  | { readonly kind: 'crash' }
  /** Its process dies while it takes a message in, after so many effects of that. */
  | { readonly kind: 'crash-during'; readonly message: number; readonly effects: number };

/** What a node made of a stimulus: computed once, however often the search comes by. */
export interface Edge {
  /** The number of the local state that it leads to. */
  readonly to: number;
  /** All that was sent, in order. */
  readonly sent: readonly number[];
  /** What it gives away for good, by numbers of whoever keeps count of that. */
  readonly marks: readonly number[];
  readonly effects: number;
}

/**
 * Every local state of every node and every message that a search has come upon, by numbers, and what each node
 * makes of each stimulus in each of its states.
 *
 * A node of the core sees nothing but its own state and what reaches it. So its step is taken once for each
 * pair of these, with the real code and real signatures, and millions of states of the whole cluster are made
 * of a few hundred such steps.
 */
export interface Steps {
  /** What each node is and says before anything has happened. */
  readonly begin: readonly Edge[];
  take(node: number, local: number, stimulus: Stimulus): Edge;
  /**
   * Lists what a node has made of messages that reached it in some order of events; and, as what it takes no notice
   * of, each inert message in each state.
   */
  heardBy(node: number): readonly Hearing[];
  localAt(node: number, local: number): Local;
  readonly messages: Messages;
  /**
   * Tells a message that its receiver takes no notice of, in whatever state it is known to get into: then it
   * makes no difference when, or whether, it arrives.
   */
  isInert(message: number): boolean;
  /** Tells whether some message was called inert that is not: then what was explored has to be explored again. */
  isWrong(): boolean;
  /** Makes a new beginning, with all that is known by now. */
  beginAgain(): void;
  counts(): StepCounts;
}

/** What a node makes of a message in one of its states. */
export interface Hearing {
  readonly local: number;
  readonly message: number;
  readonly edge: Edge;
  readonly isInert: boolean;
}

/** How much a search had to compute. */
export interface StepCounts {
  /** Steps of nodes that were taken. */
  readonly steps: number;
  /** Different states of single nodes. */
  readonly locals: number;
  readonly messages: number;
}

interface Node {
  readonly machine: Machine;
  readonly locals: Local[];
  readonly numbers: Map<number, number>;
  readonly edges: Map<number | string, Edge>;
  /** What it has heard in some order of events, by the same keys. */
  readonly heard: Set<number>;
  /** Messages to it that are called inert. */
  readonly inert: Set<number>;
}

/** Creates the steps of some nodes, of which none but the first are taken. */
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
    const { to, sent } = takeAt(node, local, { kind: 'hear', message });
    return to === local && sent.length === 0;
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
    // What is found on the way is looked at as well.
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
