import { setTimeout as delay } from 'node:timers/promises';
import { type Client, mayRetry } from '@quorate/client';
import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { CommandError } from '../wallet/command-error.ts';

/** How often the same bytes are sent where there is no answer. */
const ATTEMPTS_MAX = 20;
/** Milliseconds between two attempts. */
const PAUSE = 500;

/**
 * Submit a change that a quorum of operators has signed; the same bytes again where nobody answers,
 * as while a proxy restarts.
 *
 * @throws CommandError, ClientError
 */
export async function submitChange(
  client: Client,
  envelope: TransactionEnvelope,
): Promise<TransactionCertificate> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await client.submit(envelope);
      if (result.kind === 'Success') return result.certificate;
      throw new CommandError(`the change lacks signatures: ${result.kind}`);
    } catch (failure) {
      if (!mayRetry(failure) || attempt === ATTEMPTS_MAX) throw failure;
      await delay(PAUSE);
    }
  }
}
