import {
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import type { Env } from '../env.ts';
import { quorumSize } from '../quorum.ts';
import { verifiedFacts } from '../verification/certificate.ts';
import type { ClientState } from './state.ts';

/** What a client's step may use. */
export type ClientEnv = Env<ClientRules>;

/** The rules of a client, one entry each; a wrong client for a test replaces one. */
export interface ClientRules {
  /** Whether what a proxy calls success is a quorum's certificate of this very transaction. */
  readonly acceptsCertificate: (
    state: ClientState,
    envelope: TransactionEnvelope,
    certificate: TransactionCertificate,
    env: Pick<ClientEnv, 'verifier'>,
  ) => boolean;
}

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
};
