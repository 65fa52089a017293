import { buildLink, parseDuration, parseSignedDuration, spanOf } from '@quorate/network';
import { AdminError, invalidRequest } from '../admin/admin-error.ts';
import type { Rows } from '../data/rows.ts';
import { PROXY } from '../keys.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { type AccountOf, lyingAct, statedAccount } from './act-shape.ts';
import type { Ailment, Effect, Undo } from './ailment.ts';
import { isOnBus } from './bus-links.ts';
import type {
  ByzantineFault,
  DownFault,
  HamperFault,
  LinkFault,
  StatedFault,
} from './fault-shape.ts';
import type { FaultyBus } from './faulty-bus.ts';
import type { Choice, StatedChoice } from './message-choice.ts';

/** What faults act on. */
export interface EffectGround {
  readonly bus: Pick<FaultyBus, 'conditions' | 'clog' | 'held'>;
  /** Validators, proxy and clients; the list may grow. */
  readonly nodes: readonly HostedNode<unknown>[];
  /** Gives what a node held when a snapshot was taken. @throws AdminError */
  readonly rowsOf: (snapshot: string, node: string) => Rows;
  readonly accountOf: AccountOf;
  readonly now: () => bigint;
  /** Tells whether a node is a validator that everybody reaches over HTTP. */
  readonly isBeyondHttp: (name: string) => boolean;
}

/** Puts faults into effect. */
export interface Effects {
  /** Begins the effect of a fault of this id. @throws AdminError naming the obstacle */
  beginEffect(id: string, stated: StatedFault): Effect;
  /** @throws AdminError if there is no such node */
  nodeOf(name: string): HostedNode<unknown>;
}

/** Creates the effects of faults on a devnet. */
export function createEffects(ground: EffectGround): Effects {
  const { nodes, rowsOf } = ground;
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
          expectOnBus(stated, ground);
          return atOnce(beginOnLinks(id, stated, ground));
        case 'crash':
        case 'amnesia':
          return atOnce(takeDown(stated));
        default:
          return nodeOf(stated.node).suffer(ailmentOf(stated, ground));
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

function beginOnLinks(id: string, stated: LinkFault, { bus, accountOf }: EffectGround): Undo {
  const { conditions, clog } = bus;
  const { from, to, direction } = stated;
  const span = spanOf({ from: listed(from), to: listed(to), direction });
  switch (stated.kind) {
    case 'cut':
      return conditions.cut(span);
    case 'clog':
      return clog(id, span, choiceIn(stated.only, accountOf));
    case 'degrade':
      return conditions.degrade(span, buildLink(stated.link));
  }
}

function choiceIn(only: StatedChoice | undefined, accountOf: AccountOf): Choice | undefined {
  if (only === undefined) return undefined;
  const { account, ...others } = only;
  if (account === undefined) return others;
  return { ...others, account: statedAccount(account, 'only.account', accountOf) };
}

/** Refuses a fault that would have no effect although its author expects one. */
function expectOnBus(
  { from, to }: LinkFault,
  { isBeyondHttp }: Pick<EffectGround, 'isBeyondHttp'>,
): void {
  const [some, others] = [listed(from), listed(to)];
  if (some.some((near) => others.some((far) => isOnBus([near, far], isBeyondHttp)))) return;
  const reason = [...some, ...others].some(isBeyondHttp)
    ? 'validators are reached over HTTP here, and no fault strikes'
    : 'no message goes';
  throw invalidRequest(
    `to: ${reason} between ${from} and ${to}: expected ${PROXY} or * on one side`,
  );
}

function atOnce(end: Undo): Effect {
  return { begun: Promise.resolve(), end };
}

function ailmentOf(
  stated: HamperFault | ByzantineFault,
  { accountOf, now }: Pick<EffectGround, 'accountOf' | 'now'>,
): Ailment {
  switch (stated.kind) {
    case 'pause':
      return { kind: 'pause' };
    case 'slow':
      return { kind: 'slow', delay: parseDuration(stated.delay) };
    case 'clock': {
      const { offset, drift } = stated;
      return { kind: 'clock', offset: parseSignedDuration(offset), drift, since: now() };
    }
    case 'byzantine': {
      const acts = stated.acts.map((act, index) => lyingAct(act, `acts.${index}`, accountOf));
      return { kind: 'byzantine', acts };
    }
  }
}

function listed(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names;
}
