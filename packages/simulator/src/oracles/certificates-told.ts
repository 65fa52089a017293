import type { Certificates, GetCertificates } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionFacts } from '@quorate/protocol';
import { envelopeFault, quorumFault } from './certificate-valid.ts';
import { makes } from './dependencies.ts';
import type { OracleContext } from './oracle.ts';

type Select = GetCertificates['select'];

/** What a proxy tells of certificates, and what it has to tell. */
interface Told {
  readonly query: GetCertificates;
  readonly result: Certificates;
  /** The next nonce of the sender by what was acknowledged before the question; 0 where nothing is owed. */
  readonly least: bigint;
}

/**
 * Says what is wrong with certificates that are told, or nothing (rule P7): each is genuine and was asked for, once,
 * and none is missing that was acknowledged before.
 */
export function certificatesFault(
  { query: { select }, result: { certificates }, least }: Told,
  context: Pick<OracleContext, 'committees' | 'verifier'>,
): string | undefined {
  const all = certificates.map(({ envelope }) => factsOf(envelope.transaction));
  if (!all.every((facts) => isAskedFor(select, facts)))
    return 'a certificate that was not asked for';
  const isForged = certificates.some((each, index) => !isGenuine(each, all[index], context));
  if (isForged) return 'a certificate that is none';
  if (new Set(all.map(({ id }) => id)).size < all.length) return 'a certificate twice';
  return select.by === 'Sender' ? listFault(select, all, least) : undefined;
}

/** Tells whether a certificate proves itself; undefined facts are those of what does not decode. */
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

/** Tells whether a certificate is one of those that are asked for, where that can be told by what it says itself. */
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
