import { type NodeName, reply, type StoreRow } from '../effect.ts';
import type { GetCertificates } from '../message.ts';
import { certificateRange } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';

/** What a validator wants to know again when certificates were read from its store. */
export interface CertificatesAsked {
  readonly from: NodeName;
  readonly message: GetCertificates;
}

/** Reads settled certificates of a sender from the store; they are never in memory. */
export function getCertificates(state: ValidatorState, asked: CertificatesAsked): ValidatorStep {
  const { sender, fromNonce, limit } = asked.message;
  const range = certificateRange(sender, fromNonce, limit);
  return { state, effects: [{ type: 'Load', range, resume: asked }] };
}

/** Answers with the certificates read. */
export function answerCertificates(
  state: ValidatorState,
  { from, message }: CertificatesAsked,
  rows: readonly StoreRow[],
): ValidatorStep {
  const certificates = rows.map(({ value }) => (value as StoredCertificate).certificate);
  return {
    state,
    effects: [reply(from, message.requestId, { type: 'Certificates', certificates })],
  };
}
