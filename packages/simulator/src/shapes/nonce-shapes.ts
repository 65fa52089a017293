import { type Account, nonceKey } from '@quorate/core';
import { type Address, type TransactionId, transactionId } from '@quorate/protocol';
import type { GivenSignature, Settled } from '../oracles/oracle.ts';
import { faultyMax } from '../quorums.ts';
import { byText } from './by-text.ts';
import { type Share, sharesOf } from './share.ts';

/** What one correct validator holds at one (sender, nonce). */
type View =
  | { readonly kind: 'locked' | 'settled'; readonly id: TransactionId }
  | { readonly kind: 'contested' | 'nothing' };

/** What is known about one (sender, nonce). */
interface Slot {
  /** By validator. */
  readonly views: Map<string, View>;
  /** How many correct and faulty validators signed each transaction. */
  readonly signers: Map<TransactionId, { correct: number; faulty: number }>;
}

/**
 * Follows, for each (sender, nonce), which validators have signed, locked and settled which
 * transaction.
 */
export interface NonceShapes {
  signed(signature: GivenSignature): string | undefined;
  locked(validator: string, account: string, record: Account): readonly string[];
  settled(settled: Settled): string;
}

/**
 * How many rivals count at one (sender, nonce). A liar may sign a new one whenever it is asked, ten
 * thousand in a long run; each would be compared with all others, and tell a search nothing.
 */
const RIVALS_MAX = 20;

/** Creates the shapes of all nonces of a run, of a committee of this size. */
export function createNonceShapes(committee: number): NonceShapes {
  const slots = new Map<string, Slot>();
  const shares = sharesOf(committee);
  const head = `nonce f${faultyMax(committee)}`;

  function slotOf(key: string): Slot {
    const known = slots.get(key);
    if (known !== undefined) return known;
    const slot: Slot = { views: new Map(), signers: new Map() };
    slots.set(key, slot);
    return slot;
  }

  return {
    signed({ facts: { id, transaction }, isCorrect }) {
      const slot = slotOf(nonceKey(transaction.sender, transaction.nonce));
      const known = slot.signers.get(id);
      if (known === undefined && slot.signers.size >= RIVALS_MAX) return undefined;
      const signers = known ?? { correct: 0, faulty: 0 };
      signers[isCorrect ? 'correct' : 'faulty'] += 1;
      slot.signers.set(id, signers);
      return shapeOf(slot, head, shares);
    },
    locked(validator, account, { lock, nextNonce }) {
      const slot = slotOf(nonceKey(account as Address, nextNonce));
      const view = viewOf(lock);
      if (view.kind === 'nothing' && !slot.views.has(validator)) return [];
      slot.views.set(validator, view);
      return [shapeOf(slot, head, shares), ...lockPattern(slot, committee)];
    },
    settled({ validator, facts: { id, transaction } }) {
      const slot = slotOf(nonceKey(transaction.sender, transaction.nonce));
      slot.views.set(validator, { kind: 'settled', id });
      return shapeOf(slot, head, shares);
    },
  };
}

function viewOf(lock: Account['lock']): View {
  switch (lock?.kind) {
    case undefined:
      return { kind: 'nothing' };
    case 'pending':
      return { kind: 'locked', id: transactionId(lock.envelope.transaction) };
    case 'contested':
      return { kind: 'contested' };
  }
}

/** How many validators hold one transaction in each way, and how many signed it. */
interface Standing {
  correct: number;
  faulty: number;
  locked: number;
  settled: number;
}

// It does not matter which validator holds what or which transaction is which: only sorted counts
// do.
function shapeOf({ views, signers }: Slot, head: string, shares: readonly Share[]): string {
  const standings = new Map<TransactionId, Standing>();
  for (const [id, signed] of signers) standings.set(id, { ...signed, locked: 0, settled: 0 });
  let contested = 0;
  for (const view of views.values()) {
    if (view.kind === 'contested') contested += 1;
    if (view.kind !== 'locked' && view.kind !== 'settled') continue;
    const standing = standings.get(view.id) ?? { correct: 0, faulty: 0, locked: 0, settled: 0 };
    standing[view.kind] += 1;
    standings.set(view.id, standing);
  }
  const rivals = [...standings.values()].map(({ correct, faulty, locked, settled }) =>
    [correct, faulty, locked, settled].map((count) => shares[count] ?? 'all').join('/'),
  );
  const last = contested === 0 ? [] : [`contested ${shares[contested] ?? 'all'}`];
  return [head, ...rivals.sort(byText), ...last].join(' ');
}

/**
 * Gives how the locks of a nonce are divided among rivals, the largest part first: "locks n4 2+1".
 */
function lockPattern({ views }: Slot, committee: number): readonly string[] {
  const counts = new Map<TransactionId, number>();
  for (const view of views.values()) {
    if (view.kind === 'locked') counts.set(view.id, (counts.get(view.id) ?? 0) + 1);
  }
  // If there are more locks than members of the first committee, they belong to several epochs.
  const locks = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (locks === 0 || locks > committee) return [];
  return [`locks n${committee} ${[...counts.values()].sort((a, b) => b - a).join('+')}`];
}
