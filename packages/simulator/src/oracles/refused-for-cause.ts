import {
  type Account,
  type CheckTransaction,
  NEW_ACCOUNT,
  type SubmitTransaction,
  type ValidatorState,
} from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { secondOpinion } from './admission/second-opinion.ts';
import { idsHeld, idsOf } from './held-envelopes.ts';
import type { Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/**
 * What a correct validator refuses to sign breaks the rule that it names, and none that comes before it.
 *
 * An addition of ours to the ledger document: rules V1 to V7 and P5. A validator that refuses what it has
 * to admit breaks nothing that a ledger shows; and where all do, clients are told so and go their way.
 */
export function refusedForCause({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'refused-for-cause',
    kind: 'safety',
    afterAnswer: ({ validator, result, step }) => {
      if (result.type !== 'Rejected') return undefined;
      const { input, before } = step.observation;
      const message = submissionIn(input);
      if (message === undefined) return undefined;
      const { rejection } = result;
      const { code } = rejection;
      const sender = senderIn(message.envelope, before);
      const untrue = sender && untrueIn(rejection, sender);
      if (untrue !== undefined) {
        return {
          message: `${validator} refused with ${code} and told ${untrue}`,
          facts: { validator, code, told: untrue },
        };
      }
      // Whoever lags a little says so of every other payment: that is no work for a second opinion.
      if (code === 'UnexpectedNonce' && sender && isAnotherNext(sender)) return undefined;
      const expected = secondOpinion({ message, state: before, verifier });
      if (expected === code) return undefined;
      const instead = expected === undefined ? 'what it had to admit' : `what is a ${expected}`;
      return {
        message: `${validator} refused with ${code} ${instead}`,
        facts: { validator, code, expected: expected ?? 'none' },
      };
    },
  };
}

/** What somebody asks to have signed, and how the account stands that it is of. */
interface Sender {
  readonly nonce: bigint;
  readonly account: Account;
}

function senderIn(
  envelope: Parameters<typeof readableFacts>[0],
  { ledger }: Pick<ValidatorState, 'ledger'>,
): Sender | undefined {
  const facts = readableFacts(envelope);
  if (facts === undefined) return undefined;
  const { sender, nonce } = facts.transaction;
  return { nonce, account: ledger.account.get(sender) ?? NEW_ACCOUNT };
}

/** What a refusal says of the account otherwise than the validator holds it (rules V4 and V5), if anything. */
function untrueIn(rejection: Rejection, { account }: Sender): string | undefined {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return rejection.expectedNonce === account.nextNonce
        ? undefined
        : `that ${rejection.expectedNonce} is the next nonce`;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return idsOf(rejection.pending) === idsHeld(account.lock)
        ? undefined
        : 'of other transactions than those that it holds';
    default:
      return undefined;
  }
}

function submissionIn(
  input: ValidatorStep['observation']['input'],
): CheckTransaction | SubmitTransaction | undefined {
  if (input.type !== 'Message') return undefined;
  const { message } = input;
  const isSubmission = message.type === 'CheckTransaction' || message.type === 'SubmitTransaction';
  return isSubmission ? message : undefined;
}

function isAnotherNext({ nonce, account: { lock, nextNonce } }: Sender): boolean {
  return lock === undefined && nonce !== nextNonce;
}
