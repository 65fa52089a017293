import type { EscrowConfig, EscrowJob, Ledger, Token } from '@quorate/core';
import type { State } from '@quorate/protocol';

/** Records of one table, some of them written anew. */
export interface Sheet<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** What was written anew. */
  written(): Iterable<readonly [string, V]>;
}

/** What of a ledger the admission of a transaction hangs on. */
export interface Paper {
  /** By account and token: `balanceKey`. */
  readonly balance: Sheet<bigint>;
  readonly token: Sheet<Pick<Token, 'supply'> & { readonly description: Described | undefined }>;
  /** By account and state key: `cellKey`. */
  readonly cell: Sheet<State>;
  readonly config: Sheet<Omit<EscrowConfig, 'origin'>>;
  readonly job: Sheet<Omit<EscrowJob, 'origin' | 'description' | 'configId'>>;
}

/** Who may do what with a token. */
export type Described = Pick<NonNullable<Token['description']>, 'admin' | 'mints' | 'updateCount'>;

/** Lays an empty sheet over each table of a ledger, which stays as it is. */
export function paperOver({ balance, token, cell, config, job }: Ledger): Paper {
  return {
    balance: sheetOver(balance),
    token: sheetOver<ReturnType<Paper['token']['get']> & object>(token),
    cell: sheetOver(cell),
    config: sheetOver<ReturnType<Paper['config']['get']> & object>(config),
    job: sheetOver<ReturnType<Paper['job']['get']> & object>(job),
  };
}

function sheetOver<V>(table: { get(key: string): V | undefined }): Sheet<V> {
  const written = new Map<string, V>();
  return {
    get: (key) => written.get(key) ?? table.get(key),
    set: (key, value) => void written.set(key, value),
    written: () => written,
  };
}
