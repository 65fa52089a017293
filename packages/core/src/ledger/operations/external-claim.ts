import { SECOND_CLAIM, verifierFault } from '../../verification/verifier-quorum.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';

/**
 * Records data that a quorum of verifiers has signed.
 *
 * Source: ledger.md section 5; facts.md O3.27.
 */
export const externalClaim: OperationRules<OperationOf<'ExternalClaim'>> = {
  validate: (operation, _scratch, context) => {
    const first = context.transaction.operations.findIndex(({ kind }) => kind === 'ExternalClaim');
    if (first !== context.index) {
      return notSubmittable(context, SECOND_CLAIM);
    }
    const fault = verifierFault(operation, context, context.claimRules);
    return fault === undefined ? undefined : notSubmittable(context, fault);
  },
  apply: (_operation, scratch, { facts, transaction }) => {
    scratch.put('claim', facts.id, { sender: transaction.sender, nonce: transaction.nonce });
  },
};
