import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ClientError, mayRetry } from '@quorate/client';
import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { CommandError } from '../command-error.ts';

/** How often the same bytes are sent if there is no answer. */
const ATTEMPTS_MAX = 20;
/** Milliseconds between two attempts. */
const PAUSE = 500;

/**
 * Submits a change that a quorum of operators has signed; sends the same bytes again if nobody
 * answers, for example while a proxy restarts. If a change that was undone is refused, the error
 * names what binds operators to it: `books`.
 *
 * @throws CommandError, ClientError
 */
export async function submitChange(
  client: Client,
  envelope: TransactionEnvelope,
  books: string,
): Promise<TransactionCertificate> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await client.submit(envelope);
      if (result.kind === 'Success') return result.certificate;
      throw new CommandError(`the change lacks signatures: ${result.kind}`);
    } catch (failure) {
      if (!mayRetry(failure) || attempt === ATTEMPTS_MAX) throw withRemedy(failure, books);
      await delay(PAUSE);
    }
  }
}

/**
 * Says what to do about the statements of operators if a network that was put back does not know of
 * them.
 */
export function undoneRemedy(books: string): string {
  return (
    `if a snapshot, an export or a reset has undone it, remove ${books}, provided that no validator is left that ` +
    'knows of the change (docs/devnet.md, "Another committee")'
  );
}

function withRemedy(failure: unknown, books: string): unknown {
  if (!(failure instanceof ClientError) || !lacksRequest(failure)) return failure;
  const { code, message, status, details } = failure;
  const text = `${message}: nobody knows of it any more; ${undoneRemedy(books)}`;
  return new ClientError(code, text, {
    details,
    cause: failure,
    ...(status === undefined ? {} : { status }),
  });
}

// Operators who vote for a change have seen the requests on which it builds.
function lacksRequest({ details }: ClientError): boolean {
  const { MissingDependency: facts } = (details ?? {}) as {
    readonly MissingDependency?: { readonly missing?: readonly { readonly kind?: string }[] };
  };
  return facts?.missing?.some(({ kind }) => kind === 'Request') ?? false;
}
