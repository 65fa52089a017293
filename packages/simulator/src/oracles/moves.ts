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

/** Gives the accounts and tokens whose balances moved otherwise than they had to. */
export function strayMoves(settled: Settled, charging: Charging): readonly string[] {
  const { before, after, changes } = settled;
  const expected = expectedMoves(settled, charging);
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

/**
 * What transactions without escrow move does not hang on the ledger: all validators of a run share it, and
 * facts are of one run.
 */
const plainMoves = new WeakMap<TransactionFacts, Moves>();

function expectedMoves({ facts, before }: Settled, { genesis }: Charging): Moves {
  const known = plainMoves.get(facts);
  if (known !== undefined) return known;
  const moves = new Map<string, bigint>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    moves.set(key, (moves.get(key) ?? 0n) + amount);
  };
  moveAll(facts, { move, escrow: createEscrowModel(move, before), genesis });
  const isPlain = facts.transaction.operations.every(({ kind }) => kind !== 'Escrow');
  if (isPlain) plainMoves.set(facts, moves);
  return moves;
}
