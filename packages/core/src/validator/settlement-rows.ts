import { ESCROW_ROLES, type EscrowJobId } from '@quorate/protocol';
import type { StoreWrite } from '../effect.ts';
import type { EscrowJob, Ledger, Origin, RecordChange } from '../ledger/ledger.ts';
import { isDecided } from '../ledger/operations/escrow/decide.ts';
import type { Scratch } from '../ledger/scratch.ts';
import {
  certificateKey,
  creditKey,
  decisionKey,
  jobListKey,
  sequenceKey,
  submitKey,
  transactionKey,
} from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import type { Delivery } from './rule-types.ts';

/**
 * Gives what a settlement adds to the store besides ledger records: the certificate, and the
 * indexes that lead to it. None of these rows is kept in memory.
 */
export function settlementRows(
  { env, facts, transaction, certificate, state }: Delivery,
  scratch: Scratch,
): readonly StoreWrite[] {
  const { sender, nonce, operations } = transaction;
  const stored: StoredCertificate = { certificate, settledAt: env.now };
  const origin: Origin = { sender, nonce };
  const rows: StoreWrite[] = [
    { key: certificateKey(sender, nonce), value: stored },
    { key: transactionKey(facts.id), value: origin },
    // Settlements are never undone, so the count of earlier ones is the position of this one.
    { key: sequenceKey(BigInt(state.ledger.settled.size)), value: origin },
  ];
  for (const { recipient, index } of scratch.credits()) {
    rows.push({ key: creditKey(recipient, index), value: origin });
  }
  for (const operation of operations) {
    if (operation.kind !== 'Escrow' || operation.escrow.kind !== 'Submit') continue;
    rows.push({ key: submitKey(operation.escrow.jobId), value: origin });
  }
  for (const change of scratch.changes()) {
    if (change.table === 'job') rows.push(...jobRows(state.ledger, change, origin));
  }
  return rows;
}

function jobRows(
  { job }: Ledger,
  { key, value: after }: Extract<RecordChange, { readonly table: 'job' }>,
  origin: Origin,
): readonly StoreWrite[] {
  const before = job.get(key);
  if (before?.status === after?.status) return [];
  const rows = [...listings(key, before, undefined), ...listings(key, after, true)];
  if (after !== undefined && isDecided(after)) {
    rows.push({ key: decisionKey(key as EscrowJobId), value: origin });
  }
  return rows;
}

function listings(
  jobId: string,
  job: EscrowJob | undefined,
  value: true | undefined,
): readonly StoreWrite[] {
  if (job === undefined) return [];
  return ESCROW_ROLES.map((role) => ({
    key: jobListKey({ role, party: job[role], status: job.status }, jobId as EscrowJobId),
    value,
  }));
}
