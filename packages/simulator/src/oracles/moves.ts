import { balanceKey, type Genesis } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import { createEscrowModel, type EscrowModel, type Move } from './escrow-model.ts';
import { feeFor } from './fee-model.ts';
import type { Settled } from './oracle.ts';
import { createdToken } from './token-roles.ts';

/**
 * Computes what a transaction moves from the rules on paper, one account after the other; what its
 * escrow operations do is up to the model. The fee comes last (rule V7).
 */
export function moveAll(
  facts: TransactionFacts,
  { move, escrow, genesis }: { readonly move: Move; readonly escrow: EscrowModel } & Charging,
): void {
  const { sender, operations } = facts.transaction;
  for (const [index, operation] of operations.entries()) {
    switch (operation.kind) {
      case 'TokenTransfer':
        move(sender, operation.tokenId, -operation.amount);
        move(operation.recipient, operation.tokenId, operation.amount);
        break;
      case 'TokenCreation':
        move(sender, createdToken(facts, index), operation.initialAmount);
        break;
      case 'Mint':
        move(operation.recipient, operation.tokenId, operation.amount);
        break;
      case 'Burn':
        move(sender, operation.tokenId, -operation.amount);
        break;
      case 'Escrow':
        escrow(operation.escrow, facts, index);
        break;
      default:
    }
  }
  const fee = feeFor(facts.transaction, genesis);
  if (fee === undefined) return;
  move(sender, fee.tokenId, -fee.amount);
  move(fee.account, fee.tokenId, fee.amount);
}

/** Where it is said what transactions cost. */
interface Charging {
  readonly genesis: Pick<Genesis, 'fees'>;
}

/**
 * Gives the accounts and tokens whose balances moved otherwise than they had to, and the accounts whose lists
 * of credits say something else than that: by these lists those who lag are brought up to date (rule P6).
 */
export function strayMoves(settled: Settled, charging: Charging): readonly string[] {
  const { before, after, changes } = settled;
  const { amounts, credited } = expectedMoves(settled, charging);
  const moved = (key: string) => (after.balance.get(key) ?? 0n) - (before.balance.get(key) ?? 0n);
  const listed = (key: string) => creditsOf(after, key) - creditsOf(before, key);
  const stray: string[] = [];
  amounts.forEach((amount, key) => {
    if (moved(key) !== amount) stray.push(key);
  });
  for (const { table, key } of changes) {
    if (table === 'balance' && !amounts.has(key) && moved(key) !== 0n) stray.push(key);
    if (table === 'account' && !credited.has(key) && listed(key) !== 0) stray.push(key);
  }
  credited.forEach((account) => {
    if (listed(account) !== 1) stray.push(account);
  });
  return stray;
}

function creditsOf({ account }: Settled['after'], key: string): number {
  return account.get(key)?.creditCount ?? 0;
}

/** What a transaction does to balances. */
interface Moves {
  /** By account and token: `balanceKey`. */
  readonly amounts: ReadonlyMap<string, bigint>;
  /** The accounts that it gives something to, once each, though they may pay for it themselves. */
  readonly credited: ReadonlySet<string>;
}

/**
 * What transactions without escrow move does not hang on the ledger: all validators of a run share it, and
 * facts are of one run.
 */
const plainMoves = new WeakMap<TransactionFacts, Moves>();

function expectedMoves({ facts, before }: Settled, { genesis }: Charging): Moves {
  const known = plainMoves.get(facts);
  if (known !== undefined) return known;
  const amounts = new Map<string, bigint>();
  const credited = new Set<string>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    amounts.set(key, (amounts.get(key) ?? 0n) + amount);
    if (amount > 0n) credited.add(account);
  };
  moveAll(facts, { move, escrow: createEscrowModel(move, before), genesis });
  const moves = { amounts, credited };
  const isPlain = facts.transaction.operations.every(({ kind }) => kind !== 'Escrow');
  if (isPlain) plainMoves.set(facts, moves);
  return moves;
}
