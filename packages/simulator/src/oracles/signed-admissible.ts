import type { SubmitTransaction } from '@quorate/core';
import { secondOpinion } from './admission/second-opinion.ts';
import { newlySigned } from './newly-signed.ts';
import type { Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/**
 * What a correct validator signs, or says that it would sign, it had to admit.
 *
 * An addition of ours to the ledger document: rules V1 to V7 and P5, by the second opinion that refusals are held to.
 * Of what is signed it passes over payments alone: one that nobody can make is found where it is certified.
 */
export function signedAdmissible({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  // Messages are frozen, so what is a payment is one wherever it turns up.
  const payments = new WeakSet<object>();

  function isPayment(envelope: SubmitTransaction['envelope']): boolean {
    if (payments.has(envelope)) return true;
    const operations = readableFacts(envelope)?.transaction.operations ?? [];
    const isOne = operations.every(({ kind }) => kind === 'TokenTransfer');
    if (isOne) payments.add(envelope);
    return isOne;
  }

  return {
    name: 'signed-admissible',
    kind: 'safety',
    afterStep: (step) => {
      const envelope = newlySigned(step);
      if (envelope === undefined) return undefined;
      if (isPayment(envelope) && !wasContested(step)) return undefined;
      const message: SubmitTransaction = { type: 'SubmitTransaction', requestId: '', envelope };
      const code = secondOpinion({ message, state: step.observation.before, verifier });
      if (code === undefined) return undefined;
      const { validator } = step;
      return {
        message: `${validator} signed what it had to refuse with ${code}`,
        facts: { validator, code },
      };
    },
    afterAnswer: ({ validator, result, step: { observation } }) => {
      const { input, before: state } = observation;
      if (result.type !== 'Admissible' || input.type !== 'Message') return undefined;
      const { message } = input;
      if (message.type !== 'CheckTransaction') return undefined;
      const code = secondOpinion({ message, state, verifier });
      if (code === undefined) return undefined;
      return {
        message: `${validator} called admissible what it had to refuse with ${code}`,
        facts: { validator, code },
      };
    },
  };
}

// What two rivals stand in contest for, nothing but a certificate decides (rule C6).
function wasContested({ changes }: ValidatorStep): boolean {
  return changes.some(({ table, was }) => table === 'account' && was?.lock?.kind === 'contested');
}
