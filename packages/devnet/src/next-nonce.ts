import { openEnvelope, type Rejected } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import type { Asker, Request } from './asker.ts';
import { inTime } from './in-time.ts';
import { PATIENCE_MILLIS } from './patience.ts';

/**
 * Makes an asker tell the next nonce of the sender with every `UnexpectedNonce`.
 *
 * A proxy that finds another certificate at the nonce refuses for good without having asked how far the
 * account is (rule V5). Published clients take what the refusal names for the next nonce, and would
 * come back once for each nonce that has settled (wire.md section 8).
 */
export function withNextNonce(asker: Asker): Asker {
  return {
    ...asker,
    async ask(to, request) {
      const deadline = performance.now() + PATIENCE_MILLIS;
      const result = await asker.ask(to, request);
      if (request.type !== 'SubmitTransaction' || result?.type !== 'Rejected') return result;
      const { rejection } = result;
      if (rejection.code !== 'UnexpectedNonce') return result;
      const nextNonce = await inTime(nextNonceOf(asker, to, request), deadline);
      if (nextNonce === undefined || nextNonce <= rejection.expectedNonce) return result;
      return {
        ...result,
        rejection: { ...rejection, expectedNonce: nextNonce },
      } satisfies Rejected;
    },
  };
}

type Submission = Extract<Request, { readonly type: 'SubmitTransaction' }>;

/** Asks for the next nonce of a sender; undefined where nobody tells in time. */
async function nextNonceOf(
  asker: Asker,
  to: string,
  { envelope }: Submission,
): Promise<bigint | undefined> {
  const { sender } = factsOf(openEnvelope(envelope).transaction).transaction;
  const info = await asker.ask(to, {
    type: 'GetAccountInfo',
    address: sender,
    tokenBalances: 'none',
    stateKeys: 'none',
  });
  return info?.type === 'AccountInfo' ? info.nextNonce : undefined;
}
