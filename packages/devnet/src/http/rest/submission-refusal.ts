import { claimsFault, VALIDATOR_RULES } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  decodeTransaction,
  factsOf,
  type HexBytes,
  hexToBytes,
  type JsonValue,
  REST_STATUS,
  type Rejection,
} from '@quorate/protocol';
import { RestFailure, refusal } from './rest-failure.ts';

const VERIFIERS = 'VERIFIER_SIGNATURES_INVALID';

/**
 * The rules of the ledger, except for the quorum: missing signatures can still follow (rule P9).
 */
const OF_THOSE_THERE = { ...VALIDATOR_RULES.signatures.claim, isEnough: () => true };
/** Accepts every signature, so that only the claim itself can be at fault. */
const OF_THE_CLAIM = {
  isMember: () => true,
  isRepeated: () => false,
  hasSigned: () => true,
  isEnough: () => true,
};

/**
 * Writes the refusal of a submission; `transaction` is what the proxy has read and refused.
 *
 * If a verifier's signature cannot count, the ledger refuses the operation like any other, but
 * clients know a separate code for this case (wire.md section 11; facts.md 6.4). Without a quorum
 * the transaction may still settle.
 */
export function submissionRefusal(
  rejection: Rejection,
  transaction: HexBytes,
  verifier: Verifier,
): RestFailure {
  const failure = refusal(rejection);
  if (rejection.code === 'QuorumUnreachable') {
    return inDoubt(failure.message, failure.details);
  }
  if (!isOfSignatures(rejection) || !hasWrongSignature(transaction, verifier)) return failure;
  return new RestFailure(REST_STATUS[VERIFIERS], VERIFIERS, failure.message, failure.details);
}

/**
 * Says that a submission may still settle, so that the caller may only repeat the same bytes.
 *
 * Published clients take an unavailable service for one that did not accept anything, and sign
 * anew. They do not know this code, which leaves the outcome open to them and keeps the details
 * (wire.md section 4).
 */
export function inDoubt(message: string, details: JsonValue = null): RestFailure {
  return new RestFailure(REST_STATUS.QUORUM_UNREACHABLE, 'QUORUM_UNREACHABLE', message, details);
}

// A proxy's objection to signatures names no operation.
function isOfSignatures(rejection: Rejection): boolean {
  if (rejection.code !== 'NonSubmittableOperation') return false;
  return rejection.rule === 'V6' && rejection.operationIndex === undefined;
}

function hasWrongSignature(transaction: HexBytes, verifier: Verifier): boolean {
  const facts = factsOf(decodeTransaction(hexToBytes(transaction)));
  if (claimsFault(facts, verifier, OF_THE_CLAIM) !== undefined) return false;
  return claimsFault(facts, verifier, OF_THOSE_THERE) !== undefined;
}
