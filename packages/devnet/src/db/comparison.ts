import type { TransactionId } from '@quorate/protocol';

/** What one validator has come to. */
export interface Standing {
  /** What it settled, by sender and nonce. */
  readonly settled: ReadonlyMap<string, TransactionId>;
  /** The digest of its state. */
  readonly digest: string;
}

/** Compares a validator with those before it; gives what contradicts, in a line each. */
export type Compare = (name: string, standing: Standing) => readonly string[];

/**
 * Creates a comparison that has seen nobody.
 *
 * Validators may lag, so that one has settled what another has not heard of. But nobody settles
 * anything else at the same (sender, nonce), and who settled the same is in the same state.
 */
export function createComparison(): Compare {
  const settledBy = new Map<string, { readonly id: TransactionId; readonly name: string }>();
  const digests = new Map<string, { readonly digest: string; readonly name: string }>();
  return (name, { settled, digest }) => {
    const problems: string[] = [];
    for (const [key, id] of settled) {
      const other = settledBy.get(key);
      if (other === undefined) settledBy.set(key, { id, name });
      else if (other.id !== id) {
        problems.push(`at ${key} it has settled ${id}, and ${other.name} ${other.id}`);
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

/** Names a set of settled transactions, whatever its order; ids are hashes, so sums tell sets apart. */
function keyOfSet(settled: ReadonlyMap<string, TransactionId>): string {
  let sum = 0n;
  for (const id of settled.values()) sum += BigInt(`0x${id}`);
  return `${settled.size}/${sum.toString(16)}`;
}
