import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { BendingAct, Scope } from '../scenario/byzantine/act.ts';
import { ownerOf } from '../world/links.ts';
import type { Moments } from '../world/moments.ts';
import type { Parties } from '../world/parties.ts';
import type { ActLog } from './act-log.ts';
import { accountOf } from './traffic.ts';

/** One exchange of a node: with whom, and the request that began it. */
export interface Exchange {
  readonly peer: NodeName;
  readonly request: Message;
}

/** Knows which exchanges an act touches, and how often it still may. */
export interface Reach {
  /** Lets the act do what it does, if it may; undefined is nothing, and does not count. */
  act<T>(exchange: Exchange, deed: () => T | undefined): T | undefined;
}

/** What tells names and moments, and takes down what acts do. */
export interface ReachGround {
  readonly moments: Pick<Moments, 'when'>;
  readonly parties: Pick<Parties, 'nameOf'>;
  readonly acts: Pick<ActLog, 'acted'>;
}

/** Creates the reach of an act, from its moment on. */
export function createReach(
  { id, moment, only, times }: BendingAct,
  { moments, parties, acts }: ReachGround,
): Reach {
  let isOn = moment === undefined;
  let left = times ?? Number.POSITIVE_INFINITY;
  if (moment !== undefined) {
    moments.when(moment, () => {
      isOn = true;
    });
  }
  return {
    act(exchange, deed) {
      if (!isOn || left === 0 || !isWithin(exchange, only, parties)) return undefined;
      const done = deed();
      if (done === undefined) return undefined;
      left -= 1;
      acts.acted(id);
      return done;
    },
  };
}

/** Tells whether an exchange is within a scope; one about no account is within no list of senders. */
export function isWithin(
  { peer, request }: Exchange,
  { peers, senders }: Scope,
  { nameOf }: Pick<Parties, 'nameOf'>,
): boolean {
  if (peers !== undefined && !peers.includes(ownerOf(peer))) return false;
  if (senders === undefined) return true;
  const account = accountOf(request);
  return account !== undefined && senders.includes(nameOf(account));
}
