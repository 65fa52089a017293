import { NEW_ACCOUNT } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { type Question, secondOpinion } from './admission/second-opinion.ts';
import type { Finding, Oracle, OracleContext } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';
import { untrueOfDelivery, untrueOfSubmission } from './told-in-refusal.ts';

/**
 * What a correct validator refuses to sign breaks the rule that it names, and none that comes before it; and
 * what it tells with a refusal, of a certificate too, is so.
 *
 * An addition of ours to the ledger document: rules V1 to V7 and P5. A validator that refuses what it has
 * to admit breaks nothing that a ledger shows; and where all do, clients are told so and go their way. By the
 * numbers that are told drivers find what is lacking (P6), and people.
 */
export function refusedForCause({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'refused-for-cause',
    kind: 'safety',
    afterAnswer: ({ validator, result, step, at }) => {
      const { input, before: state } = step.observation;
      if (result.type !== 'Rejected' || input.type !== 'Message') return undefined;
      const { message } = input;
      const { rejection } = result;
      switch (message.type) {
        case 'SubmitCertificate': {
          const { certificate } = message;
          const untrue = untrueOfDelivery(rejection, { certificate, state, at });
          return untrue === undefined ? undefined : lied(validator, rejection, untrue);
        }
        case 'CheckTransaction':
        case 'SubmitTransaction':
          return faultOf(validator, rejection, { message, state, verifier });
        default:
          return undefined;
      }
    },
  };
}

function faultOf(validator: string, rejection: Rejection, question: Question): Finding | undefined {
  const { code } = rejection;
  const untrue = untrueOfSubmission(rejection, question);
  if (untrue !== undefined) return lied(validator, rejection, untrue);
  // Whoever lags a little says so of every other payment: that is no work for a second opinion.
  if (code === 'UnexpectedNonce' && isAnotherNext(question)) return undefined;
  const expected = secondOpinion(question);
  if (expected === code) return undefined;
  const instead = expected === undefined ? 'what it had to admit' : `what is a ${expected}`;
  return {
    message: `${validator} refused with ${code} ${instead}`,
    facts: { validator, code, expected: expected ?? 'none' },
  };
}

function lied(validator: string, { code }: Rejection, told: string): Finding {
  return {
    message: `${validator} refused with ${code} and told ${told}`,
    facts: { validator, code, told },
  };
}

/** Whether the account is free, and its next nonce another. */
function isAnotherNext({ message, state }: Question): boolean {
  const facts = readableFacts(message.envelope);
  if (facts === undefined) return false;
  const { sender, nonce } = facts.transaction;
  const { lock, nextNonce } = state.ledger.account.get(sender) ?? NEW_ACCOUNT;
  return lock === undefined && nonce !== nextNonce;
}
