import type { Address } from '@quorate/protocol';
import { VersionedMap } from '../../versioned-map.ts';

/** The ways of a proxy to check a transaction before it is broadcast. */
export const PRECHECKS = ['asked', 'remembered'] as const;

/**
 * How a proxy checks a transaction before it is broadcast (rule P5): it asks every validator; or it
 * goes on at once where what a quorum has told it lately is enough, and asks otherwise.
 */
export type Precheck = (typeof PRECHECKS)[number];

/** What a member of the committee has told of an account. */
export interface Told {
  /** The next nonce of the account there. */
  readonly nonce: bigint;
  /**
   * What the account holds there of the native token, in least units. It may hold more by now, as
   * long as its nonce is unused: nobody but itself lowers its balance (rule D5).
   */
  readonly funds: bigint;
  /** When it was told, in nanoseconds since the Unix epoch. */
  readonly at: bigint;
}

/** What a proxy remembers of an account. */
export interface Remembered {
  /** The least nonce that is above those of all transactions that this proxy has begun. */
  readonly unspent: bigint;
  /** The latest word of each member, by its key. */
  readonly told: Readonly<Record<Address, Told>>;
}

/**
 * What a proxy remembers of accounts, in two generations: once the recent one is full, it takes the
 * place of the older one, which is forgotten.
 */
export interface ProxyMemory {
  readonly recent: Generation;
  readonly older: Generation;
}

type Generation = VersionedMap<Address, Remembered>;

/** The most accounts in one generation. */
export const GENERATION_MAX = 512;

const NOTHING: Remembered = { unspent: 0n, told: {} };

/** Gives a memory of nothing. */
export function noMemory(): ProxyMemory {
  return { recent: VersionedMap.empty(), older: VersionedMap.empty() };
}

/** Gives what is remembered of an account. */
export function rememberedOf({ recent, older }: ProxyMemory, account: Address): Remembered {
  return recent.get(account) ?? older.get(account) ?? NOTHING;
}

/** Notes that a transaction of an account is begun at this nonce, which uses up what was told. */
export function withBegun(memory: ProxyMemory, account: Address, nonce: bigint): ProxyMemory {
  const { unspent, told } = rememberedOf(memory, account);
  if (nonce < unspent) return memory;
  return withAccount(memory, account, { unspent: nonce + 1n, told });
}

/** Notes the latest word of a member on an account; undefined when its word is worth nothing. */
export function withWord(
  memory: ProxyMemory,
  account: Address,
  member: Address,
  word: Told | undefined,
): ProxyMemory {
  const { unspent, told } = rememberedOf(memory, account);
  const { [member]: before, ...others } = told;
  if (before === word) return memory;
  const all = word === undefined ? others : { ...others, [member]: word };
  return withAccount(memory, account, { unspent, told: all });
}

/**
 * Forgets every word, because those who gave it are members no more. Which nonces are used up stays
 * known.
 */
export function withoutWords({ recent, older }: ProxyMemory): ProxyMemory {
  return { recent: silenced(recent), older: silenced(older) };
}

function silenced(generation: Generation): Generation {
  let silent: Generation = VersionedMap.empty();
  generation.each(({ unspent }, account) => {
    silent = silent.set(account, { unspent, told: {} });
  });
  return silent;
}

function withAccount(memory: ProxyMemory, account: Address, known: Remembered): ProxyMemory {
  const { recent, older } = memory;
  return recent.size < GENERATION_MAX || recent.has(account)
    ? { recent: recent.set(account, known), older }
    : { recent: VersionedMap.empty<Address, Remembered>().set(account, known), older: recent };
}
