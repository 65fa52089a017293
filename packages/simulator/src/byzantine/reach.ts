import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { BendingAct, Scope } from '../scenario/byzantine/act.ts';
import { ownerOf } from '../world/links.ts';
import type { Moments } from '../world/moments.ts';
import type { Parties } from '../world/parties.ts';
import type { ActLog } from './act-log.ts';
import { accountOf } from './traffic.ts';

/** One exchange of a node: the peer and the request that started it. */
export interface Exchange {
  readonly peer: NodeName;
  readonly request: Message;
}

/** Decides which exchanges an act touches, and how often it may still act. */
export interface Reach {
  /**
   * Lets the act do its deed if the act touches the exchange. A deed that gives undefined did
   * nothing and does not count.
   */
  act<T>(exchange: Exchange, deed: () => T | undefined): T | undefined;
}

/** Knows names and moments, and records what acts do. */
export interface ReachGround {
  readonly moments: Pick<Moments, 'when'>;
  readonly parties: Pick<Parties, 'nameOf'>;
  readonly acts: Pick<ActLog, 'acted'>;
}

/** Creates the reach of an act; it begins at the moment of the act. */
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

/**
 * Tells whether an exchange is within a scope. An exchange that concerns no account is within no
 * list of senders.
 */
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
