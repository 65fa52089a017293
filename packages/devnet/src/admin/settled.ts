import type { TransactionId } from '@quorate/protocol';
import type { PlacedValidator } from '../hosting.ts';
import type { Traces } from './traces.ts';

/** What is needed to find out which validators have settled a transaction. */
export interface SettledGround {
  /** May grow. */
  readonly validators: readonly PlacedValidator[];
  readonly traces: Traces;
}

/**
 * Gives which validators hold a transaction as settled now, and when each of them settled it.
 *
 * A settlement that was observed may have been undone by a return, and one before the start of the
 * devnet was never observed, so this asks the stores of the validators.
 */
export async function settledNow(
  { validators, traces }: SettledGround,
  id: TransactionId,
): Promise<ReadonlyMap<string, bigint>> {
  const times = await Promise.all(validators.map(({ hosted }) => hosted.settledAt(id)));
  const seen = traces.get(id)?.settled;
  const now = new Map<string, bigint>();
  for (const [index, { hosted }] of validators.entries()) {
    const at = times[index];
    // If the clock of a validator is wrong, the time in its store is wrong too.
    if (at !== undefined) now.set(hosted.node.name, seen?.get(hosted.node.name) ?? at);
  }
  return now;
}
