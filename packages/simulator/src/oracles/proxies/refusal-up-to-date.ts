import { balanceKey, readableFacts, startingBalances } from '@quorate/core';
import {
  type Address,
  factsOf,
  operationId,
  type Rejection,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { faultyMax } from '../../quorums.ts';
import { countNamed } from '../committee-book.ts';
import { createEscrowModel, type Move } from '../model/escrow-model.ts';
import { feeFor } from '../model/fee-model.ts';
import { moveAll } from '../model/moves.ts';
import type { Oracle, OracleContext } from '../oracle.ts';
import { isWithinBudget } from '../within-budget.ts';

/**
 * No correct client is refused for lack of funds that f + 1 correct validators held for it when it
 * asked, or for a nonce that was its next there.
 *
 * Our addition to ledger.md, for rules P4 and P6. Of f + 1 correct validators one is in every
 * quorum, and a validator that lags behind a quorum is brought up to date before its refusal
 * counts.
 */
export function refusalUpToDate(
  context: Pick<OracleContext, 'genesis' | 'committees' | 'nameOf' | 'isCorrect'>,
): Oracle {
  const { committees, nameOf } = context;
  const settledAt = new Map<TransactionId, Set<string>>();
  const ledger = createSettledLedger(context);
  const wanted = new Map<TransactionId, Wanted>();

  return {
    name: 'refusal-up-to-date',
    kind: 'safety',
    noteAnswer: ({ validator, result, step: { observation } }) => {
      const { input } = observation;
      if (result.type !== 'Settled' || input.type !== 'Message') return;
      if (input.message.type !== 'SubmitCertificate') return;
      const facts = factsOf(input.message.certificate.envelope.transaction);
      const known = settledAt.get(facts.id) ?? new Set();
      if (known.has(validator)) return;
      settledAt.set(facts.id, known.add(validator));
      if (ledger.has(facts)) return;
      const committee = committees.running();
      if (countNamed(committee, known) > faultyMax(committee.members.length)) ledger.add(facts);
    },
    afterClientWord: ({ from, message }) => {
      if (message.type !== 'SubmitTransaction') return undefined;
      const facts = readableFacts(message.envelope);
      if (facts === undefined || wanted.has(facts.id)) return undefined;
      if (nameOf(facts.transaction.sender) !== from) return undefined;
      wanted.set(facts.id, { isNext: ledger.isNext(facts), isFunded: ledger.isFunded(facts) });
      return undefined;
    },
    afterRefusal: ({ by, isCorrect, id, rejection }) => {
      const known = wanted.get(id);
      if (!isCorrect || known === undefined) return undefined;
      if (!isWithinBudget(context)) return undefined;
      if (!isOutOfDate(rejection, known)) return undefined;
      return {
        message: `${by} refused with ${rejection.code} what f + 1 validators held otherwise`,
        facts: { proxy: by, transaction: id, code: rejection.code },
      };
    },
  };
}

/** The situation of a transaction when its client first asked for it. */
interface Wanted {
  readonly isNext: boolean;
  readonly isFunded: boolean;
}

function isOutOfDate(rejection: Rejection, { isNext, isFunded }: Wanted): boolean {
  switch (rejection.code) {
    case 'InsufficientFunding':
      return isFunded && isNext;
    case 'UnexpectedNonce':
      return isNext && rejection.expectedNonce < rejection.nonce;
    default:
      return false;
  }
}

/**
 * The nonces and balances that f + 1 correct validators have settled, on paper.
 *
 * What a member settles while it merges cannot be seen, so a later transaction may be known here
 * without those it builds on. An account whose spending is not fully known is not judged.
 */
function createSettledLedger({ genesis }: Pick<OracleContext, 'genesis'>) {
  const balances = new Map<string, bigint>();
  const nonces = new Map<Address, bigint>();
  const counts = new Map<Address, bigint>();
  const terms = new Set<string>();
  const unsure = new Set<Address>();
  const added = new Set<TransactionId>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    balances.set(key, (balances.get(key) ?? 0n) + amount);
  };
  for (const held of startingBalances(genesis)) move(...held);
  const escrow = createEscrowModel(move);

  return {
    has: ({ id }: TransactionFacts) => added.has(id),
    add(facts: TransactionFacts): void {
      const { sender, nonce } = facts.transaction;
      added.add(facts.id);
      if (nonce >= (nonces.get(sender) ?? 0n)) nonces.set(sender, nonce + 1n);
      counts.set(sender, (counts.get(sender) ?? 0n) + 1n);
      if (!areTermsKnown(facts, terms)) unsure.add(sender);
      moveAll(facts, { move, escrow, genesis });
    },
    isNext: ({ transaction: { sender, nonce } }: TransactionFacts) =>
      nonce === (nonces.get(sender) ?? 0n),
    /** Whether payments and burns are covered, with the fee; other costs are not judged. */
    isFunded(facts: TransactionFacts): boolean {
      const { sender, nonce, operations } = facts.transaction;
      if (unsure.has(sender) || (counts.get(sender) ?? 0n) !== nonce) return false;
      const held = new Map<string, bigint>();
      const take = (key: string, amount: bigint): boolean => {
        const left = (held.get(key) ?? balances.get(key) ?? 0n) - amount;
        held.set(key, left);
        return left >= 0n;
      };
      const areCovered = operations.every((operation) => {
        if (operation.kind !== 'TokenTransfer' && operation.kind !== 'Burn') return false;
        return take(balanceKey(sender, operation.tokenId), operation.amount);
      });
      const fee = feeFor(facts.transaction, genesis);
      return areCovered && (fee === undefined || take(balanceKey(sender, fee.tokenId), fee.amount));
    },
  };
}

// Notes the escrow configurations that a transaction creates, and tells whether those of all its
// jobs are known.
function areTermsKnown({ transaction }: TransactionFacts, terms: Set<string>): boolean {
  const { sender, nonce, operations } = transaction;
  return operations.every((operation, index) => {
    if (operation.kind !== 'Escrow') return true;
    const { escrow } = operation;
    if (escrow.kind === 'CreateConfig') terms.add(operationId(sender, nonce, index));
    return escrow.kind !== 'CreateJob' || terms.has(escrow.configId);
  });
}
