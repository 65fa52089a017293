import type { TransactionId } from '@quorate/protocol';
import type { LedgerChange } from '../model/ledger-change.ts';
import type { Settled } from '../oracle.ts';

/** The (sender, nonce) of a certificate. */
export type Place = Pick<Settled['transaction'], 'sender' | 'nonce'>;

/** Places in their order; undefined for certificates that were not seen. */
export type Places = readonly (Place | undefined)[];

/** The lists by which a validator must find what it has settled. */
export interface SettledLists {
  note(settled: Settled): void;
  /**
   * Gives the list of what credited an account, updated a token, or of everything, by the names
   * below.
   */
  of(validator: string, list: string): Places;
  placeOf(id: TransactionId): Place | undefined;
}

/** The name of the list of everything that a validator has settled. */
export const EVERYTHING = 'everything';

/** Names the list of what credited an account. */
export function creditsOf(account: string): string {
  return `credits/${account}`;
}

/** Names the list of what updated a token. */
export function updatesOf(token: string): string {
  return `updates/${token}`;
}

/**
 * Creates the lists of validators that have settled nothing.
 *
 * Before each settlement the ledger gives the length of each list, so what a crash has undone is
 * dropped.
 */
export function createSettledLists(): SettledLists {
  const validators = new Map<string, Map<string, (Place | undefined)[]>>();
  const places = new Map<TransactionId, Place>();

  function listOf(validator: string, name: string): (Place | undefined)[] {
    const lists = validators.get(validator) ?? new Map<string, (Place | undefined)[]>();
    validators.set(validator, lists);
    const list = lists.get(name) ?? [];
    lists.set(name, list);
    return list;
  }

  return {
    note({ validator, facts, transaction, before, changes }) {
      places.set(facts.id, transaction);
      lengthen(listOf(validator, EVERYTHING), before.settled.size, 1, transaction);
      for (const change of changes) {
        const growth = growthOf(change);
        if (growth === undefined) continue;
        const { list, from, to } = growth;
        lengthen(listOf(validator, list), from, to - from, transaction);
      }
    },
    of: (validator, list) => validators.get(validator)?.get(list) ?? [],
    placeOf: (id) => places.get(id),
  };
}

/** An entry added to a list. */
interface Growth {
  readonly list: string;
  readonly from: number;
  readonly to: number;
}

function growthOf(change: LedgerChange): Growth | undefined {
  if (change.table === 'account') {
    const from = change.was?.creditCount ?? 0;
    const to = change.value?.creditCount ?? 0;
    return from === to ? undefined : { list: creditsOf(change.key), from, to };
  }
  if (change.table !== 'token') return undefined;
  const from = Number(change.was?.description?.updateCount ?? 0n);
  const to = Number(change.value?.description?.updateCount ?? 0n);
  return from === to ? undefined : { list: updatesOf(change.key), from, to };
}

function lengthen(list: (Place | undefined)[], from: number, count: number, place: Place): void {
  list.length = from;
  for (let index = 0; index < count; index += 1) list.push(place);
}
