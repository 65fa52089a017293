import type { EscrowConfig, EscrowJob, Ledger } from '@quorate/core';
import {
  type Address,
  type EscrowOperation,
  operationId,
  type TokenId,
  type TransactionFacts,
} from '@quorate/protocol';
import { isOver } from './job-rank.ts';

/** Moves an amount into an account; a negative amount is moved out. */
export type Move = (account: Address, tokenId: TokenId, amount: bigint) => void;

/**
 * Applies on paper the effect of an escrow operation, at a position in a transaction, on balances.
 */
export type EscrowModel = (escrow: EscrowOperation, facts: TransactionFacts, index: number) => void;

interface Job
  extends Pick<EscrowJob, 'client' | 'provider' | 'evaluator' | 'tokenId' | 'providerFee'> {
  readonly evaluatorFee: bigint;
  readonly isOver: boolean;
}

/** Creates a model that remembers the operations it has seen, based on the records of a ledger. */
export function createEscrowModel(
  move: Move,
  { config, job }: Partial<Pick<Ledger, 'config' | 'job'>> = {},
): EscrowModel {
  const configs = new Map<string, Terms>();
  const jobs = new Map<string, Job>();
  const jobOf = (id: string): Job | undefined => {
    const held = job?.get(id);
    return jobs.get(id) ?? (held && { ...held, isOver: isOver(held.status) });
  };

  function end(id: string, payee: (job: Job) => Address): void {
    const open = jobOf(id);
    if (open === undefined || open.isOver) return;
    jobs.set(id, { ...open, isOver: true });
    move(payee(open), open.tokenId, open.providerFee);
    move(open.evaluator, open.tokenId, open.evaluatorFee);
  }

  return (escrow, { transaction }, index) => {
    const { sender, nonce } = transaction;
    switch (escrow.kind) {
      case 'CreateConfig':
        configs.set(operationId(sender, nonce, index), escrow);
        return;
      case 'CreateJob': {
        const terms = configs.get(escrow.configId) ?? config?.get(escrow.configId);
        if (terms === undefined) return;
        const { provider, providerFee } = escrow;
        const { tokenId, evaluator } = terms;
        const evaluatorFee = evaluatorFeeOf(terms, providerFee);
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

/** E2: basis points round down, and the minimum applies to both kinds of fee. In least units. */
export function evaluatorFeeOf(
  { evaluationFee, minEvaluatorFee }: Terms,
  providerFee: bigint,
): bigint {
  const fee =
    evaluationFee.kind === 'Fixed'
      ? evaluationFee.amount
      : (providerFee * BigInt(evaluationFee.bps)) / 10_000n;
  return fee < minEvaluatorFee ? minEvaluatorFee : fee;
}
