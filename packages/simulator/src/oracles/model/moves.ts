import { balanceKey, type Genesis } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import type { Settled } from '../oracle.ts';
import { createEscrowModel, type EscrowModel, type Move } from './escrow-model.ts';
import { feeFor } from './fee-model.ts';
import type { Stray } from './stray.ts';
import { createdToken } from './token-roles.ts';

/**
 * Computes what a transaction moves by the rules of ledger.md, one movement after another; the
 * model provides the effects of escrow operations. The fee comes last (rule V7).
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

/** Where the fees are defined. */
interface Charging {
  readonly genesis: Pick<Genesis, 'fees'>;
}

/**
 * Finds a balance that changed differently than it should, or an account whose credit list does not
 * match: lagging validators are brought up to date by these lists (rule P6).
 */
export function strayMove(settled: Settled, charging: Charging): Stray | undefined {
  const { amounts, credited } = expectedMoves(settled, charging);
  return strayAmount(settled, amounts) ?? strayCredit(settled, credited);
}

/** Finds an account and token whose balance changed by another amount than it had to. */
export function strayBalance(settled: Settled, charging: Charging): Stray | undefined {
  return strayAmount(settled, expectedMoves(settled, charging).amounts);
}

function strayAmount({ changes }: Settled, amounts: Moves['amounts']): Stray | undefined {
  const stray = (key: string, moved: bigint, due: bigint): Stray => ({
    ...{ table: 'balance', key },
    fault: `changed by ${moved}, not by ${due}`,
  });
  const moved = new Set<string>();
  for (const { table, key, value, was } of changes) {
    if (table !== 'balance') continue;
    const amount = (value ?? 0n) - (was ?? 0n);
    const due = amounts.get(key) ?? 0n;
    if (amount !== due) return stray(key, amount, due);
    moved.add(key);
  }
  for (const [key, due] of amounts) if (!moved.has(key)) return stray(key, 0n, due);
  return undefined;
}

function strayCredit({ changes }: Settled, credited: Moves['credited']): Stray | undefined {
  const stray = (key: string, listed: number, due: number): Stray => ({
    ...{ table: 'account', key },
    fault: `lists ${listed} more credits, not ${due}`,
  });
  const listed = new Set<string>();
  for (const { table, key, value, was } of changes) {
    if (table !== 'account') continue;
    const added = (value?.creditCount ?? 0) - (was?.creditCount ?? 0);
    const due = credited.has(key) ? 1 : 0;
    if (added !== due) return stray(key, added, due);
    listed.add(key);
  }
  for (const key of credited) if (!listed.has(key)) return stray(key, 0, 1);
  return undefined;
}

/** The effects of a transaction on balances. */
interface Moves {
  /** By account and token (`balanceKey`), where the sum is not zero. */
  readonly amounts: ReadonlyMap<string, bigint>;
  /** The accounts that it credits, once each, even if they pay for it themselves. */
  readonly credited: ReadonlySet<string>;
}

/**
 * The moves of transactions without escrow do not depend on the ledger, so all validators of a run
 * share them. Facts belong to one run.
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
  amounts.forEach((amount, key) => {
    if (amount === 0n) amounts.delete(key);
  });
  const moves = { amounts, credited };
  const isPlain = facts.transaction.operations.every(({ kind }) => kind !== 'Escrow');
  if (isPlain) plainMoves.set(facts, moves);
  return moves;
}
