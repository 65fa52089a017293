import type { TransactionId } from '@quorate/protocol';
import type { PlacedValidator } from '../hosting.ts';
import type { Traces } from './traces.ts';

/** What tells who has settled a transaction. */
export interface SettledGround {
  /** Grows. */
  readonly validators: readonly PlacedValidator[];
  readonly traces: Traces;
}

/**
 * Gives who holds a transaction as settled at present, and when each of them settled it.
 *
 * What was seen to settle may be undone since, and what is held may have settled unseen, before the
 * devnet started: who holds it is for their stores to say.
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
    // A validator whose clock is wrong has written down a wrong time.
    if (at !== undefined) now.set(hosted.node.name, seen?.get(hosted.node.name) ?? at);
  }
  return now;
}
