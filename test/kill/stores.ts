import { join } from 'node:path';
import {
  applyChanges,
  balanceKey,
  EMPTY_LEDGER,
  formatDigest,
  type Ledger,
  ledgerChanges,
  ledgerDigest,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { EVERY_KEY } from '@quorate/storage';
import { openLmdbStore } from '@quorate/storage/lmdb';
import { expect } from 'vitest';

/** What a validator left on the disk. */
export interface Left {
  readonly digest: string;
  readonly ledger: Ledger;
  /** The ids of everything that it has settled. */
  readonly settled: ReadonlySet<TransactionId>;
  readonly certificates: readonly TransactionCertificate[];
}

/** Reads what a validator left; nobody else may have its store open. */
export async function readValidator(dataDir: string, name: string): Promise<Left> {
  const rows = await readRows(dataDir, name);
  const ledger = applyChanges(
    EMPTY_LEDGER,
    ledgerChanges(rows.map(([key, value]) => ({ key, value }))),
  );
  return {
    digest: formatDigest(ledgerDigest(ledger)),
    ledger,
    settled: new Set([...ledger.settled.values()]),
    certificates: rows.flatMap(([key, value]) =>
      key.startsWith('certificate/')
        ? [(value as { readonly certificate: TransactionCertificate }).certificate]
        : [],
    ),
  };
}

/** Reads every row of a node's store. */
export async function readRows(
  dataDir: string,
  name: string,
): Promise<readonly (readonly [key: string, value: unknown])[]> {
  const store = openLmdbStore<unknown>({ path: join(dataDir, name) });
  const rows = [...store.scan(EVERY_KEY)];
  store.close();
  await store.closed;
  return rows;
}

/** Gives what an account holds of the native token. */
export function nativeBalance({ balance }: Ledger, address: Address): bigint {
  return balance.get(balanceKey(address, NATIVE_TOKEN_ID)) ?? 0n;
}

/** Says what an account held at the start. */
export interface Funded {
  readonly publicKey: string;
  /** Least units, decimal. */
  readonly balance: string;
}

/** More than all that a devnet hands out: only its faucet holds more. */
const FAUCET_LEAST = 2n ** 254n;

/**
 * Expects every account to hold what it began with and what certificates moved, and all accounts
 * together the whole supply.
 */
export function expectAddUp({ ledger, certificates }: Left, funded: readonly Funded[]): void {
  const expected = new Map(
    funded.map(({ publicKey, balance }) => [publicKey as Address, BigInt(balance)]),
  );
  const add = (account: Address, amount: bigint): void =>
    void expected.set(account, (expected.get(account) ?? 0n) + amount);
  for (const { envelope } of certificates) {
    const { sender, operations } = factsOf(envelope.transaction).transaction;
    for (const operation of operations) {
      if (operation.kind !== 'TokenTransfer') continue;
      add(sender, -operation.amount);
      add(operation.recipient, operation.amount);
    }
  }
  let total = 0n;
  for (const amount of ledger.balance.values()) total += amount;
  expect(total).toBe(ledger.token.get(NATIVE_TOKEN_ID)?.supply);
  for (const [account, amount] of expected) {
    const held = nativeBalance(ledger, account);
    if (held < FAUCET_LEAST) expect(held, account).toBe(amount);
  }
}
