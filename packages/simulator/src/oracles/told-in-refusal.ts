import { NEW_ACCOUNT, nonceKey, type ValidatorState } from '@quorate/core';
import { factsOf, type Rejection, type TransactionCertificate } from '@quorate/protocol';
import { needAt, type Question } from './admission/second-opinion.ts';
import { buildsOn, isLacking } from './dependencies.ts';
import { idsHeld, idsOf } from './held-envelopes.ts';
import { readableFacts } from './readable-facts.ts';
import { beganAt } from './request-aged.ts';

/**
 * Says which fact in a refusal to sign differs from what the validator holds (rules V4 to V7), if
 * any.
 */
export function untrueOfSubmission(rejection: Rejection, question: Question): string | undefined {
  const { message, state } = question;
  const facts = readableFacts(message.envelope);
  if (facts === undefined) return undefined;
  const account = state.ledger.account.get(facts.transaction.sender) ?? NEW_ACCOUNT;
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return rejection.expectedNonce === account.nextNonce
        ? undefined
        : `that ${rejection.expectedNonce} is the next nonce`;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return idsOf(rejection.pending) === idsHeld(account.lock)
        ? undefined
        : 'of other transactions than those that it holds';
    case 'InsufficientFunding': {
      const { tokenId, currentBalance, required, operationIndex } = rejection;
      const need = needAt(question, operationIndex);
      if (need?.tokenId !== tokenId) return `that ${tokenId} is needed`;
      if (need.amount !== required) return `that ${required} is needed`;
      return need.held === currentBalance ? undefined : `that there is ${currentBalance}`;
    }
    default:
      return undefined;
  }
}

/** A refused certificate, and the time of the validator's own clock. */
interface Delivered {
  readonly certificate: TransactionCertificate;
  readonly state: ValidatorState;
  readonly at: bigint;
}

/**
 * Says which fact in a refusal to settle differs from what the validator holds (rules S2 to S4 and
 * C2), if any.
 */
export function untrueOfDelivery(
  rejection: Rejection,
  { certificate, state, at }: Delivered,
): string | undefined {
  const facts = factsOf(certificate.envelope.transaction);
  const { id, transaction } = facts;
  const { sender, nonce } = transaction;
  const { ledger, genesis } = state;
  switch (rejection.code) {
    case 'MissingEarlierConfirmations': {
      const { currentNonce } = rejection;
      const { nextNonce } = ledger.account.get(sender) ?? NEW_ACCOUNT;
      return currentNonce === nextNonce ? undefined : `that ${currentNonce} is the next nonce`;
    }
    case 'ConflictingCertificate': {
      const { settled, conflicting } = rejection;
      if (conflicting !== id) return 'of another transaction than it was brought';
      const held = ledger.settled.get(nonceKey(sender, nonce));
      return settled === held ? undefined : `that ${settled} has settled`;
    }
    case 'MissingDependency': {
      const { missing } = rejection;
      const there = missing.find((each) => !isLacking(each, facts, state));
      if (there !== undefined) return `that it lacks ${there.kind} ${there.id}`;
      const named = new Set(missing.map(({ kind, id }) => `${kind} ${id}`));
      const unnamed = buildsOn(facts, ledger).find(
        (each) => !named.has(`${each.kind} ${each.id}`) && isLacking(each, facts, state),
      );
      return unnamed && `nothing of ${unnamed.kind} ${unnamed.id}, which it lacks as well`;
    }
    case 'CertificateTooYoung': {
      const { resendAfterNanos } = rejection;
      const remaining = beganAt(ledger, genesis) + genesis.minRequestAgeNanos - at;
      return resendAfterNanos === remaining ? undefined : `to come back in ${resendAfterNanos} ns`;
    }
    default:
      return undefined;
  }
}
