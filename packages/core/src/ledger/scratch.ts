import type { Address, TokenId } from '@quorate/protocol';
import {
  type Account,
  balanceKey,
  type CommitteeRequest,
  type Ledger,
  type LedgerTables,
  NEW_ACCOUNT,
  type RecordChange,
  type TableName,
  type Token,
  type TokenDescription,
} from './ledger.ts';

/** From this many changes on, an index replaces scanning. Most transactions have fewer. */
const SHORT = 16;

const UNKNOWN_TOKEN: Token = { supply: 0n, description: undefined };

interface CreditRow {
  readonly recipient: Address;
  /** The position in the recipient's list of credits. */
  readonly index: number;
}

/**
 * A scratch copy of the ledger. Reads see its own writes; the ledger underneath never changes.
 *
 * Admission discards it and settlement turns it into one atomic write, so a transaction is visible
 * as a whole or not at all (rules V6, S5).
 */
export class Scratch {
  readonly #ledger: Ledger;
  readonly #changes: RecordChange[] = [];
  /** The position of each record in the list of changes; undefined while scanning is quick. */
  #positions: Map<string, number> | undefined;
  readonly #credits: CreditRow[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Reads a record. */
  get<T extends TableName>(table: T, key: string): LedgerTables[T] | undefined {
    const position = this.#positionOf(table, key);
    if (position < 0) return this.#ledger[table].get(key);
    return this.#changes[position]?.value as LedgerTables[T] | undefined;
  }

  /** Writes a record; undefined deletes it. */
  put<T extends TableName>(table: T, key: string, value: LedgerTables[T] | undefined): void {
    const change = { table, key, value } as RecordChange;
    const position = this.#positionOf(table, key);
    if (position >= 0) this.#changes[position] = change;
    else this.#add(change);
  }

  /** Reads an account. One that was never seen is a new one. */
  account(address: Address): Account {
    return this.get('account', address) ?? NEW_ACCOUNT;
  }

  /** Reads a balance, in least units. */
  balance(address: Address, tokenId: TokenId): bigint {
    return this.get('balance', balanceKey(address, tokenId)) ?? 0n;
  }

  /**
   * Changes the supply of a token by a signed amount, whether its creation has settled or not
   * (ledger.md section 4).
   */
  issue(tokenId: TokenId, amount: bigint): void {
    const token = this.get('token', tokenId) ?? UNKNOWN_TOKEN;
    this.put('token', tokenId, { ...token, supply: token.supply + amount });
  }

  /** Sets the description of a token. */
  describe(tokenId: TokenId, description: TokenDescription): void {
    const token = this.get('token', tokenId) ?? UNKNOWN_TOKEN;
    this.put('token', tokenId, { ...token, description });
  }

  /** Lists the settled committee requests, in no particular order. */
  requests(): readonly CommitteeRequest[] {
    const changed = this.#changes.filter((change) => change.table === 'request');
    const requests = new Map(this.#ledger.request);
    for (const { key, value } of changed) {
      if (value !== undefined) requests.set(key, value);
    }
    return [...requests.values()];
  }

  /**
   * Tells whether a settled committee request fulfils a condition. There may be any number of them.
   */
  hasRequest(isIt: (request: CommitteeRequest) => boolean): boolean {
    let isFound = false;
    // `each` skips the sorting that iteration does: it costs more than the scan.
    this.#ledger.request.each((request) => {
      isFound ||= isIt(request);
    });
    return (
      isFound ||
      this.#changes.some(
        ({ table, value }) => table === 'request' && value !== undefined && isIt(value),
      )
    );
  }

  /** Subtracts an amount from a balance, which may go below zero (rule S6). */
  debit(address: Address, tokenId: TokenId, amount: bigint): void {
    this.#move(address, tokenId, -amount);
  }

  /** Adds an amount to a balance and to the recipient's list of credits. */
  credit(address: Address, tokenId: TokenId, amount: bigint): void {
    this.#move(address, tokenId, amount);
    // A certificate appears in the list once, however often it credits the account.
    if (this.#credits.some(({ recipient }) => recipient === address)) return;
    const account = this.account(address);
    this.#credits.push({ recipient: address, index: account.creditCount });
    const { nextNonce, lock, creditCount } = account;
    this.put('account', address, { nextNonce, lock, creditCount: creditCount + 1 });
  }

  /** Lists the changed records, in the order of their first change. */
  changes(): readonly RecordChange[] {
    return [...this.#changes];
  }

  /** Lists the credited accounts, in the order of their first credit. */
  credits(): readonly CreditRow[] {
    return this.#credits;
  }

  #positionOf(table: TableName, key: string): number {
    if (this.#positions !== undefined) return this.#positions.get(`${table}/${key}`) ?? -1;
    for (let index = 0; index < this.#changes.length; index += 1) {
      const change = this.#changes[index];
      if (change?.table === table && change.key === key) return index;
    }
    return -1;
  }

  #add(change: RecordChange): void {
    this.#changes.push(change);
    const { length } = this.#changes;
    if (length === SHORT) {
      this.#positions = new Map(this.#changes.map(({ table, key }, at) => [`${table}/${key}`, at]));
    } else {
      this.#positions?.set(`${change.table}/${change.key}`, length - 1);
    }
  }

  #move(address: Address, tokenId: TokenId, difference: bigint): void {
    const balance = this.balance(address, tokenId) + difference;
    // A zero balance has no record, so ledgers that are equal have equal records, whatever their
    // history.
    this.put('balance', balanceKey(address, tokenId), balance === 0n ? undefined : balance);
  }
}
