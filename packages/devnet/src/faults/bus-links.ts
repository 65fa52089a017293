import { FAUCET } from '../genesis.ts';
import { PROXY } from '../keys.ts';
import { WALLET } from '../pay/wallet.ts';
import { HTTP } from './link-end.ts';

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
