import { invariant } from '@quorate/core';
import { isBeside } from '../world/links.ts';
import type { Cluster } from './cluster.ts';
import {
  type Failure,
  failureIn,
  type Local,
  type Machine,
  type Sent,
  type Taken,
} from './machines/machine.ts';
import type { Move } from './moves.ts';
import { createIdentities } from './numbers/identities.ts';
import type { Messages } from './numbers/messages.ts';
import { at } from './numbers/numbers.ts';
import { createOnlooker, type LastInput, type Onlooker, type Seen } from './onlooker.ts';

/** The order of events to run again. */
export interface RerunOptions {
  readonly cluster: Cluster;
  readonly path: readonly Move[];
  readonly messages: Pick<Messages, 'at'>;
  /** Whether nothing is under way at the end, so that the end can be judged. */
  readonly isEnd: boolean;
  /** Sees what the onlooker of the rerun is shown, before that; nobody by default. */
  readonly scribe?: Scribe;
}

/** What was observed, and the local states at the end, or in which a node broke. */
export interface Rerun extends Seen {
  readonly locals: readonly Local[];
}

/**
 * Runs one order of events with the real code, under every oracle that watches a run of the
 * simulator.
 *
 * This checks what the search found in its tables: an order that cannot be run is a bug of the
 * exploration. Like a run, it ends with the event in which a node breaks.
 */
export function rerun({ cluster, path, messages, isEnd, scribe }: RerunOptions): Rerun {
  const own = createOnlooker(cluster);
  const onlooker = scribe === undefined ? own : seenBy(scribe, own);
  const nodes = createNodes(cluster, onlooker);
  for (const [index, move] of path.entries()) {
    if (onlooker.hasBroken()) break;
    onlooker.next(index);
    take(move, { nodes, onlooker, messages });
  }
  const isOver = isEnd && !onlooker.hasBroken();
  return { ...onlooker.end(isOver ? nodes.locals : undefined), locals: nodes.locals };
}

/** Someone who writes down what happens in a rerun. */
export type Scribe = Pick<Onlooker, 'next' | 'stepped' | 'sent' | 'arrived' | 'crashed'>;

function seenBy(scribe: Scribe, onlooker: Onlooker): Onlooker {
  return {
    ...onlooker,
    next(over) {
      scribe.next(over);
      onlooker.next(over);
    },
    stepped(machine, observed) {
      scribe.stepped(machine, observed);
      onlooker.stepped(machine, observed);
    },
    sent(sent) {
      scribe.sent(sent);
      onlooker.sent(sent);
    },
    arrived(machine, sent) {
      scribe.arrived(machine, sent);
      onlooker.arrived(machine, sent);
    },
    crashed(node) {
      scribe.crashed(node);
      onlooker.crashed(node);
    },
  };
}

interface Rerunning {
  readonly nodes: Nodes;
  readonly onlooker: Onlooker;
  readonly messages: RerunOptions['messages'];
}

function take(move: Move, { nodes, onlooker, messages }: Rerunning): void {
  switch (move.kind) {
    case 'deliver':
      nodes.deliver(nodes.fetch(messages.at(move.message)));
      return;
    case 'duplicate':
      nodes.deliver(nodes.find(messages.at(move.message)));
      return;
    case 'drop':
      onlooker.lost(nodes.fetch(messages.at(move.message)));
      return;
    case 'timeout':
      nodes.fire(move.node, move.timer);
      return;
    case 'crash':
      nodes.crash(move.node);
      return;
    case 'crash-during': {
      const sent = nodes.fetch(messages.at(move.message));
      nodes.crash(nodes.indexOf(sent.to), { sent, effects: move.effects });
      return;
    }
  }
}

type Nodes = ReturnType<typeof createNodes>;

/** Creates nodes that have started; their states follow from their inputs. */
function createNodes({ machines }: Cluster, onlooker: Onlooker) {
  const identities = createIdentities();
  const underWay: Sent[] = [];
  const begun = machines.map((machine) => machine.begin());
  const locals: Local[] = begun.map(({ local }) => local);

  function become(node: number, taken: Taken, input?: LastInput['input']): void {
    const machine = at(machines, node);
    const last = input && { input, state: at(locals, node).state };
    locals[node] = taken.local;
    const { sent, observed, failure } = taken;
    // As in a run, a node has broken if nobody can read what it does.
    const unread = failureIn(() => onlooker.stepped(machine, observed));
    for (const each of [unread, ...sent.map(post), failure]) {
      if (each !== undefined) onlooker.broke(machine, each, last);
    }
  }

  function post(sent: Sent): Failure | undefined {
    const unread = failureIn(() => onlooker.sent(sent));
    if (unread !== undefined) return unread;
    if (!isBeside(sent.from, sent.to)) underWay.push(sent);
    else deliver(sent);
    return undefined;
  }

  function deliver(sent: Sent): void {
    const node = indexOf(sent.to);
    const machine = at(machines, node);
    const { from, message } = sent;
    onlooker.arrived(machine, sent);
    become(node, machine.hear(at(locals, node), sent), { type: 'Message', from, message });
  }

  function indexOf(name: string): number {
    return machines.findIndex(({ name: own, aliases }) => own === name || aliases.includes(name));
  }

  function placeOf(wanted: Sent): number {
    const place = underWay.findIndex((each) => identities.of(each) === identities.of(wanted));
    invariant(place >= 0, `a message from ${wanted.from} to ${wanted.to} is under way`);
    return place;
  }

  for (const [node, taken] of begun.entries()) become(node, { ...taken, local: at(locals, node) });
  return {
    locals,
    indexOf,
    deliver,
    find: (wanted: Sent): Sent => at(underWay, placeOf(wanted)),
    fetch(wanted: Sent): Sent {
      const place = placeOf(wanted);
      const sent = at(underWay, place);
      underWay.splice(place, 1);
      return sent;
    },
    fire(node: number, timer: string): void {
      const { name, fire }: Machine = at(machines, node);
      invariant(fire !== undefined, `${name} has timers`);
      become(node, fire(at(locals, node), timer), { type: 'Timer', id: timer });
    },
    crash(node: number, during?: { readonly sent: Sent; readonly effects: number }): void {
      const { name, crash }: Machine = at(machines, node);
      invariant(crash !== undefined, `${name} can crash`);
      become(node, crash(at(locals, node), during));
      onlooker.crashed(name);
    },
  };
}
