import {
  type EscrowJobId,
  LIMITS,
  type PrunedCertificate,
  type TransactionCertificate,
} from '@quorate/protocol';
import type { LoadedRows, LoadRange } from '../../effect.ts';
import { NEW_ACCOUNT, type Origin } from '../../ledger/ledger.ts';
import type { CertificateSelection, Certificates } from '../../message.ts';
import {
  certificateRange,
  creditRange,
  decisionKey,
  isCertificateKey,
  isHash,
  keyRange,
  positionOf,
  type Stretch,
  sequenceRange,
  submitKey,
  transactionKey,
  updateRange,
} from '../../store-keys.ts';
import { type CertificateRow, isTombstone, prunedAt } from '../../stored-certificate.ts';
import type { QueryResume, ValidatorState } from '../state.ts';
import { certificateRanges, originsOf } from './origins.ts';

type Selection<By extends CertificateSelection['by']> = Extract<
  CertificateSelection,
  { readonly by: By }
>;

/** What to read before a query can be answered. */
export interface Plan {
  readonly ranges: readonly LoadRange[];
  readonly rows: QueryResume['rows'];
}

/** Plans which rows lead to the selected certificates, or says what is wrong with the selection. */
export function certificatePlan(
  state: ValidatorState,
  select: CertificateSelection,
): Plan | string {
  switch (select.by) {
    case 'Sender':
      return bySender(select);
    case 'Basis':
      return byBasis(state, select);
    case 'Dependency':
      return byDependency(state, select);
    case 'Decision':
      if (!isHash(select.jobId)) return 'the job id is 64 lowercase hex digits';
      return { ranges: [keyRange(decisionKey(select.jobId))], rows: 'origins' };
    case 'Sequence':
      return bySequence(select);
    case 'Id':
      if (!isHash(select.transactionId)) return 'the transaction id is 64 lowercase hex digits';
      return { ranges: [keyRange(transactionKey(select.transactionId))], rows: 'origins' };
  }
}

/** Collects the certificates among the rows, in order, and the tombstones of pruned ones. */
export function certificatesIn(rows: LoadedRows): Certificates {
  const certificates: TransactionCertificate[] = [];
  const pruned: PrunedCertificate[] = [];
  for (const { key, value } of rows.flat()) {
    const row = value as CertificateRow;
    if (isTombstone(row)) pruned.push(prunedAt(positionOf(key), row));
    else certificates.push(row.certificate);
  }
  const type = 'Certificates';
  return pruned.length === 0 ? { type, certificates } : { type, certificates, pruned };
}

/** Gives the origins that index rows name, in order. */
export function originsIn(rows: LoadedRows): readonly Origin[] {
  return rows.flat().map(({ value }) => value as Origin);
}

function bySender({ sender, fromNonce, limit }: Selection<'Sender'>): Plan | string {
  const fault = limitFault(limit);
  if (fault !== undefined) return fault;
  if (!isCertificateKey(sender, fromNonce)) {
    return 'sender is 64 hex digits and the nonce has 64 bits';
  }
  return { ranges: [certificateRange(sender, fromNonce, limit)], rows: 'answer' };
}

function byBasis(
  { ledger }: ValidatorState,
  { recipient, tokenIds, skip, limit }: Selection<'Basis'>,
): Plan | string {
  // The limit is checked by itself too: a fraction times a count could pass as a whole number.
  const fault = limitFault(limit) ?? limitFault(limit * (1 + tokenIds.length));
  if (fault !== undefined) return fault;
  if (![recipient, ...tokenIds].every(isHash)) return 'recipient and token ids are 64 hex digits';
  if (!Number.isSafeInteger(skip) || skip < 0) return 'skip is a count';
  const { creditCount } = ledger.account.get(recipient) ?? NEW_ACCOUNT;
  const credits = creditRange(recipient, newest(creditCount, skip, limit));
  const updates = tokenIds.map((id) => {
    const count = Number(ledger.token.get(id)?.description?.updateCount ?? 0n);
    return updateRange(id, newest(count, skip, limit));
  });
  return { ranges: [credits, ...updates], rows: 'origins' };
}

function byDependency({ ledger }: ValidatorState, { dependency }: Selection<'Dependency'>): Plan {
  const { kind, id } = dependency;
  if (kind === 'EscrowSubmit' && isHash(id)) {
    return { ranges: [keyRange(submitKey(id as EscrowJobId))], rows: 'origins' };
  }
  return { ranges: certificateRanges(originsOf(ledger, dependency)), rows: 'answer' };
}

function bySequence({ from, limit }: Selection<'Sequence'>): Plan | string {
  if (from < 0n || from >= 2n ** 64n) return 'the place of the first has 64 bits';
  return limitFault(limit) ?? { ranges: [sequenceRange(from, limit)], rows: 'origins' };
}

function newest(count: number, skip: number, limit: number): Stretch {
  const to = Math.max(count - skip, 0);
  return { from: Math.max(to - limit, 0), to };
}

function limitFault(limit: number): string | undefined {
  const max = LIMITS.certificatesPerRequest;
  return Number.isInteger(limit) && limit >= 1 && limit <= max ? undefined : `limit is 1 to ${max}`;
}
