import type {
  Committee,
  Fault,
  Faults,
  Genesis,
  HeldMessages,
  RecentTransaction,
  Validator,
} from './answers.ts';
import type { Calls } from './calls.ts';

/** All that the page shows of the network but accounts, as of one moment. */
export interface Network {
  readonly genesis: Genesis;
  readonly committee: Committee;
  readonly validators: readonly Validator[];
  readonly faults: readonly Fault[];
  readonly held: HeldMessages;
  /** The newest first. */
  readonly transactions: readonly RecentTransaction[];
  readonly snapshots: readonly string[];
}

/**
 * Does what a person asked for and then looks at the network anew. Shows why it was refused or, if
 * it gives a text, that.
 */
export type Act = (doing: (calls: Calls) => Promise<unknown>) => Promise<void>;

/**
 * Creates the function that asks for everything at once. The genesis never changes, so it is asked
 * for only once, and again when somebody has sent who is not known in it: the devnet has opened
 * another account.
 */
export function createNetworkReader({ admin }: Calls): () => Promise<Network> {
  let known: Promise<Genesis> | undefined;

  async function genesisFor(transactions: readonly RecentTransaction[]): Promise<Genesis> {
    known ??= admin<Genesis>('GET', '/genesis');
    try {
      const genesis = await known;
      const names = new Set(genesis.accounts.map(({ name }) => name));
      const isWhole = transactions.every(
        ({ submitted }) => submitted === null || isNamed(submitted.from, names),
      );
      if (isWhole) return genesis;
      known = admin<Genesis>('GET', '/genesis');
      return await known;
    } catch (failure) {
      known = undefined;
      throw failure;
    }
  }

  return async () => {
    const [committee, validators, { active }, held, transactions, snapshots] = await Promise.all([
      admin<Committee>('GET', '/committee'),
      admin<Validator[]>('GET', '/validators'),
      admin<Faults>('GET', '/faults'),
      admin<HeldMessages>('GET', '/held?first=100'),
      admin<RecentTransaction[]>('GET', '/transactions?last=50'),
      admin<string[]>('GET', '/snapshots'),
    ]);
    const genesis = await genesisFor(transactions);
    return { genesis, committee, validators, faults: active, held, transactions, snapshots };
  };
}

/** Callers over HTTP have no account of the devnet; its own clients are called as theirs are. */
function isNamed(from: string, names: ReadonlySet<string | null>): boolean {
  return from.startsWith('http') || names.has(from);
}
