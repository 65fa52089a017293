import { buildLink, parseDuration, parseSignedDuration, spanOf } from '@quorate/network';
import type { Address } from '@quorate/protocol';
import { AdminError } from '../admin/admin-error.ts';
import type { Rows } from '../data/rows.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { lyingAct } from './act-shape.ts';
import type {
  ByzantineFault,
  DownFault,
  HamperFault,
  LinkFault,
  StatedFault,
} from './fault-shape.ts';
import type { FaultyBus } from './faulty-bus.ts';

/** Ends an effect; a node that it took down is up afterwards. */
export type Undo = () => void | Promise<void>;

/** What faults act on. */
export interface EffectGround {
  readonly bus: Pick<FaultyBus, 'conditions' | 'clog' | 'held'>;
  /** Validators, proxy and clients; the list may grow. */
  readonly nodes: readonly HostedNode<unknown>[];
  /** Gives what a node held when a snapshot was taken. @throws AdminError */
  readonly rowsOf: (snapshot: string, node: string) => Rows;
  /** Gives the address of the account with a name; undefined if there is none. */
  readonly accountOf: (name: string) => Address | undefined;
}

/** Puts faults into effect. */
export interface Effects {
  /** Begins the effect of a fault of this id. @throws AdminError naming the obstacle */
  beginEffect(id: string, stated: StatedFault): Undo;
  /** @throws AdminError if there is no such node */
  nodeOf(name: string): HostedNode<unknown>;
}

/** Creates the effects of faults on a devnet. */
export function createEffects(ground: EffectGround): Effects {
  const { bus, nodes, rowsOf } = ground;
  function nodeOf(name: string): HostedNode<unknown> {
    const found = nodes.find(({ node }) => node.name === name);
    if (found !== undefined) return found;
    throw new AdminError(404, 'NOT_FOUND', `node: there is no ${name} yet`);
  }

  function takeDown(stated: DownFault): Undo {
    const hosted = nodeOf(stated.node);
    if (stated.kind === 'crash') {
      hosted.node.crash();
      return () => bringUp(hosted);
    }
    const { snapshot } = stated;
    const rows = snapshot === undefined ? [] : rowsOf(snapshot, stated.node);
    hosted.node.crash();
    return () => hosted.restore(rows);
  }

  return {
    nodeOf,
    beginEffect(id, stated) {
      switch (stated.kind) {
        case 'cut':
        case 'clog':
        case 'degrade':
          return beginOnLinks(id, stated, bus);
        case 'crash':
        case 'amnesia':
          return takeDown(stated);
        case 'pause':
        case 'slow':
        case 'clock':
          return hamper(stated, nodeOf(stated.node));
        case 'byzantine':
          return makeLie(stated, nodeOf(stated.node), ground);
      }
    },
  };
}

/** Tells whether a fault takes a node down. */
export function takesDown(stated: StatedFault): stated is DownFault {
  return stated.kind === 'crash' || stated.kind === 'amnesia';
}

/**
 * Tells whether a node stays down until it is started: one that stopped by itself may restart by
 * itself.
 */
export function isTakenDown({ node }: HostedNode<unknown>): boolean {
  return node.status() === 'crashed';
}

/** Tells whether a node serves, or is about to. */
export function isUp({ node }: HostedNode<unknown>): boolean {
  const status = node.status();
  return status !== 'crashed' && status !== 'failed';
}

/**
 * Starts a node unless it is up, and resolves once it serves.
 *
 * @throws AdminError if it does not
 */
export async function bringUp(hosted: HostedNode<unknown>): Promise<void> {
  if (!isUp(hosted)) hosted.node.start();
  await hosted.up();
}

function beginOnLinks(id: string, stated: LinkFault, bus: EffectGround['bus']): Undo {
  const { conditions, clog } = bus;
  const { from, to, direction } = stated;
  const span = spanOf({ from: listed(from), to: listed(to), direction });
  switch (stated.kind) {
    case 'cut':
      return conditions.cut(span);
    case 'clog':
      return clog(id, span, stated.only);
    case 'degrade':
      return conditions.degrade(span, buildLink(stated.link));
  }
}

function hamper(stated: HamperFault, { hampers }: HostedNode<unknown>): Undo {
  if (hampers === undefined) throw notHere(stated.node);
  const { gate, clock } = hampers;
  switch (stated.kind) {
    case 'pause':
      return gate.pause();
    case 'slow':
      return gate.slow(parseDuration(stated.delay));
    case 'clock':
      return clock.skew({ offset: parseSignedDuration(stated.offset), drift: stated.drift });
  }
}

function makeLie(
  { node, acts }: ByzantineFault,
  { liar }: HostedNode<unknown>,
  { accountOf }: Pick<EffectGround, 'accountOf'>,
): Undo {
  if (liar === undefined) throw notHere(node);
  return liar.begin(acts.map((act, index) => lyingAct(act, `acts.${index}`, accountOf)));
}

function notHere(node: string): AdminError {
  const message = `node: ${node} runs in a process of its own, where it can only crash`;
  return new AdminError(400, 'NOT_IN_THIS_PROCESS', message);
}

function listed(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}
