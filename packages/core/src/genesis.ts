import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type TokenId,
  type Transaction,
} from '@quorate/protocol';
import type { Committee } from './committee.ts';

/** An account that holds something of a token from the start. */
export interface GenesisAccount {
  readonly address: Address;
  /** Least units. */
  readonly balance: bigint;
}

/** A token that exists from the start, under an id that no transaction gave it. */
export interface GenesisToken {
  readonly id: TokenId;
  readonly name: string;
  readonly decimals: number;
  readonly admin: Address;
  /** Least units of it. */
  readonly accounts: readonly GenesisAccount[];
}

/** What transactions cost, fixed for all epochs (rule V7). */
export interface FeeTable {
  /** Least units for one transaction, by the token it may be paid in. */
  readonly amounts: Readonly<Record<TokenId, bigint>>;
  /** What a release without the field pays in. */
  readonly defaultToken: TokenId;
  /** Who is credited. */
  readonly account: Address;
}

/** Everything that all validators of a network agree on before the first transaction. */
export interface Genesis {
  readonly networkId: NetworkId;
  /** The committee of epoch 0 (rule C1). */
  readonly committee: Committee;
  /** Of the native token. */
  readonly accounts: readonly GenesisAccount[];
  /** Besides the native one; absent is none. */
  readonly tokens?: readonly GenesisToken[];
  /** Undefined is no fee. */
  readonly fees: FeeTable | undefined;
  /** Whether the un-versioned shape, which names no network, is accepted (rule V2). */
  readonly acceptsUnversioned: boolean;
  /** When epoch 0 began, in nanoseconds since the Unix epoch. */
  readonly genesisTimeNanos: bigint;
  /** How old an epoch must be before requests to join or leave settle (rule C2). */
  readonly minRequestAgeNanos: bigint;
}

/** What of a genesis says which transactions are for its network (rule V2). */
export type NetworkRule = Pick<Genesis, 'networkId' | 'acceptsUnversioned'>;

/** What it takes to tell which of the envelopes that somebody shows count. */
export interface CountingEnv {
  readonly verifier: Verifier;
  readonly network: NetworkRule;
}

/** What of a genesis a proxy begins with. */
export type ProxyGenesis = NetworkRule & Pick<Genesis, 'committee'>;

/** Tells whether a transaction names this network, or is of the shape that names none (rule V2). */
export function isForNetwork(
  { networkId }: Pick<Transaction, 'networkId'>,
  { networkId: own, acceptsUnversioned }: NetworkRule,
): boolean {
  return networkId === own || (networkId === null && acceptsUnversioned);
}

/** Lists who holds how much of which token before the first transaction; least units. */
export function startingBalances({
  accounts,
  tokens = [],
}: Genesis): readonly (readonly [Address, TokenId, bigint])[] {
  const all = [{ id: NATIVE_TOKEN_ID, accounts }, ...tokens];
  return all.flatMap(({ id, accounts: holders }) =>
    holders.map(({ address, balance }) => [address, id, balance] as const),
  );
}
