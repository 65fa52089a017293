import type { Result } from '@quorate/core';
import type { AttentiveAsker } from './asker.ts';
import { inTime } from './in-time.ts';
import { PATIENCE_MILLIS } from './patience.ts';

/**
 * Makes an asker have a client try again where what it sent stood at a nonce that was used already.
 *
 * A client that went back in time, or whose key somebody else uses, learns of such nonces one by one, and
 * of what it was asked for nothing happens at any of them: whoever asked need not come back for each.
 */
export function withUnusedNonce(asker: AttentiveAsker): AttentiveAsker {
  return {
    ...asker,
    async ask(to, request) {
      const deadline = performance.now() + PATIENCE_MILLIS;
      let result = await asker.ask(to, request);
      while (request.type === 'Execute' && isOfUsedNonce(result) && performance.now() < deadline) {
        result = await inTime(asker.ask(to, request), deadline);
      }
      return result;
    },
  };
}

/** Tells whether its client is further on now: where it is ahead of its account, it would not be. */
function isOfUsedNonce(result: Result | undefined): boolean {
  if (result?.type !== 'Rejected') return false;
  const { rejection } = result;
  return rejection.code === 'UnexpectedNonce' && rejection.expectedNonce > rejection.nonce;
}
