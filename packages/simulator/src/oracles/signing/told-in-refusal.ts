import { NEW_ACCOUNT, nonceKey, readableFacts, type ValidatorState } from '@quorate/core';
import { factsOf, type Rejection, type TransactionCertificate } from '@quorate/protocol';
import { lackedAt, needAt, type Question, type Ruling } from '../admission/second-opinion.ts';
import { beganAt } from '../committees/request-aged.ts';
import { holdsAlone, idsHeld, idsOf } from '../following/held-envelopes.ts';
import { buildsOn, isLacking } from '../model/dependencies.ts';

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
    case 'EpochEnding':
      return rejection.epoch === state.handover.served
        ? undefined
        : `that epoch ${rejection.epoch} ends, not ${state.handover.served}`;
    case 'UnexpectedNonce':
      return rejection.expectedNonce === account.nextNonce
        ? undefined
        : `that ${rejection.expectedNonce} is the next nonce, not ${account.nextNonce}`;
    case 'PreviousTransactionMustBeConfirmedFirst':
      return idsOf(rejection.pending) === idsHeld(account.lock)
        ? undefined
        : 'of other transactions than those that it holds';
    case 'InsufficientFunding':
      return untrueOfFunds(rejection, question);
    default:
      return undefined;
  }
}

function untrueOfFunds(
  { tokenId, currentBalance, required, operationIndex }: RefusalOf<'InsufficientFunding'>,
  question: Question,
): string | undefined {
  const need = needAt(question, operationIndex);
  if (need?.tokenId !== tokenId) return `that ${tokenId} is needed, not ${need?.tokenId ?? 'any'}`;
  if (need.amount !== required) return `that ${required} is needed, not ${need.amount}`;
  return need.held === currentBalance
    ? undefined
    : `that there is ${currentBalance}, not ${need.held}`;
}

/**
 * Says which fact in a refusal to sign differs from what it is due to, if any: the rule, the
 * operation, or what that lacks.
 *
 * Proxies and clients act on these: a claim that is refused may come again with other signatures,
 * and what is lacking is brought (rules P4, P6).
 */
export function untrueOfCause(
  rejection: Rejection,
  ruling: Ruling,
  question: Question,
): string | undefined {
  switch (rejection.code) {
    case 'NonSubmittableOperation':
      return untrueOfRule(rejection, ruling) ?? untrueOfHolding(rejection, question);
    case 'InsufficientFunding':
      return untrueOfRule(rejection, ruling);
    case 'MissingDependency': {
      const lacked = lackedAt(question, ruling.operationIndex ?? 0);
      const stray = rejection.missing.find(
        ({ kind, id }) => !lacked.some((each) => each.kind === kind && each.id === id),
      );
      if (stray !== undefined) return `that it lacks ${stray.kind} ${stray.id}`;
      return rejection.missing.length > 0 ? undefined : 'nothing of what it lacks';
    }
    default:
      return undefined;
  }
}

type RefusalOf<C extends Rejection['code']> = Extract<Rejection, { readonly code: C }>;

function untrueOfRule(
  { rule, operationIndex }: RefusalOf<'NonSubmittableOperation' | 'InsufficientFunding'>,
  ruling: Ruling,
): string | undefined {
  if (rule !== ruling.rule) return `that it breaks ${rule}, not ${ruling.rule}`;
  if (operationIndex === ruling.operationIndex) return undefined;
  return operationIndex === undefined
    ? 'nothing of the operation that breaks it'
    : `that operation ${operationIndex} breaks it, not ${ruling.operationIndex ?? 'any'}`;
}

// What a handover has left, somebody may have signed, whatever is wrong with it now (rule P4).
function untrueOfHolding(
  { rule, isHeld }: RefusalOf<'NonSubmittableOperation'>,
  { message, state }: Question,
): string | undefined {
  const facts = readableFacts(message.envelope);
  if (facts === undefined) return undefined;
  const lock = state.ledger.account.get(facts.transaction.sender)?.lock;
  if ((isHeld === true) === (rule === 'V6' && holdsAlone(lock, facts.id))) return undefined;
  return isHeld ? 'that a handover has left it' : 'nothing of what a handover has left';
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
      return currentNonce === nextNonce
        ? undefined
        : `that ${currentNonce} is the next nonce, not ${nextNonce}`;
    }
    case 'ConflictingCertificate': {
      const { settled, conflicting } = rejection;
      if (conflicting !== id) return 'of another transaction than it was brought';
      const held = ledger.settled.get(nonceKey(sender, nonce));
      return settled === held ? undefined : `that ${settled} has settled, not ${held ?? 'any'}`;
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
    case 'InvalidCertificate':
      return rejection.epoch === ledger.committee.size
        ? undefined
        : `that epoch ${rejection.epoch} is the last that it knows of, not ${ledger.committee.size}`;
    case 'CertificateTooYoung':
      return untrueOfAge(rejection, beganAt(ledger, genesis) + genesis.minRequestAgeNanos - at);
    default:
      return undefined;
  }
}

function untrueOfAge(
  { resendAfterNanos }: RefusalOf<'CertificateTooYoung'>,
  remaining: bigint,
): string | undefined {
  if (remaining <= 0n) return 'that the epoch is too young';
  return resendAfterNanos === remaining
    ? undefined
    : `to come back in ${resendAfterNanos} ns, not ${remaining}`;
}
