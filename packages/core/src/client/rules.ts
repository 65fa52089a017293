import { LIMITS, type Rejection, transactionId } from '@quorate/protocol';
import { isOpenRefusal } from '../open-refusal.ts';
import { quorumSize } from '../quorum.ts';
import { verifiedFacts } from '../verification/certificate.ts';
import { isAboutSent } from './about-sent.ts';
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
  isFromProxy: ({ proxy }, from) => from === proxy,
  order: (persist, sending) => [persist, ...sending],
  repeated: ({ envelope }) => envelope,
  isAboutSent,
  isOpen: isOpenRefusal,
  isLatest: (inFlight, requestId) => requestId === requestIdOf(inFlight),
  inTurn: (queue) => queue,
  // Nonces only go up: below the current one, the client has already signed.
  nonceAfter: (nonce, rejection) => {
    const expectedNonce = expectedAfter(rejection) ?? nonce;
    return expectedNonce > nonce && expectedNonce <= LIMITS.nonce ? expectedNonce : nonce;
  },
};

// A pruned certificate has settled, so its nonce is used.
function expectedAfter(rejection: Rejection): bigint | undefined {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return rejection.expectedNonce;
    case 'CertificatePruned':
      return rejection.pruned.reduce((max, { nonce }) => (nonce >= max ? nonce + 1n : max), 0n);
    default:
      return undefined;
  }
}
