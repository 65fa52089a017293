import type { EscrowJobId } from '@quorate/protocol';
import type { StoreWrite } from '../effect.ts';
import type { EscrowJob, Ledger, Origin, RecordChange } from '../ledger/ledger.ts';
import type { Scratch } from '../ledger/scratch.ts';
import type { EscrowRole } from '../message.ts';
import { certificateKey, creditKey, jobListKey, submitKey, transactionKey } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import type { Delivery } from './rule-types.ts';

const ROLES: readonly EscrowRole[] = ['client', 'provider', 'evaluator'];

/**
 * Gives what a settlement adds to the store besides records: the certificate, and the indexes by
 * which it and what it made are found. None of it is ever in memory.
 */
export function settlementRows(
  { env, facts, transaction, certificate, state }: Delivery,
  scratch: Scratch,
): readonly StoreWrite[] {
  const { sender, nonce, operations } = transaction;
  const stored: StoredCertificate = { certificate, settledAt: env.now };
  const origin: Origin = { sender, nonce };
  const credits = scratch.credits().map(({ recipient, index }) => creditKey(recipient, index));
  const submits = operations.flatMap((operation) =>
    operation.kind === 'Escrow' && operation.escrow.kind === 'Submit'
      ? [submitKey(operation.escrow.jobId)]
      : [],
  );
  return [
    { key: certificateKey(sender, nonce), value: stored },
    ...[transactionKey(facts.id), ...credits, ...submits].map((key) => ({ key, value: origin })),
    ...scratch.changes().flatMap((change) => jobRows(state.ledger, change)),
  ];
}

function jobRows({ job }: Ledger, change: RecordChange): readonly StoreWrite[] {
  if (change.table !== 'job') return [];
  const before = job.get(change.key);
  const { key, value: after } = change;
  if (before?.status === after?.status) return [];
  return [...listings(key, before, undefined), ...listings(key, after, true)];
}

function listings(
  jobId: string,
  job: EscrowJob | undefined,
  value: true | undefined,
): readonly StoreWrite[] {
  if (job === undefined) return [];
  return ROLES.map((role) => ({
    key: jobListKey({ role, party: job[role], status: job.status }, jobId as EscrowJobId),
    value,
  }));
}
