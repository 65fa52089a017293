import type { NodeName } from '@quorate/transport';
import { FAUCET } from '../genesis.ts';
import { PROXY } from '../keys.ts';
import { WALLET } from '../pay/wallet.ts';

/** The name of all HTTP callers as the end of a link. */
export const HTTP = 'http';

const CALLER_PREFIX = `${HTTP}-`;

/**
 * Gives the end of a link to which a name of the bus belongs: all HTTP callers are one end, and the
 * helpers of a node (`v1/catch-up`) belong to the node's end.
 */
export function linkEnd(name: NodeName): string {
  if (name.startsWith(CALLER_PREFIX)) return HTTP;
  const slash = name.indexOf('/');
  return slash === -1 ? name : name.slice(0, slash);
}

/** Tells whether a node is a client whose users are the callers over HTTP. */
export function isClient(name: string): boolean {
  return name === FAUCET || name === WALLET;
}

/**
 * Tells whether messages go over a bus between the ends of a link: clients and validators whom
 * `isBeyondHttp` names talk to the proxy alone there.
 */
export function isOnBus(
  ends: readonly [string, string],
  isBeyondHttp: (name: string) => boolean,
): boolean {
  if (ends.includes('*')) return true;
  if (ends.includes(PROXY)) return ends[0] !== ends[1];
  return (
    !ends.some((end) => isClient(end) || isBeyondHttp(end)) && ends.some((end) => end !== HTTP)
  );
}
