import { readableFacts, type SubmitTransaction } from '@quorate/core';
import { secondOpinion } from '../admission/second-opinion.ts';
import { newlySigned } from '../following/newly-signed.ts';
import type { Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

/**
 * What a correct validator signs, or says that it would sign, it had to admit.
 *
 * Our addition to ledger.md, for rules V1 to V7 and P5, judged by the same second opinion as
 * refusals. Signed payments are not checked: a payment without funds is found when it is certified.
 */
export function signedAdmissible({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  // Messages are frozen, so a payment stays a payment wherever it appears.
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

// Only a certificate decides between two rivals in a contest (rule C6).
function wasContested({ changes }: ValidatorStep): boolean {
  return changes.some(({ table, was }) => table === 'account' && was?.lock?.kind === 'contested');
}
