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
export function strayMoves({ facts, before, after, changes }: Settled): readonly string[] {
  const expected = new Map<string, bigint>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    expected.set(key, (expected.get(key) ?? 0n) + amount);
  };
  moveAll(facts, move, createEscrowModel(move, before));
  const touched = changes.flatMap(({ table, key }) => (table === 'balance' ? [key] : []));
  return [...new Set([...expected.keys(), ...touched])].filter((key) => {
    const moved = (after.balance.get(key) ?? 0n) - (before.balance.get(key) ?? 0n);
    return moved !== (expected.get(key) ?? 0n);
  });
}
