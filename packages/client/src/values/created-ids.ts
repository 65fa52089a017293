import {
  createdId,
  type EscrowConfigId,
  type EscrowJobId,
  factsOf,
  type TokenId,
  type TransactionCertificate,
} from '@quorate/protocol';
import { fields, object, text } from './check-shape.ts';

/** The ids of what a transaction creates, each list in the order of its operations. */
export interface CreatedIds {
  readonly tokens: readonly TokenId[];
  /** The ids of escrow terms, which are called configs on the wire. */
  readonly terms: readonly EscrowConfigId[];
  readonly jobs: readonly EscrowJobId[];
}

const VERSIONED = fields({ release: text, transaction: object });
const CERTIFICATE = fields({ envelope: fields({ transaction: VERSIONED }) });

/**
 * Gives the ids of what a transaction has created. They are derived from it; no answer of a network
 * contains them.
 *
 * @throws DecodeError for anything but a certificate
 */
export function createdIds(certificate: TransactionCertificate): CreatedIds {
  CERTIFICATE(certificate, 'certificate');
  const facts = factsOf(certificate.envelope.transaction);
  const made = facts.transaction.operations.map((operation, index) => ({
    what: operation.kind === 'Escrow' ? operation.escrow.kind : operation.kind,
    id: createdId(facts, index),
  }));
  const idsOf = <Id extends string>(what: (typeof made)[number]['what']) =>
    made.flatMap((one) => (one.what === what ? [one.id as Id] : []));
  return {
    tokens: idsOf<TokenId>('TokenCreation'),
    terms: idsOf<EscrowConfigId>('CreateConfig'),
    jobs: idsOf<EscrowJobId>('CreateJob'),
  };
}
