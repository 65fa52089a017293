import { type Address, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import type { NodeName, Step } from '../effect.ts';
import type { Genesis } from '../genesis.ts';
import { balanceKey, type Ledger, type RecordChange } from '../ledger/ledger.ts';
import type { Query } from '../message.ts';

/** Everything that one validator holds in memory. */
export interface ValidatorState {
  readonly genesis: Genesis;
  /** By epoch, from 0; the last is the running one. */
  readonly committees: readonly Committee[];
  /** `frozen` after settling a committee change: signs nothing new (rule C4). */
  readonly status: 'active' | 'frozen';
  readonly ledger: Ledger;
}

/** What a validator wants to know again when it has read from its store. */
export interface ValidatorResume {
  readonly from: NodeName;
  readonly query: Query;
  /** `origins` where the rows name the certificates that are to be read next. */
  readonly rows: 'answer' | 'origins';
}

/** What a step of a validator gives. */
export type ValidatorStep = Step<ValidatorState, ValidatorResume>;

/** Gives the epoch that a validator is in. */
export function epochOf(state: ValidatorState): number {
  return state.committees.length - 1;
}

/** Puts a ledger in place of a validator's own; one that names the next committee freezes it (C4). */
export function withLedger(state: ValidatorState, ledger: Ledger): ValidatorState {
  const isFrozen = ledger.committee.has(String(epochOf(state) + 1));
  return {
    genesis: state.genesis,
    committees: state.committees,
    status: isFrozen ? 'frozen' : 'active',
    ledger,
  };
}

// The native token has a supply from the start and no creation: nobody manages, mints or names it.
/** Lists what every validator holds before the first transaction. */
export function genesisRecords({ accounts }: Genesis): readonly RecordChange[] {
  const balances = new Map<Address, bigint>();
  let supply = 0n;
  for (const { address, balance } of accounts) {
    balances.set(address, (balances.get(address) ?? 0n) + balance);
    supply += balance;
  }
  const records: RecordChange[] = [
    { table: 'token', key: NATIVE_TOKEN_ID, value: { supply, description: undefined } },
  ];
  for (const [address, balance] of balances) {
    if (balance === 0n) continue;
    records.push({ table: 'balance', key: balanceKey(address, NATIVE_TOKEN_ID), value: balance });
  }
  return records;
}
