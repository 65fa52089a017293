import { type EscrowConfigId, LIMITS, operationId } from '@quorate/protocol';
import { notSubmittable } from '../operation-rules.ts';
import type { EscrowRules } from './escrow-rules.ts';

/** E1: an evaluator publishes its terms. The transaction is free of charge. */
export const createConfig: EscrowRules<'CreateConfig'> = {
  validate: ({ evaluator, evaluationFee }, _scratch, context) => {
    if (evaluator !== context.transaction.sender) {
      return notSubmittable(context, 'E1: the sender is the evaluator that it names');
    }
    if (evaluationFee.kind === 'Bps' && evaluationFee.bps > LIMITS.basisPoints) {
      return notSubmittable(context, `E1: Bps is 0 to ${LIMITS.basisPoints}`);
    }
    return undefined;
  },
  apply: (
    { tokenId, evaluator, evaluationFee, minEvaluatorFee },
    scratch,
    { transaction, index },
  ) => {
    const { sender, nonce } = transaction;
    const id = operationId(sender, nonce, index) as EscrowConfigId;
    const origin = { sender, nonce };
    scratch.put('config', id, { tokenId, evaluator, evaluationFee, minEvaluatorFee, origin });
  },
};
