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

/** The records of one table, some of which are overwritten on paper. */
export interface Sheet<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /** The overwritten records. */
  written(): ReadonlyMap<string, V>;
}

/** The part of a ledger that operations read and write, without signers and locks. */
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
  /** By transaction and position in it. */
  readonly request: Sheet<CommitteeRequest>;
  readonly committee: Sheet<Seated>;
  /** By transaction id. */
  readonly claim: Sheet<Origin>;
}

/** A committee record without the operators. */
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
