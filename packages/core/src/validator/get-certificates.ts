import { LIMITS } from '@quorate/protocol';
import { reply, type StoreRow } from '../effect.ts';
import type { GetCertificates } from '../message.ts';
import { certificateRange, isCertificateKey } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import { rejected } from './rule-types.ts';
import type { CertificatesAsked, ValidatorState, ValidatorStep } from './state.ts';

/** Reads settled certificates of a sender from the store; they are never in memory. */
export function getCertificates(state: ValidatorState, asked: CertificatesAsked): ValidatorStep {
  const { from, message } = asked;
  const fault = faultOf(message);
  if (fault !== undefined) {
    const result = rejected({ code: 'InvalidRequest', rule: 'V1', reason: fault });
    return { state, effects: [reply(from, message.requestId, result)] };
  }
  const range = certificateRange(message.sender, message.fromNonce, message.limit);
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

function faultOf({ sender, fromNonce, limit }: GetCertificates): string | undefined {
  const max = LIMITS.certificatesPerRequest;
  if (!Number.isInteger(limit) || limit < 1 || limit > max) return `limit is 1 to ${max}`;
  return isCertificateKey(sender, fromNonce)
    ? undefined
    : 'sender is 64 hex digits and the nonce has 64 bits';
}
