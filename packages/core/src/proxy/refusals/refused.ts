import type { Rejection, TransactionId } from '@quorate/protocol';
import type { StoreRow, StoreWrite } from '../../effect.ts';
import { isOpenRefusal } from '../../open-refusal.ts';
import type { ProxyState, RefusedRequest, Submission, Waiting } from '../state.ts';

/** The key prefix of recently refused requests. */
export const REFUSED_PREFIX = 'refused/';

/**
 * How many refused requests are remembered.
 *
 * A duplicate of a request can arrive long after its refusal. Its sender may have signed another
 * transaction at that nonce by then, and would be locked if the first one were driven again (rule
 * P5).
 */
const REFUSED_MAX = 64;

/** The remembered requests, and the writes that keep them. */
export interface Remembered {
  readonly refused: readonly RefusedRequest[];
  readonly writes: readonly StoreWrite[];
}

/**
 * Remembers refused requests, the latest last.
 *
 * A final refusal is stored, so it survives a restart. An open one need not be: its sender sends
 * the same bytes and no others, so driving a duplicate of them harms nobody.
 */
export function withRefused(
  refused: ProxyState['refused'],
  { facts, waiting }: Pick<Submission, 'facts' | 'waiting'>,
  rejection: Rejection,
): Remembered {
  if (waiting.length === 0) return { refused, writes: [] };
  const first = (refused.at(-1)?.number ?? -1) + 1;
  const added = waiting
    .map(({ client, requestId }, index): RefusedRequest => {
      const number = first + index;
      return { number, transactionId: facts.id, client, requestId, rejection };
    })
    .slice(-REFUSED_MAX);
  const all = [...refused, ...added];
  const oldest = first + waiting.length - REFUSED_MAX;
  const overdue = refused.filter(({ number }) => number < oldest);
  const kept = isOpenRefusal(rejection) ? [] : added;
  return {
    refused: overdue.length === 0 ? all : all.filter(({ number }) => number >= oldest),
    writes: [
      ...overdue
        .filter((each) => !isOpenRefusal(each.rejection))
        .map(({ number }) => ({ key: slotOf(number), value: undefined })),
      ...kept.map((value) => ({ key: slotOf(value.number), value })),
    ],
  };
}

/**
 * Forgets the refusals of a transaction that is broadcast after all: it may settle now (rule P4).
 */
export function withoutRefused(
  state: ProxyState,
  id: TransactionId,
): { readonly state: ProxyState; readonly writes: readonly StoreWrite[] } {
  const gone = state.refused.filter(({ transactionId }) => transactionId === id);
  if (gone.length === 0) return { state, writes: [] };
  return {
    state: { ...state, refused: state.refused.filter((each) => !gone.includes(each)) },
    writes: gone.map(({ number }) => ({ key: slotOf(number), value: undefined })),
  };
}

/** Adds a stored refused request to the state, if the row is one; the latest stays last. */
export function withStoredRefused(state: ProxyState, { key, value }: StoreRow): ProxyState {
  if (!key.startsWith(REFUSED_PREFIX)) return state;
  const refused = [...state.refused, value as RefusedRequest];
  return { ...state, refused: refused.toSorted((a, b) => a.number - b.number) };
}

/** P3: finds how this same request was refused before; undefined when it was not. */
export function refusedBefore(
  { refused }: Pick<ProxyState, 'refused'>,
  id: TransactionId,
  { client, requestId }: Waiting,
): Rejection | undefined {
  const original = refused.find(
    (each) => each.transactionId === id && each.client === client && each.requestId === requestId,
  );
  return original?.rejection;
}

/** P4: tells whether a client was told that a transaction will not settle. */
export function isRefusedForGood(
  { refused }: Pick<ProxyState, 'refused'>,
  id: TransactionId,
): boolean {
  return refused.some(
    ({ transactionId, rejection }) => transactionId === id && !isOpenRefusal(rejection),
  );
}

// There is a fixed number of slots: in the store, as in memory, the newest request overwrites the
// oldest.
function slotOf(number: number): string {
  return REFUSED_PREFIX + String(number % REFUSED_MAX).padStart(2, '0');
}
