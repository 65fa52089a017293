import { LIMITS, transactionId } from '@quorate/protocol';
import { quorumSize } from '../quorum.ts';
import { verifiedFacts } from '../verification/certificate.ts';
import type { ClientRules } from './rule-types.ts';
import { requestIdOf } from './send.ts';

/** The rules of a correct client. */
export const CLIENT_RULES: ClientRules = {
  acceptsCertificate: ({ committees }, envelope, certificate, { verifier }) => {
    const facts = verifiedFacts(certificate, {
      committees,
      quorum: quorumSize,
      verifier,
    });
    return facts?.id === transactionId(envelope.transaction);
  },
  order: (persist, sending) => [persist, ...sending],
  repeated: ({ envelope }) => envelope,
  isOpen: (rejection) => rejection.code === 'QuorumUnreachable' && rejection.unsettled,
  isLatest: ({ envelope, attempt }, requestId) => requestId === requestIdOf(envelope, attempt),
  // Nonces only go up: behind the present one lie bytes that were signed already.
  nonceAfter: (nonce, rejection) => {
    if (rejection.code !== 'UnexpectedNonce') return nonce;
    const { expectedNonce } = rejection;
    return expectedNonce > nonce && expectedNonce <= LIMITS.nonce ? expectedNonce : nonce;
  },
};
