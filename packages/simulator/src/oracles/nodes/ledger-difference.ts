import type { Ledger, LedgerTables, TableName } from '@quorate/core';
import { isSameData } from '@quorate/protocol';
import type { RecordPlace } from '../model/record-name.ts';

/** Gives the part of a record that is ledger state; undefined when none is. */
type StateOf<T extends TableName> = (value: LedgerTables[T]) => unknown;

/** The whole record, as for most tables. */
const whole = (value: unknown): unknown => value;

/**
 * The part of each record that is ledger state (ledger.md section 1).
 *
 * The digest of the core defines the same, and may be the bug: in a table that it left out, no two
 * ledgers would ever differ.
 */
const STATE: { readonly [T in TableName]: StateOf<T> } = {
  // An account that never sent anything equals one that was never seen.
  account: ({ nextNonce }) => (nextNonce === 0n ? undefined : nextNonce),
  balance: whole,
  cell: whole,
  token: whole,
  settled: whole,
  update: whole,
  config: whole,
  job: whole,
  request: whole,
  committee: whole,
  claim: whole,
  // The signers besides the sender depend on which certificate arrived first.
  signer: () => undefined,
};

/** Finds a record in which two ledgers differ, ignoring locks; undefined when they are equal. */
export function differingRecord(one: Ledger, other: Ledger): RecordPlace | undefined {
  if (one === other) return undefined;
  for (const table of Object.keys(STATE) as TableName[]) {
    const key = differingKey(table, one, other);
    if (key !== undefined) return { table, key };
  }
  return undefined;
}

function differingKey<T extends TableName>(
  table: T,
  { [table]: one }: Ledger,
  { [table]: other }: Ledger,
): string | undefined {
  if (one === other) return undefined;
  const stateOf: StateOf<T> = STATE[table];
  let differing: string | undefined;
  one.each((value, key) => {
    const held = other.get(key);
    if (held === value || isSameData(stateOf(value), held && stateOf(held))) return;
    differing ??= key;
  });
  other.each((value, key) => {
    if (!one.has(key) && stateOf(value) !== undefined) differing ??= key;
  });
  return differing;
}
