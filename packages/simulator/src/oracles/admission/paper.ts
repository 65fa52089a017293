import type {
  CommitteeRequest,
  EscrowConfig,
  EscrowJob,
  Ledger,
  LedgerTables,
  Origin,
  Token,
} from '@quorate/core';
import type { State, ValidatorConfig } from '@quorate/protocol';

/** Records of one table, some of them written anew. */
export interface Sheet<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** What was written anew. */
  written(): ReadonlyMap<string, V>;
}

/** What of a ledger operations read and write; who signed and what is locked is no part of it. */
export interface Paper {
  /** By account and token: `balanceKey`. */
  readonly balance: Sheet<bigint>;
  readonly token: Sheet<Token>;
  /** By token and update id. */
  readonly update: Sheet<Origin>;
  /** By account and state key: `cellPlace`. */
  readonly cell: Sheet<State>;
  readonly config: Sheet<EscrowConfig>;
  readonly job: Sheet<EscrowJob>;
  /** By transaction and place in it. */
  readonly request: Sheet<CommitteeRequest>;
  readonly committee: Sheet<Seated>;
  /** By transaction id. */
  readonly claim: Sheet<Origin>;
}

/** A committee, but for who runs its members. */
export type Seated = Omit<LedgerTables['committee'], 'members'> & {
  readonly members: readonly { readonly validator: ValidatorConfig }[];
};

/** Lays an empty sheet over each table of a ledger, which stays as it is. */
export function paperOver(ledger: Ledger): Paper {
  return {
    balance: sheetOver(ledger.balance),
    token: sheetOver(ledger.token),
    update: sheetOver(ledger.update),
    cell: sheetOver(ledger.cell),
    config: sheetOver(ledger.config),
    job: sheetOver(ledger.job),
    request: sheetOver(ledger.request),
    committee: sheetOver<Seated>(ledger.committee),
    claim: sheetOver(ledger.claim),
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
