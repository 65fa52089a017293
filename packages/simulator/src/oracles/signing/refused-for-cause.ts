import { NEW_ACCOUNT, readableFacts } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { type Question, rulingOn } from '../admission/second-opinion.ts';
import type { Finding, Oracle, OracleContext } from '../oracle.ts';
import { untrueOfCause, untrueOfDelivery, untrueOfSubmission } from './told-in-refusal.ts';

/**
 * What a correct validator refuses to sign breaks the rule that the refusal names, and none that
 * comes before it; and the facts in its refusals, also of certificates, are true.
 *
 * Our addition to ledger.md, for rules V1 to V7 and P5. A validator that refuses what it must admit
 * breaks nothing that shows in a ledger; and if all do, clients accept it. Drivers, and people,
 * find what is missing by the facts in refusals (P6).
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
  // A validator that lags a little answers this to many payments, and a comparison of nonces is
  // enough to see that it is right: a second opinion each time would cost too much.
  if (code === 'UnexpectedNonce' && isAnotherNext(question)) return undefined;
  const ruling = rulingOn(question);
  if (ruling?.code === code) {
    const mistaken = untrueOfCause(rejection, ruling, question);
    return mistaken === undefined ? undefined : lied(validator, rejection, mistaken);
  }
  const expected = ruling?.code;
  const instead = expected === undefined ? 'what it had to admit' : `what is a ${expected}`;
  return {
    message: `${validator} refused with ${code} ${instead}`,
    facts: { validator, ...saidBy(rejection), expected: expected ?? 'none' },
  };
}

function lied(validator: string, rejection: Rejection, told: string): Finding {
  return {
    message: `${validator} refused with ${rejection.code} and told ${told}`,
    facts: { validator, ...saidBy(rejection), told },
  };
}

// Rule and reason lead to the check that refused.
function saidBy(rejection: Rejection): Finding['facts'] {
  const { code, rule } = rejection;
  return { code, rule, ...('reason' in rejection ? { reason: rejection.reason } : {}) };
}

/** Tells whether the account is free and its next nonce is another one. */
function isAnotherNext({ message, state }: Question): boolean {
  const facts = readableFacts(message.envelope);
  if (facts === undefined) return false;
  const { sender, nonce } = facts.transaction;
  const { lock, nextNonce } = state.ledger.account.get(sender) ?? NEW_ACCOUNT;
  return lock === undefined && nonce !== nextNonce;
}
