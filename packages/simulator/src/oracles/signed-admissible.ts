import type { SubmitTransaction } from '@quorate/core';
import { secondOpinion } from './admission/second-opinion.ts';
import { newlySigned } from './newly-signed.ts';
import type { Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/**
 * What a correct validator signs it had to admit.
 *
 * An addition of ours to the ledger document: rules V1 to V7, by the second opinion that refusals are held to.
 * Of payments alone only the first signature is looked at, for a payment that nobody can make is found where it
 * is certified.
 */
export function signedAdmissible({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  const seen = new WeakSet<object>();
  return {
    name: 'signed-admissible',
    kind: 'safety',
    afterStep: (step) => {
      const envelope = newlySigned(step);
      if (envelope === undefined) return undefined;
      if (seen.has(envelope) && !wasContested(step)) return undefined;
      if (isPayment(envelope)) seen.add(envelope);
      const message: SubmitTransaction = { type: 'SubmitTransaction', requestId: '', envelope };
      const code = secondOpinion({ message, state: step.observation.before, verifier });
      if (code === undefined) return undefined;
      const { validator } = step;
      return {
        message: `${validator} signed what it had to refuse with ${code}`,
        facts: { validator, code },
      };
    },
  };
}

function isPayment(envelope: SubmitTransaction['envelope']): boolean {
  const operations = readableFacts(envelope)?.transaction.operations ?? [];
  return operations.every(({ kind }) => kind === 'TokenTransfer');
}

// What two rivals stand in contest for, nothing but a certificate decides (rule C6).
function wasContested({ changes }: ValidatorStep): boolean {
  return changes.some(({ table, was }) => table === 'account' && was?.lock?.kind === 'contested');
}
