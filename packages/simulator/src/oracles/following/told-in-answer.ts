import {
  balanceKey,
  NEW_ACCOUNT,
  type Result,
  readableFacts,
  type ValidatorState,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type TokenId,
  type TransactionFacts,
} from '@quorate/protocol';
import { createdToken } from '../model/token-roles.ts';
import type { ValidatorStep } from '../oracle.ts';
import { holdsAlone } from './held-envelopes.ts';

type Observation = ValidatorStep['observation'];
type Answer<T extends Result['type']> = Extract<Result, { readonly type: T }>;

/**
 * Says what is untrue in a validator's answer: a signature, a dry run, a settlement, or its state
 * between epochs; undefined if everything is true (rules V9, P4, C4 and section 5, "Ids").
 */
export function untrueOfAnswer(result: Result, observation: Observation): string | undefined {
  switch (result.type) {
    case 'Signed':
      return untrueOfSignature(result, observation);
    case 'Admissible':
      return untrueOfDryRun(result, observation);
    case 'Settled':
      return untrueOfSettlement(result, observation);
    case 'EpochStatus': {
      const { ledger, handover } = observation.after;
      const isSo = result.known === ledger.committee.size && result.served === handover.served;
      return isSo ? undefined : `epoch ${result.known} as known and ${result.served} as served`;
    }
    default:
      return undefined;
  }
}

function untrueOfSignature(
  { nextNonce, validator }: Answer<'Signed'>,
  { input, after }: Observation,
): string | undefined {
  const asked = askedFor(input);
  if (asked === undefined) return undefined;
  const held = after.ledger.account.get(asked.transaction.sender) ?? NEW_ACCOUNT;
  if (nextNonce !== held.nextNonce) return `the next nonce ${nextNonce}`;
  return isSeat(validator, after) ? undefined : `the name ${validator}`;
}

// A validator that has left the committee answers with what it signed as a member of that.
function isSeat(validator: Address, { handover, committees }: ValidatorState): boolean {
  const { seat, served } = handover;
  if (seat !== undefined) return seat === validator;
  const members = committees[served]?.members ?? [];
  return members.some((member) => member.validator.address === validator);
}

// If the answer hides what a handover has left, a client may be told that a transaction is refused
// although somebody may have signed it.
function untrueOfDryRun(
  { isHeld, balance: told }: Answer<'Admissible'>,
  { input, before }: Observation,
): string | undefined {
  const asked = askedFor(input);
  if (asked === undefined) return undefined;
  const { sender } = asked.transaction;
  const { account, balance } = before.ledger;
  if ((isHeld === true) !== holdsAlone(account.get(sender)?.lock, asked.id)) {
    return isHeld ? 'a transaction as left by a handover' : 'nothing of what a handover has left';
  }
  const isAsked = input.type === 'Message' && 'asksBalance' in input.message;
  const held = isAsked ? (balance.get(balanceKey(sender, NATIVE_TOKEN_ID)) ?? 0n) : undefined;
  return told === held ? undefined : `${told} as the balance`;
}

function untrueOfSettlement(
  { createdTokens, transactionId }: Answer<'Settled'>,
  { input }: Observation,
): string | undefined {
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  const facts = factsOf(input.message.certificate.envelope.transaction);
  if (transactionId !== facts.id) return `the transaction ${transactionId}`;
  return createdTokens.join() === tokensOf(facts).join()
    ? undefined
    : 'other tokens than were created';
}

function tokensOf(facts: TransactionFacts): readonly TokenId[] {
  return facts.transaction.operations.flatMap(({ kind }, index) =>
    kind === 'TokenCreation' ? [createdToken(facts, index)] : [],
  );
}

/**
 * Gives the transaction that a validator was asked to check or to sign; undefined for other inputs.
 */
export function askedFor(input: Observation['input']): TransactionFacts | undefined {
  if (input.type !== 'Message') return undefined;
  const { message } = input;
  return message.type === 'CheckTransaction' || message.type === 'SubmitTransaction'
    ? readableFacts(message.envelope)
    : undefined;
}
