import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type TokenId,
  type Transaction,
} from '@quorate/protocol';
import type { Committee } from './committee.ts';

/** An account that holds an amount of a token from the start. */
export interface GenesisAccount {
  readonly address: Address;
  /** In least units of the token. */
  readonly balance: bigint;
}

/** A token that exists from the start. No transaction created it, so its id is free to choose. */
export interface GenesisToken {
  readonly id: TokenId;
  readonly name: string;
  readonly decimals: number;
  readonly admin: Address;
  /** The initial holders, with balances in least units of this token. */
  readonly accounts: readonly GenesisAccount[];
}

/** What transactions cost, fixed for all epochs (rule V7). */
export interface FeeTable {
  /** The fee for one transaction in least units, by the token it may be paid in. */
  readonly amounts: Readonly<Record<TokenId, bigint>>;
  /** The token that pays the fee when the release of a transaction has no `fee_token` field. */
  readonly defaultToken: TokenId;
  /** The account that receives the fees. */
  readonly account: Address;
}

/** Everything that all validators of a network agree on before the first transaction. */
export interface Genesis {
  readonly networkId: NetworkId;
  /** The committee of epoch 0 (rule C1). */
  readonly committee: Committee;
  /** The initial holders of the native token. */
  readonly accounts: readonly GenesisAccount[];
  /** The tokens besides the native one; absent means none. */
  readonly tokens?: readonly GenesisToken[];
  /** Undefined means that there are no fees. */
  readonly fees: FeeTable | undefined;
  /** Whether the un-versioned shape, which names no network, is accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** When epoch 0 began, in nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
  /**
   * How old an epoch must be before its join and leave requests settle, in nanoseconds (rule C2).
   */
  readonly minRequestAgeNanos: bigint;
}

/** The part of genesis that decides which transactions are for this network (rule V2). */
export type NetworkRule = Pick<Genesis, 'networkId' | 'acceptsUnversioned'>;

/** What is needed to decide whether an envelope shown by another node counts. */
export interface CountingEnv {
  readonly verifier: Verifier;
  readonly network: NetworkRule;
}

/** The part of genesis that a proxy starts from. */
export type ProxyGenesis = NetworkRule & Pick<Genesis, 'committee' | 'fees'>;

/** Tells whether a transaction names this network, or is of the shape that names none (rule V2). */
export function isForNetwork(
  { networkId }: Pick<Transaction, 'networkId'>,
  { networkId: own, acceptsUnversioned }: NetworkRule,
): boolean {
  return networkId === own || (networkId === null && acceptsUnversioned);
}

/** Lists the balances before the first transaction: account, token, amount in least units. */
export function startingBalances({
  accounts,
  tokens = [],
}: Genesis): readonly (readonly [Address, TokenId, bigint])[] {
  const all = [{ id: NATIVE_TOKEN_ID, accounts }, ...tokens];
  return all.flatMap(({ id, accounts: holders }) =>
    holders.map(({ address, balance }) => [address, id, balance] as const),
  );
}
