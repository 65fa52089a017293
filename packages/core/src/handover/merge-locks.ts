import {
  type Address,
  type SnapshotEntry,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import type { CountingEnv } from '../genesis.ts';
import {
  type Account,
  type Ledger,
  type Lock,
  NEW_ACCOUNT,
  type RecordChange,
} from '../ledger/ledger.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';

/** The accounts in one snapshot that counts. */
export type SnapshotTable = readonly SnapshotEntry[];

/** What a merge needs. */
export type MergeEnv = CountingEnv & Pick<ValidatorEnv, 'rules'>;

/**
 * Gives the locks with which a member begins an epoch, from its own locks and the snapshots of
 * others. Together they are a quorum of the previous epoch, its own among them if it was a member
 * (rule C6).
 *
 * For each account, the envelopes shown at the nonce of the merged ledger decide: none leaves the
 * account free, one transaction becomes pending, two different ones make it contested. A pending
 * transaction has no signature of the new epoch yet. It forbids its rivals, and is signed only
 * after it passes V1 to V7 again.
 */
export function mergeLocks(
  ledger: Ledger,
  tables: readonly SnapshotTable[],
  { rules, ...env }: MergeEnv,
): readonly RecordChange[] {
  const { countsAt, ownCounts, lockOn: lockFor } = rules.handover;
  const shown = new Map<Address, TransactionEnvelope[]>();
  for (const table of tables) {
    for (const entry of table) {
      const { nextNonce } = ledger.account.get(entry.address) ?? NEW_ACCOUNT;
      // The entry is about another nonce than the merged one, so its lock no longer matters.
      if (entry.nextNonce !== nextNonce) continue;
      const envelopes = shown.get(entry.address) ?? [];
      envelopes.push(...countsAt(entry, nextNonce, env));
      shown.set(entry.address, envelopes);
    }
  }
  const changes: RecordChange[] = [];
  const put = (address: string, account: Account, lock: Lock | undefined) => {
    if (lock === undefined && account.lock === undefined) return;
    const left = lock?.kind === 'pending' ? { ...lock, isHandedOver: true as const } : lock;
    changes.push({ table: 'account', key: address, value: { ...account, lock: left } });
  };
  ledger.account.each((account, address) => {
    // Its own lock counts whatever others show: an own pending transaction is never replaced.
    const others = shown.get(address as Address) ?? [];
    put(address, account, lockFor([...ownCounts(account.lock, others), ...others]));
    shown.delete(address as Address);
  });
  for (const [address, envelopes] of shown) put(address, NEW_ACCOUNT, lockFor(envelopes));
  return changes;
}

/**
 * Gives the lock for the envelopes that count: none, the one transaction without a signature of the
 * new epoch, or two rivals, which block the account (rule C6).
 */
export function lockOn(envelopes: readonly TransactionEnvelope[]): Lock | undefined {
  const [first] = envelopes;
  if (first === undefined) return undefined;
  const id = transactionId(first.transaction);
  const rival = envelopes.find(({ transaction }) => transactionId(transaction) !== id);
  return rival === undefined
    ? { kind: 'pending', envelope: first, signature: undefined }
    : { kind: 'contested', envelopes: [first, rival] };
}
