import type { Ledger, TableName } from '@quorate/core';
import { type Address, isObject, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { plainText } from '../../plain-text.ts';
import type { OracleContext } from '../oracle.ts';

/** Where a record of the ledger is. */
export interface RecordPlace {
  readonly table: TableName;
  readonly key: string;
}

/** Names a record for people: its table and its key, in which accounts have their names. */
export function recordName(
  { table, key }: RecordPlace,
  { nameOf }: Pick<OracleContext, 'nameOf'>,
): string {
  const parts = key.split('/').map((part) => {
    return part === NATIVE_TOKEN_ID ? 'native' : nameOf(part as Address);
  });
  return [table, ...parts].join('/');
}

/** The length at which the text of a record is cut: a job has a description. */
const SHOWN = 200;

/** Gives what a ledger holds there as text. */
export function recordText(ledger: Ledger, { table, key }: RecordPlace): string {
  const record: unknown = ledger[table].get(key);
  if (record === undefined) return 'none';
  return (isObject(record) ? plainText(record) : String(record)).slice(0, SHOWN);
}
