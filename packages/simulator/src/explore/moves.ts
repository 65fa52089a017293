import { type Given, NOTHING_GIVEN } from './given.ts';
import type { Machine } from './machines/machine.ts';
import { at } from './numbers/numbers.ts';
import type { Edge, Steps } from './steps.ts';
import type { Budgets, Whole } from './whole.ts';

/** One thing that may happen next. */
export type Move =
  | { readonly kind: 'deliver' | 'drop' | 'duplicate'; readonly message: number }
  | { readonly kind: 'timeout'; readonly node: number; readonly timer: string }
  | { readonly kind: 'crash'; readonly node: number }
  | { readonly kind: 'crash-during'; readonly message: number; readonly effects: number };

/** Knows what may happen next, and with which result. */
export interface Moves {
  /** Gives the initial state, without the messages that are known to be inert by now. */
  begin(): Whole;
  /** Lists everything that may happen, always in the same order. */
  from(whole: Whole): readonly Move[];
  take(whole: Whole, move: Move): Whole;
}

/** What moves are built from. */
export interface MovesOptions {
  readonly machines: readonly Machine[];
  readonly steps: Steps;
  readonly given: Given;
  readonly budgets: Budgets;
  readonly isCorrect: (node: string) => boolean;
  /** Called with each step of a node that a move takes. */
  readonly onEdge: (node: number, edge: Edge) => void;
}

/** Creates the moves of a cluster in its initial state. */
export function createMoves(options: MovesOptions): Moves {
  const { steps, budgets } = options;
  const turns = createTurns(options);
  const first: Whole = { locals: [], given: NOTHING_GIVEN, left: budgets, underWay: [] };
  return {
    begin: () =>
      turns.settle(
        first,
        steps.begin.map(({ to }) => to),
        [],
        {
          sent: steps.begin.flatMap(({ sent }) => sent),
          marks: steps.begin.flatMap(({ marks }) => marks),
        },
      ),
    from: createChoices(options, turns),
    take: createTaking(options, turns),
  };
}

/** One turn of one node, together with the messages that take no time after it. */
interface Turns {
  /** Puts the messages of a step under way, and delivers those that take no time. */
  settle(before: Whole, locals: number[], underWay: number[], said: Said): Whole;
  /** Gives the result of a step of one node. */
  after(whole: Whole, node: number, edge: Edge, underWay: number[]): Whole;
  /** Gives what the receiver of a message does with it in this state. */
  hear(whole: Whole, message: number): Edge;
  nodeOf(message: number): number;
}

type Said = Pick<Edge, 'sent' | 'marks'>;

function createTurns({ steps, given, onEdge }: MovesOptions): Turns {
  const { messages } = steps;

  function settle(before: Whole, locals: number[], underWay: number[], said: Said): Whole {
    let set = given.with(before.given, said.marks);
    const queue = [...said.sent];
    for (let next = 0; next < queue.length; next += 1) {
      const message = queue[next] as number;
      if (steps.isInert(message)) continue;
      if (!messages.isBeside(message)) {
        insert(underWay, message);
        continue;
      }
      const node = nodeOf(message);
      const edge = steps.take(node, at(locals, node), { kind: 'hear', message });
      locals[node] = edge.to;
      set = given.with(set, edge.marks);
      onEdge(node, edge);
      queue.push(...edge.sent);
    }
    return { locals, given: set, left: before.left, underWay };
  }

  // A message without a receiver is inert, so it is never under way.
  const nodeOf = (message: number) => messages.receiverOf(message) as number;

  return {
    settle,
    nodeOf,
    after(whole, node, edge, underWay) {
      const locals = whole.locals.slice();
      locals[node] = edge.to;
      onEdge(node, edge);
      return settle(whole, locals, underWay, edge);
    },
    hear(whole, message) {
      const node = nodeOf(message);
      return steps.take(node, at(whole.locals, node), { kind: 'hear', message });
    },
  };
}

function createChoices(
  { machines, steps, isCorrect }: MovesOptions,
  { hear, nodeOf }: Turns,
): Moves['from'] {
  const crashing = machines.flatMap(({ name, role }, node) =>
    role === 'validator' && isCorrect(name) ? [node] : [],
  );

  function crashes(whole: Whole, messages: readonly number[]): readonly Move[] {
    return [
      ...crashing.map((node): Move => ({ kind: 'crash', node })),
      ...messages.flatMap((message) => {
        if (!crashing.includes(nodeOf(message))) return [];
        const between = Math.max(0, hear(whole, message).effects - 1);
        return Array.from(
          { length: between },
          (_, index): Move => ({ kind: 'crash-during', message, effects: index + 1 }),
        );
      }),
    ];
  }

  function timeouts({ locals }: Whole): readonly Move[] {
    return locals.flatMap((local, node) =>
      steps.localAt(node, local).timers.map((timer): Move => ({ kind: 'timeout', node, timer })),
    );
  }

  return (whole) => {
    const { underWay, left } = whole;
    const messages = underWay.filter((message, index) => message !== underWay[index - 1]);
    const each = (kind: 'deliver' | 'drop' | 'duplicate'): readonly Move[] =>
      messages.map((message) => ({ kind, message }));
    return [
      ...each('deliver'),
      ...(left.drops > 0 ? each('drop') : []),
      ...(left.duplicates > 0 ? each('duplicate') : []),
      ...(left.crashes > 0 ? crashes(whole, messages) : []),
      ...(left.timeouts > 0 ? timeouts(whole) : []),
    ];
  };
}

function createTaking({ steps }: MovesOptions, { after, hear, nodeOf }: Turns): Moves['take'] {
  return (whole, move) => {
    switch (move.kind) {
      case 'deliver': {
        const { message } = move;
        return after(whole, nodeOf(message), hear(whole, message), without(whole, message));
      }
      case 'drop':
        return { ...spend(whole, 'drops'), underWay: without(whole, move.message) };
      case 'duplicate': {
        const { message } = move;
        const spent = spend(whole, 'duplicates');
        return after(spent, nodeOf(message), hear(whole, message), whole.underWay.slice());
      }
      case 'timeout': {
        const { node, timer } = move;
        const edge = steps.take(node, at(whole.locals, node), { kind: 'fire', timer });
        return after(spend(whole, 'timeouts'), node, edge, whole.underWay.slice());
      }
      case 'crash': {
        const { node } = move;
        const edge = steps.take(node, at(whole.locals, node), move);
        return after(spend(whole, 'crashes'), node, edge, whole.underWay.slice());
      }
      case 'crash-during': {
        const node = nodeOf(move.message);
        const edge = steps.take(node, at(whole.locals, node), move);
        return after(spend(whole, 'crashes'), node, edge, without(whole, move.message));
      }
    }
  };
}

function spend(whole: Whole, kind: keyof Budgets): Whole {
  return { ...whole, left: { ...whole.left, [kind]: whole.left[kind] - 1 } };
}

function without({ underWay }: Whole, message: number): number[] {
  const rest = underWay.slice();
  rest.splice(rest.indexOf(message), 1);
  return rest;
}

function insert(underWay: number[], message: number): void {
  let place = underWay.length;
  while (place > 0 && at(underWay, place - 1) > message) place -= 1;
  underWay.splice(place, 0, message);
}
