import type { Local, Machine, Sent, Taken } from '../src/explore/machines/machine.ts';
import type { Move } from '../src/explore/moves.ts';
import { createIdentities, type Identities } from '../src/explore/numbers/identities.ts';
import type { Messages } from '../src/explore/numbers/messages.ts';
import type { Budgets } from '../src/explore/whole.ts';
import { isBeside } from '../src/world/links.ts';

/** A state of everybody, without numbers in the place of values. */
export interface Stand {
  readonly locals: readonly Local[];
  readonly underWay: readonly Sent[];
  /** What has been given away for good. */
  readonly marks: ReadonlySet<number>;
  readonly left: Budgets;
}

/** One thing that happens. */
type Event =
  | { readonly kind: 'deliver'; readonly sent: Sent }
  | { readonly kind: 'drop'; readonly sent: Sent }
  | { readonly kind: 'duplicate'; readonly sent: Sent }
  | { readonly kind: 'timeout'; readonly node: number; readonly timer: string }
  | { readonly kind: 'crash'; readonly node: number }
  | { readonly kind: 'crash-during'; readonly sent: Sent; readonly effects: number };

/** The result of one event. */
interface After {
  readonly stand: Stand;
  /** What nodes did in it, each as a text; without steps that change and send nothing. */
  readonly steps: readonly string[];
}

/** What to go through. */
interface EveryOrderOptions {
  readonly machines: readonly Machine[];
  readonly isCorrect: (node: string) => boolean;
  readonly marksOf: (machine: Machine, taken: Taken) => readonly number[];
  readonly budgets: Budgets;
}

const SPENT = {
  drop: 'drops',
  duplicate: 'duplicates',
  timeout: 'timeouts',
  crash: 'crashes',
  'crash-during': 'crashes',
} as const;

/** Takes events literally: without tables, and passing over nothing. */
export function everyOrderOf(options: EveryOrderOptions) {
  const identities = createIdentities();
  const nodes = createNodes(options, identities);
  const { machines, budgets } = options;

  function textOf({ locals, underWay, marks, left }: Stand): string {
    const messages = ascending(underWay.map(identities.of));
    const all = [locals.map(identities.of), messages, ascending([...marks]), Object.values(left)];
    return all.join(' / ');
  }

  function begin(): After {
    const begun = machines.map((machine) => machine.begin());
    const locals = begun.map(({ local }) => local);
    const nothing = { locals, underWay: [], marks: new Set<number>(), left: budgets };
    const all = begun.map((taken, node) => ({ node, taken, stimulus: 'begin' }));
    return nodes.settle(nothing, all);
  }

  return {
    begin,
    take: createTaking(nodes, identities),
    eventsFrom: createChoices(nodes, options),
    textOf,
    identities,
  };
}

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}

/** The reaction of a node to something. */
interface Turn {
  readonly node: number;
  readonly taken: Taken;
  readonly stimulus: string;
}

type Nodes = ReturnType<typeof createNodes>;

function createNodes({ machines, marksOf }: EveryOrderOptions, identities: Identities) {
  const indexOf = (name: string) =>
    machines.findIndex((each) => each.name === name || each.aliases.includes(name));
  const machineAt = (node: number) => machines[node] as Machine;

  function hear(locals: Stand['locals'], sent: Sent): Turn {
    const node = indexOf(sent.to);
    const taken = machineAt(node).hear(locals[node] as Local, sent);
    return { node, taken, stimulus: `${identities.of(sent)}` };
  }

  /** Applies the reactions of nodes, and has the nodes beside them hear of these at once. */
  function settle(before: Stand, first: readonly Turn[]): After {
    const locals = [...before.locals];
    const underWay = [...before.underWay];
    const marks = new Set(before.marks);
    const steps: string[] = [];
    const queue = first.flatMap(become);

    function become({ node, taken, stimulus }: Turn): readonly Sent[] {
      const was = identities.of(locals[node] as Local);
      locals[node] = taken.local;
      for (const mark of marksOf(machineAt(node), taken)) marks.add(mark);
      const [is, said] = [identities.of(taken.local), taken.sent.map(identities.of)];
      if (was !== is || said.length > 0) steps.push([node, was, stimulus, is, said].join(' '));
      return taken.sent;
    }

    for (const sent of queue) {
      const isHeard = indexOf(sent.to) >= 0;
      if (isHeard && isBeside(sent.from, sent.to)) queue.push(...become(hear(locals, sent)));
      else if (isHeard) underWay.push(sent);
    }
    return { stand: { locals, underWay, marks, left: before.left }, steps };
  }

  return { indexOf, machineAt, hear, settle };
}

function spent({ left }: Stand, kind: Event['kind']): Budgets {
  if (kind === 'deliver') return left;
  const budget = SPENT[kind];
  if (left[budget] < 1) throw new Error(`no more ${budget}`);
  return { ...left, [budget]: left[budget] - 1 };
}

