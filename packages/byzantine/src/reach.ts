import type { Message } from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import type { Scope } from './deeds.ts';
import type { Names } from './stage.ts';
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

/** What an act touches. */
export interface ReachOptions {
  readonly only: Scope;
  /** How often it acts; undefined means always. */
  readonly times?: number | undefined;
  /** Tells whether it acts now. */
  readonly isOn: () => boolean;
  /** Told each time when the act has taken effect. */
  readonly onActed: () => void;
  readonly names: Names;
}

/** Creates the reach of an act. */
export function createReach({ only, times, isOn, onActed, names }: ReachOptions): Reach {
  let left = times ?? Number.POSITIVE_INFINITY;
  return {
    act(exchange, deed) {
      if (!isOn() || left === 0 || !isWithin(exchange, only, names)) return undefined;
      const done = deed();
      if (done === undefined) return undefined;
      left -= 1;
      onActed();
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
  names: Names,
): boolean {
  if (peers !== undefined && !peers.includes(names.peer(peer))) return false;
  if (senders === undefined) return true;
  const account = accountOf(request);
  const name = account && names.account(account);
  return name !== undefined && senders.includes(name);
}
