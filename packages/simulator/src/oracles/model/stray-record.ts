import type { Ledger } from '@quorate/core';
import { isSameData, type Operation } from '@quorate/protocol';
import { applyOnPaper } from '../admission/operation-opinions.ts';
import { type Paper, paperOver, type Seated } from '../admission/paper.ts';
import type { OracleContext, Settled } from '../oracle.ts';
import type { Stray } from './stray.ts';

/** The tables whose records follow directly from operations; balances are checked elsewhere. */
const TABLES = [
  'token',
  'update',
  'cell',
  'config',
  'job',
  'request',
  'committee',
  'claim',
] as const;

const NAMES: ReadonlySet<string> = new Set(TABLES);

/**
 * Finds a record that a transaction has left different from what its operations say, or that none
 * of them mentions; undefined when there is none.
 */
export function strayRecord(
  settled: Settled,
  { verifier }: Pick<OracleContext, 'verifier'>,
): Stray | undefined {
  const { facts, transaction, before, after, changes } = settled;
  const { operations } = transaction;
  const recorded = changes.filter(({ table }) => NAMES.has(table));
  if (recorded.length === 0 && operations.every(isPayment)) return undefined;
  const paper = paperOver(before);
  // The effects of operations do not depend on committees.
  const state = { ledger: before, committees: [] };
  for (const [index, operation] of operations.entries()) {
    applyOnPaper(operation, { paper, facts, index, verifier, state });
  }
  const unasked = recorded.find(({ table, key }) => !paper[table as Table].written().has(key));
  if (unasked !== undefined) {
    return { table: unasked.table, key: unasked.key, fault: 'changed, and nothing says so' };
  }
  for (const table of TABLES) {
    const key = miswritten(paper, after, table);
    if (key !== undefined) return { table, key, fault: 'is not what it has to be' };
  }
  return undefined;
}

type Table = (typeof TABLES)[number];

function isPayment({ kind }: Operation): boolean {
  return kind === 'TokenTransfer';
}

function miswritten(paper: Paper, after: Ledger, table: Table): string | undefined {
  for (const [key, record] of paper[table].written()) {
    const held = table === 'committee' ? seatedIn(after, key) : after[table].get(key);
    if (!isSameData(held, record)) return key;
  }
  return undefined;
}

function seatedIn({ committee }: Ledger, epoch: string): Seated | undefined {
  const record = committee.get(epoch);
  if (record === undefined) return undefined;
  return { ...record, members: record.members.map(({ validator }) => ({ validator })) };
}
