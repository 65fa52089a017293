import { balanceKey, type EscrowConfig, type EscrowJob, type Ledger } from '@quorate/core';
import {
  type Address,
  type EscrowOperation,
  operationId,
  type TokenId,
  type TransactionFacts,
} from '@quorate/protocol';
import type { Settled } from './settlement.ts';
import { createdToken } from './token-roles.ts';

/** How far balances move, by account and token. */
type Moves = ReadonlyMap<string, bigint>;

/**
 * Computes what a transaction moves, from the ledger before it and the rules on paper.
 *
 * The worlds of scenarios charge no fee.
 */
function movesOf(facts: TransactionFacts, before: Ledger): Moves {
  const sums = new Map<string, bigint>();
  const move = (account: Address, tokenId: TokenId, amount: bigint) => {
    const key = balanceKey(account, tokenId);
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  const escrow = createEscrowModel(before, move);
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
  return sums;
}

/** Gives the accounts and tokens whose balances moved otherwise than they had to. */
export function strayMoves({ facts, before, after, changes }: Settled): readonly string[] {
  const expected = movesOf(facts, before);
  const touched = changes.flatMap(({ table, key }) => (table === 'balance' ? [key] : []));
  return [...new Set([...expected.keys(), ...touched])].filter((key) => {
    const moved = (after.balance.get(key) ?? 0n) - (before.balance.get(key) ?? 0n);
    return moved !== (expected.get(key) ?? 0n);
  });
}

type Move = (account: Address, tokenId: TokenId, amount: bigint) => void;

interface Job
  extends Pick<EscrowJob, 'client' | 'provider' | 'evaluator' | 'tokenId' | 'providerFee'> {
  readonly evaluatorFee: bigint;
  readonly isOver: boolean;
}

function createEscrowModel({ config, job }: Ledger, move: Move) {
  const configs = new Map<string, Terms>();
  const jobs = new Map<string, Job>();
  const jobOf = (id: string): Job | undefined => {
    const held = job.get(id);
    const isOver = held?.status === 'Completed' || held?.status === 'Refunded';
    return jobs.get(id) ?? (held === undefined ? undefined : { ...held, isOver });
  };

  function end(id: string, payee: (job: Job) => Address): void {
    const open = jobOf(id);
    if (open === undefined || open.isOver) return;
    jobs.set(id, { ...open, isOver: true });
    move(payee(open), open.tokenId, open.providerFee);
    move(open.evaluator, open.tokenId, open.evaluatorFee);
  }

  return (escrow: EscrowOperation, { transaction }: TransactionFacts, index: number): void => {
    const { sender, nonce } = transaction;
    switch (escrow.kind) {
      case 'CreateConfig':
        configs.set(operationId(sender, nonce, index), escrow);
        return;
      case 'CreateJob': {
        const terms = configs.get(escrow.configId) ?? config.get(escrow.configId);
        if (terms === undefined) return;
        const { provider, providerFee } = escrow;
        const { tokenId, evaluator } = terms;
        const evaluatorFee = feeOf(terms, providerFee);
        const parties = { client: sender, provider, evaluator };
        const opened = { ...parties, tokenId, providerFee, evaluatorFee, isOver: false };
        jobs.set(operationId(sender, nonce, index), opened);
        move(sender, tokenId, -providerFee - evaluatorFee);
        return;
      }
      case 'Submit':
        return;
      case 'Complete':
        end(escrow.jobId, ({ provider }) => provider);
        return;
      case 'Reject':
        end(escrow.jobId, ({ client }) => client);
        return;
    }
  };
}

type Terms = Pick<EscrowConfig, 'tokenId' | 'evaluator' | 'evaluationFee' | 'minEvaluatorFee'>;

// Rule E2: basis points round down, and the minimum holds whichever way the fee is set.
function feeOf({ evaluationFee, minEvaluatorFee }: Terms, providerFee: bigint): bigint {
  const fee =
    evaluationFee.kind === 'Fixed'
      ? evaluationFee.amount
      : (providerFee * BigInt(evaluationFee.bps)) / 10_000n;
  return fee < minEvaluatorFee ? minEvaluatorFee : fee;
}