/** Creates the function that applies an event, or refuses one that cannot happen there. */
function createTaking({ indexOf, machineAt, hear, settle }: Nodes, identities: Identities) {
  function without({ underWay }: Stand, sent: Sent): readonly Sent[] {
    const place = underWay.findIndex((each) => identities.of(each) === identities.of(sent));
    if (place < 0) throw new Error(`nothing from ${sent.from} to ${sent.to} is under way`);
    return underWay.toSpliced(place, 1);
  }

  return (whole: Stand, event: Event): After => {
    const before = { ...whole, left: spent(whole, event.kind) };
    if ('sent' in event) {
      const { sent } = event;
      const rest = { ...before, underWay: without(before, sent) };
      if (event.kind === 'drop') return { stand: rest, steps: [] };
      if (event.kind === 'duplicate') return settle(before, [hear(before.locals, sent)]);
      if (event.kind === 'deliver') return settle(rest, [hear(before.locals, sent)]);
      const { effects } = event;
      const node = indexOf(sent.to);
      const taken = machineAt(node).crash?.(before.locals[node] as Local, { sent, effects });
      const stimulus = `crash ${effects} ${identities.of(sent)}`;
      return settle(rest, [{ node, taken: taken as Taken, stimulus }]);
    }
    const { node } = event;
    const [machine, local] = [machineAt(node), before.locals[node] as Local];
    if (event.kind === 'crash') {
      return settle(before, [{ node, taken: machine.crash?.(local) as Taken, stimulus: 'crash' }]);
    }
    const { timer: stimulus } = event;
    if (!local.timers.includes(stimulus)) throw new Error(`no timer ${stimulus} is set`);
    return settle(before, [{ node, taken: machine.fire?.(local, stimulus) as Taken, stimulus }]);
  };
}

/** Creates the function that lists all events that may happen. */
function createChoices(
  { indexOf, machineAt, hear }: Nodes,
  { machines, isCorrect }: EveryOrderOptions,
) {
  const mayCrash = (node: number) =>
    machineAt(node).role === 'validator' && isCorrect(machineAt(node).name);

  function crashes({ locals, underWay }: Stand): readonly Event[] {
    const idle = machines.flatMap((_, node): Event[] =>
      mayCrash(node) ? [{ kind: 'crash', node }] : [],
    );
    const during = underWay.flatMap((sent): Event[] => {
      const { effects } = hear(locals, sent).taken;
      const between = mayCrash(indexOf(sent.to)) ? [...Array(effects).keys()].slice(1) : [];
      return between.map((each) => ({ kind: 'crash-during', sent, effects: each }));
    });
    return [...idle, ...during];
  }

  return (stand: Stand): readonly Event[] => {
    const { locals, underWay, left } = stand;
    const of = (kind: 'deliver' | 'drop' | 'duplicate') =>
      underWay.map((sent): Event => ({ kind, sent }));
    const timeouts = locals.flatMap(({ timers }, node) =>
      timers.map((timer): Event => ({ kind: 'timeout', node, timer })),
    );
    return [
      ...of('deliver'),
      ...(left.drops > 0 ? of('drop') : []),
      ...(left.duplicates > 0 ? of('duplicate') : []),
      ...(left.crashes > 0 ? crashes(stand) : []),
      ...(left.timeouts > 0 ? timeouts : []),
    ];
  };
}

/**
 * Gives each state that any order of events leads to, with the least number of events to it, and
 * all that nodes do on the way.
 */
export function everyStand(order: ReturnType<typeof everyOrderOf>, most: number) {
  const steps = new Set<string>();
  const first = order.begin().stand;
  const found = new Map([[order.textOf(first), { stand: first, depth: 0 }]]);
  for (const { stand, depth } of found.values()) {
    for (const event of order.eventsFrom(stand)) {
      const after = order.take(stand, event);
      for (const each of after.steps) steps.add(each);
      const text = order.textOf(after.stand);
      if (!found.has(text)) found.set(text, { stand: after.stand, depth: depth + 1 });
    }
    if (found.size > most) return undefined;
  }
  return { stands: [...found.values()], steps };
}

/**
 * Follows a way that was found; gives its end, and what nodes do in its last event, or in the
 * beginning.
 */
export function followed(
  order: ReturnType<typeof everyOrderOf>,
  path: readonly Move[],
  messages: Pick<Messages, 'at'>,
): After {
  const take = ({ stand }: After, move: Move) => order.take(stand, eventOf(move, messages));
  return path.reduce(take, order.begin());
}

function eventOf(move: Move, messages: Pick<Messages, 'at'>): Event {
  if (!('message' in move)) return move;
  const { message, ...event } = move;
  return { ...event, sent: messages.at(message) };
}
