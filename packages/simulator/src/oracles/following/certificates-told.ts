import type { Certificates, GetCertificates } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionFacts } from '@quorate/protocol';
import { makes } from '../model/dependencies.ts';
import type { OracleContext } from '../oracle.ts';
import { envelopeFault, quorumFault } from '../signing/certificate-valid.ts';

type Select = GetCertificates['select'];

/** The certificates that a proxy tells, and what it must tell. */
interface Told {
  readonly query: GetCertificates;
  readonly result: Certificates;
  /** The sender's next nonce, as acknowledged before the question; 0 when nothing is owed. */
  readonly least: bigint;
}

/**
 * Says what is wrong with the certificates that a proxy tells; undefined when nothing is (rule P7).
 * Each must be genuine, asked for, and told once; and none that was acknowledged before may be
 * missing.
 */
export function certificatesFault(
  { query: { select }, result: { certificates }, least }: Told,
  context: Pick<OracleContext, 'committees' | 'verifier'>,
): string | undefined {
  const all = certificates.map(({ envelope }) => factsOf(envelope.transaction));
  if (!all.every((facts) => isAskedFor(select, facts)))
    return 'a certificate that was not asked for';
  const isForged = certificates.some((each, index) => !isGenuine(each, all[index], context));
  if (isForged) return 'an invalid certificate';
  if (new Set(all.map(({ id }) => id)).size < all.length) return 'a certificate twice';
  return select.by === 'Sender' ? listFault(select, all, least) : undefined;
}

/** Tells whether a certificate proves itself. `facts` are undefined when it does not decode. */
export function isGenuine(
  certificate: TransactionCertificate,
  facts: TransactionFacts | undefined,
  context: Pick<OracleContext, 'committees' | 'verifier'>,
): boolean {
  return (
    facts !== undefined &&
    quorumFault(certificate, facts, context) === undefined &&
    envelopeFault(certificate.envelope, facts, context.verifier) === undefined
  );
}

function listFault(
  { fromNonce, limit }: Extract<Select, { by: 'Sender' }>,
  told: readonly TransactionFacts[],
  least: bigint,
): string | undefined {
  const nonces = told.map(({ transaction }) => transaction.nonce);
  if (nonces.length > limit) return 'more certificates than were asked for';
  if (nonces.some((nonce, index) => index > 0 && nonce <= (nonces[index - 1] ?? 0n))) {
    return 'certificates out of their order';
  }
  const known = new Set(nonces);
  const end = fromNonce + BigInt(limit);
  for (let nonce = fromNonce; nonce < least && nonce < end; nonce += 1n) {
    if (!known.has(nonce)) return `no certificate at nonce ${nonce}, which had been acknowledged`;
  }
  return undefined;
}

/** Tells whether a certificate was asked for, as far as the certificate itself shows that. */
export function isAskedFor(select: Select, facts: TransactionFacts): boolean {
  const { sender, nonce, operations } = facts.transaction;
  switch (select.by) {
    case 'Sender':
      return sender === select.sender && nonce >= select.fromNonce;
    case 'Id':
      return facts.id === select.transactionId;
    case 'Dependency':
      return makes(facts, select.dependency);
    case 'Decision':
      return operations.some((operation) => {
        if (operation.kind !== 'Escrow') return false;
        const { escrow } = operation;
        const isDecision = escrow.kind === 'Complete' || escrow.kind === 'Reject';
        return isDecision && escrow.jobId === select.jobId;
      });
    default:
      return false;
  }
}
