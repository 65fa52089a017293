import {
  type TransactionCertificate,
  type TransactionFacts,
  transactionId,
} from '@quorate/protocol';
import { memberOf } from '../../committee.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import type { Answer } from '../answers/answer.ts';
import type { Position, ProxyState } from '../state.ts';

/** Verifies a certificate from another node; undefined for one that no validator would settle. */
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

/** Verifies a certificate and that it belongs to this (sender, nonce). */
export function verifiedAt(
  context: Pick<Answer, 'state' | 'env'>,
  certificate: TransactionCertificate,
  { sender, nonce }: Position,
): TransactionFacts | undefined {
  // The cheap check comes first: most certificates shown may be for something else.
  const opened = receiveEnvelope(certificate.envelope);
  if ('rejection' in opened) return undefined;
  const { transaction } = opened.facts;
  const isAsked = transaction.sender === sender && transaction.nonce === nonce;
  return isAsked ? verified(context, certificate) : undefined;
}

/**
 * Tells whether a valid certificate is proof enough that its transaction settles: the running
 * committee signed it, or it is a committee change that was followed.
 *
 * Members of an earlier committee may have lost their keys since, and a quorum of leaked keys
 * certifies anything. Validators settle such a certificate only if the handover left them with the
 * transaction (rule C8), so f + 1 of them have to confirm it.
 */
export function provesItself(
  { committee, changes }: Pick<ProxyState, 'committee' | 'changes'>,
  { envelope, signatures: [first] }: TransactionCertificate,
): boolean {
  if (first !== undefined && memberOf(committee, first[0]) !== undefined) return true;
  const id = transactionId(envelope.transaction);
  return [...changes.values()].some((change) => transactionId(change.envelope.transaction) === id);
}
