import { type Address, formatAddress, type TransactionId } from '@quorate/protocol';

/** The state that one validator has reached. */
export interface Standing {
  /** The settled transactions, by sender and nonce. */
  readonly settled: ReadonlyMap<string, TransactionId>;
  /** The digest of its state. */
  readonly digest: string;
  /** The names of the validators that it knows, by key. */
  readonly names: ReadonlyMap<Address, string>;
}

/**
 * Gives the keys of those who signed what settled at a place, which is a sender and a nonce; empty
 * if nobody has its certificate.
 */
export type SignersOf = (place: string, id: TransactionId) => readonly Address[];

/** Compares a validator with those before it; lists the contradictions, one line each. */
export type Compare = (name: string, standing: Standing) => readonly string[];

/**
 * Creates a comparison that has seen no validator yet.
 *
 * Validators may lag, so one may have settled what another does not know. But no two validators
 * settle different transactions at one (sender, nonce), and validators that settled the same
 * transactions have the same state. Where two did, those who signed both broke rule V4.
 */
export function createComparison(signersOf: SignersOf): Compare {
  const settledBy = new Map<string, { readonly id: TransactionId; readonly name: string }>();
  const digests = new Map<string, { readonly digest: string; readonly name: string }>();

  function guilty(place: string, ids: readonly TransactionId[], { names }: Standing): string {
    const [one = [], other = []] = ids.map((id) => signersOf(place, id));
    const both = one.filter((key) => other.includes(key));
    if (both.length === 0) return '';
    const named = both.map((key) => names.get(key) ?? formatAddress(key)).toSorted();
    return `; ${named.join(', ')} signed both`;
  }

  return (name, standing) => {
    const { settled, digest } = standing;
    const problems: string[] = [];
    for (const [key, id] of settled) {
      const other = settledBy.get(key);
      if (other === undefined) settledBy.set(key, { id, name });
      else if (other.id !== id) {
        const blame = guilty(key, [id, other.id], standing);
        problems.push(`at ${key} it has settled ${id}, and ${other.name} ${other.id}${blame}`);
      }
    }
    const set = keyOfSet(settled);
    const same = digests.get(set);
    if (same === undefined) digests.set(set, { digest, name });
    else if (same.digest !== digest) {
      problems.push(`it has settled what ${same.name} has, and is in another state`);
    }
    return problems;
  };
}

/**
 * Identifies a set of settled transactions regardless of their order; ids are hashes, so sums
 * distinguish sets.
 */
function keyOfSet(settled: ReadonlyMap<string, TransactionId>): string {
  let sum = 0n;
  for (const id of settled.values()) sum += BigInt(`0x${id}`);
  return `${settled.size}/${sum.toString(16)}`;
}
