import { nonceKey, type Result, type ValidatorState } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { Retrospect } from '../oracle.ts';

/** Delivers one certificate to a validator and gives the state after it. */
type Deliver = (state: ValidatorState, certificate: TransactionCertificate) => ValidatorState;

/**
 * Delivers to the validator of this name, on the side. What is too young for it is delivered again
 * when it asks for that (rule C2), even if the run has ended before that time.
 */
export function deliveryTo(name: string, step: Retrospect['step']): Deliver {
  return (state, certificate) => {
    const message = { type: 'SubmitCertificate', requestId: 'full-delivery', certificate } as const;
    const { state: next, results } = step(name, state, message);
    const later = resendAfter(results);
    return later === undefined ? next : step(name, next, message, later).state;
  };
}

function resendAfter(results: readonly Result[]): bigint | undefined {
  for (const result of results) {
    if (result.type !== 'Rejected' || result.rejection.code !== 'CertificateTooYoung') continue;
    return result.rejection.resendAfterNanos;
  }
  return undefined;
}

/**
 * Delivers certificates in their order, and those that came too early again (rules S3, S4), until
 * nothing more settles.
 */
export function deliverAll(
  state: ValidatorState,
  certificates: readonly TransactionCertificate[],
  deliver: Deliver,
): ValidatorState {
  let missing = missingFrom(state, certificates);
  let current = state;
  // Each round settles at least the first nonce of some sender; a faulty core may settle none.
  for (let count = missing.length + 1; missing.length < count; ) {
    count = missing.length;
    for (const certificate of missing) current = deliver(current, certificate);
    missing = missingFrom(current, missing);
  }
  return current;
}

function missingFrom(
  { ledger }: ValidatorState,
  certificates: readonly TransactionCertificate[],
): readonly TransactionCertificate[] {
  return certificates.filter(({ envelope }) => {
    const { sender, nonce } = factsOf(envelope.transaction).transaction;
    return !ledger.settled.has(nonceKey(sender, nonce));
  });
}
