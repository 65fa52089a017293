import type { Address, TransactionCertificate, TransactionFacts } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import type { Answer } from './answer.ts';

/** Verifies a certificate that somebody showed; undefined for one that nobody would settle. */
export function verified(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  certificate: TransactionCertificate,
): TransactionFacts | undefined {
  return env.rules.verifiedFacts(certificate, {
    committees: state.committees,
    quorum: env.rules.quorum,
    verifier: env.verifier,
  });
}

/** Verifies a certificate and that it is the one at a (sender, nonce). */
export function verifiedAt(
  context: Pick<Answer, 'state' | 'env'>,
  certificate: TransactionCertificate,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): TransactionFacts | undefined {
  // Cheap first: most of what somebody shows may be about something else.
  const opened = receiveEnvelope(certificate.envelope);
  if ('rejection' in opened) return undefined;
  const { transaction } = opened.facts;
  const isAsked = transaction.sender === sender && transaction.nonce === nonce;
  return isAsked ? verified(context, certificate) : undefined;
}
