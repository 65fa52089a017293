import type { OperationContext } from '../ledger/operations/operation-rules.ts';
import type { Submission } from './rule-types.ts';

/** Builds the context of one operation; the same at submission and at settlement. */
export function operationContext(
  { facts, transaction, env, state }: Submission,
  index: number,
): OperationContext {
  return {
    facts,
    transaction,
    index,
    verifier: env.verifier,
    committees: state.committees,
    quorum: env.rules.quorum,
    claimRules: env.rules.signatures.claim,
  };
}
