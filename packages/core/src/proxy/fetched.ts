import {
  type Address,
  type TransactionCertificate,
  type TransactionFacts,
  transactionId,
} from '@quorate/protocol';
import { memberOf } from '../committee.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import type { Answer } from './answer.ts';
import type { ProxyState } from './state.ts';

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

/**
 * Tells whether a certificate that verifies shows by itself that its transaction settles: one that the
 * current committee signed, or a change of committee that was followed.
 *
 * Who has retired may have lost its key since, and a quorum of such keys certifies anything. Validators
 * settle that only where the handover left them with the transaction (rule C8), so that the word of f + 1 of
 * them has to stand beside it.
 */
export function provesItself(
  { committee, changes }: Pick<ProxyState, 'committee' | 'changes'>,
  { envelope, signatures: [first] }: TransactionCertificate,
): boolean {
  if (first !== undefined && memberOf(committee, first[0]) !== undefined) return true;
  const id = transactionId(envelope.transaction);
  return [...changes.values()].some((change) => transactionId(change.envelope.transaction) === id);
}
