import { balanceKey } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import { createEscrowModel, type EscrowModel, type Move } from './escrow-model.ts';
import type { Settled } from './oracle.ts';
import { createdToken } from './token-roles.ts';

/**
 * Computes what a transaction moves from the rules on paper, one account after the other; what its
 * escrow operations do is up to the model.
 *
 * The worlds of scenarios charge no fee.
 */
export function moveAll(facts: TransactionFacts, move: Move, escrow: EscrowModel): void {
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
}

/** Gives the accounts and tokens whose balances moved otherwise than they had to. */
export function strayMoves(settled: Settled): readonly string[] {
  const { before, after, changes } = settled;
  const expected = expectedMoves(settled);
  const moved = (key: string) => (after.balance.get(key) ?? 0n) - (before.balance.get(key) ?? 0n);
  const stray: string[] = [];
  expected.forEach((amount, key) => {
    if (moved(key) !== amount) stray.push(key);
  });
  for (const { table, key } of changes) {
    if (table === 'balance' && !expected.has(key) && moved(key) !== 0n) stray.push(key);
  }
  return stray;
}

type Moves = ReadonlyMap<string, bigint>;

/** What transactions without escrow move does not hang on the ledger: all validators share it. */
const plainMoves = new WeakMap<TransactionFacts, Moves>();

function expectedMoves({ facts, before }: Settled): Moves {
  const known = plainMoves.get(facts);
  if (known !== undefined) return known;
  const moves = new Map<string, bigint>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    moves.set(key, (moves.get(key) ?? 0n) + amount);
  };
  moveAll(facts, move, createEscrowModel(move, before));
  const isPlain = facts.transaction.operations.every(({ kind }) => kind !== 'Escrow');
  if (isPlain) plainMoves.set(facts, moves);
  return moves;
}
