import {
  LIMITS,
  type PrunedCertificate,
  type TransactionCertificate,
  type TransactionFacts,
} from '@quorate/protocol';
import type { Certificates, GetCertificates } from '../../message.ts';
import { agreedPruned } from '../agreed-pruned.ts';
import type { Answer } from '../answer.ts';
import { verified } from '../fetched.ts';
import { decides, makes } from '../makes.ts';
import { united } from '../united.ts';

/**
 * Joins the certificates that validators show (rule P7): every one that is asked for and valid, with
 * the union of its signatures; ascending by nonce.
 *
 * What a quorum settled, some correct validator of any quorum shows, or says that it has pruned it.
 * Of those none is shown of, f + 1 say so.
 */
export function certificateView(
  context: Pick<Answer, 'state' | 'env'>,
  { select }: GetCertificates,
  views: readonly Certificates[],
): Certificates {
  const found = new Map<string, { facts: TransactionFacts; certificate: TransactionCertificate }>();
  for (const { certificates } of views) {
    for (const certificate of certificates.slice(0, LIMITS.certificatesPerRequest)) {
      const facts = verified(context, certificate);
      if (facts === undefined || !isSelected(select, facts)) continue;
      const known = found.get(facts.id)?.certificate;
      found.set(facts.id, { facts, certificate: united(context.state, known, certificate) });
    }
  }
  const pruned = prunedAmong(context, select, views).filter(
    ({ transactionId }) => !found.has(transactionId),
  );
  const ascending = [...found.values()].toSorted(byPosition);
  const limit = select.by === 'Sender' ? select.limit : ascending.length;
  return {
    type: 'Certificates',
    certificates: ascending.slice(0, limit).map(({ certificate }) => certificate),
    ...(pruned.length === 0 ? {} : { pruned }),
  };
}

function prunedAmong(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  select: GetCertificates['select'],
  views: readonly Certificates[],
): readonly PrunedCertificate[] {
  const said = views.map(({ pruned = [] }) => pruned.slice(0, LIMITS.certificatesPerRequest));
  const needed = env.rules.faultyMax(state.committee.members.length) + 1;
  return agreedPruned(said, needed).filter(({ sender, nonce, transactionId }) => {
    if (select.by === 'Id') return transactionId === select.transactionId;
    return select.by !== 'Sender' || (sender === select.sender && nonce >= select.fromNonce);
  });
}

function isSelected(select: GetCertificates['select'], facts: TransactionFacts): boolean {
  const { id, transaction } = facts;
  switch (select.by) {
    case 'Sender':
      return transaction.sender === select.sender && transaction.nonce >= select.fromNonce;
    case 'Id':
      return id === select.transactionId;
    case 'Dependency':
      return makes(facts, select.dependency);
    case 'Decision':
      return decides(facts, select.jobId);
    case 'Basis':
    case 'Sequence':
      return false;
  }
}

function byPosition(
  { facts: a }: { readonly facts: TransactionFacts },
  { facts: b }: { readonly facts: TransactionFacts },
): number {
  const [first, second] = [a.transaction, b.transaction];
  if (first.sender !== second.sender) return first.sender < second.sender ? -1 : 1;
  return first.nonce < second.nonce ? -1 : 1;
}
