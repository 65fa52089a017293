import type { Result } from '@quorate/core';
import { inTime } from '../timing/in-time.ts';
import { PATIENCE_MILLIS } from '../timing/patience.ts';
import type { AttentiveAsker } from './asker.ts';

/**
 * Makes an asker repeat a request if the client had used a nonce that was already taken.
 *
 * A client that was put back, or whose key somebody else uses too, learns of such nonces one by
 * one, and at none of them does the request take effect: so the caller need not repeat it each
 * time.
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

/** Tells whether the client now knows a later nonce; if it is ahead of its account, it does not. */
function isOfUsedNonce(result: Result | undefined): boolean {
  if (result?.type !== 'Rejected') return false;
  const { rejection } = result;
  return rejection.code === 'UnexpectedNonce' && rejection.expectedNonce > rejection.nonce;
}
