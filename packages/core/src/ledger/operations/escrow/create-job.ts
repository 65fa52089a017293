import { type EscrowJobId, operationId } from '@quorate/protocol';
import type { EscrowConfig } from '../../ledger.ts';
import { insufficientFunding } from '../funding.ts';
import { missing } from '../missing.ts';
import type { EscrowRules } from './escrow-rules.ts';

const BASIS_POINTS = 10_000n;

/** E3: the sender, who is the client of the job, pays both fees into it. */
export const createJob: EscrowRules<'CreateJob'> = {
  validate: ({ configId, providerFee }, scratch, context) => {
    const config = scratch.get('config', configId);
    if (config === undefined) return missing({ kind: 'EscrowConfig', id: configId });
    const total = providerFee + evaluatorFee(config, providerFee);
    return insufficientFunding(scratch, context, config.tokenId, total);
  },
  dependencies: ({ configId }, scratch) =>
    scratch.get('config', configId) === undefined ? [{ kind: 'EscrowConfig', id: configId }] : [],
  apply: ({ configId, provider, providerFee, description }, scratch, { transaction, index }) => {
    const config = scratch.get('config', configId);
    if (config === undefined) return;
    const { sender, nonce } = transaction;
    const fee = evaluatorFee(config, providerFee);
    scratch.debit(sender, config.tokenId, providerFee + fee);
    scratch.put('job', operationId(sender, nonce, index) as EscrowJobId, {
      configId,
      client: sender,
      provider,
      evaluator: config.evaluator,
      tokenId: config.tokenId,
      providerFee,
      evaluatorFee: fee,
      description,
      deliverable: undefined,
      status: 'Funded',
      origin: { sender, nonce },
    });
  },
};

/**
 * E2: gives the evaluator's fee in least units: the fixed amount, or the basis points of the
 * provider's fee rounded down; at least the configured minimum.
 */
export function evaluatorFee(
  { evaluationFee, minEvaluatorFee }: EscrowConfig,
  providerFee: bigint,
): bigint {
  const fee =
    evaluationFee.kind === 'Fixed'
      ? evaluationFee.amount
      : (providerFee * BigInt(evaluationFee.bps)) / BASIS_POINTS;
  return fee > minEvaluatorFee ? fee : minEvaluatorFee;
}
