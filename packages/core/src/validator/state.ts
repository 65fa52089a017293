import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import type { Step } from '../effect.ts';
import type { Genesis } from '../genesis.ts';
import { balanceKey, type Ledger, type RecordChange } from '../ledger/ledger.ts';
import type { CertificatesAsked } from './get-certificates.ts';

/** Everything that one validator holds in memory. */
export interface ValidatorState {
  readonly genesis: Genesis;
  /** By epoch, from 0; the last is the running one. */
  readonly committees: readonly Committee[];
  /** `frozen` after settling a committee change: signs nothing new (rule C4). */
  readonly status: 'active' | 'frozen';
  readonly ledger: Ledger;
}

/** What a step of a validator gives. */
export type ValidatorStep = Step<ValidatorState, CertificatesAsked>;

/** Gives the epoch that a validator is in. */
export function epochOf(state: ValidatorState): number {
  return state.committees.length - 1;
}

// The native token has a supply from the start and no creation: nobody manages, mints or names it.
/** Lists what every validator holds before the first transaction. */
export function genesisRecords(genesis: Genesis): readonly RecordChange[] {
  const supply = genesis.accounts.reduce((sum, { balance }) => sum + balance, 0n);
  return [
    { table: 'token', key: NATIVE_TOKEN_ID, value: { supply, description: undefined } },
    ...genesis.accounts
      .filter(({ balance }) => balance !== 0n)
      .map(
        ({ address, balance }): RecordChange => ({
          table: 'balance',
          key: balanceKey(address, NATIVE_TOKEN_ID),
          value: balance,
        }),
      ),
  ];
}
