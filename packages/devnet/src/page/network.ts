import type { Committee, Fault, Faults, Genesis, RecentTransaction, Validator } from './answers.ts';
import type { Calls } from './calls.ts';

/** All that the page shows of the network but accounts, as of one moment. */
export interface Network {
  readonly genesis: Genesis;
  readonly committee: Committee;
  readonly validators: readonly Validator[];
  readonly faults: readonly Fault[];
  /** The newest first. */
  readonly transactions: readonly RecentTransaction[];
  readonly snapshots: readonly string[];
}

/**
 * Does what a person asked for and then looks at the network anew. Shows why it was refused or, if
 * it gives a text, that.
 */
export type Act = (doing: (calls: Calls) => Promise<unknown>) => Promise<void>;

/** Asks for everything at once. */
export async function readNetwork({ admin }: Calls): Promise<Network> {
  const [genesis, committee, validators, { active }, transactions, snapshots] = await Promise.all([
    admin<Genesis>('GET', '/genesis'),
    admin<Committee>('GET', '/committee'),
    admin<Validator[]>('GET', '/validators'),
    admin<Faults>('GET', '/faults'),
    admin<RecentTransaction[]>('GET', '/transactions?last=50'),
    admin<string[]>('GET', '/snapshots'),
  ]);
  return { genesis, committee, validators, faults: active, transactions, snapshots };
}
