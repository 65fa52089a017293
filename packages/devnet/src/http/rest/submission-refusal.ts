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

/** As the ledger has them, but for how many are enough: the rest can still come (rule P9). */
const OF_THOSE_THERE = { ...VALIDATOR_RULES.signatures.claim, isEnough: () => true };
/** Takes every signature, so that only the claim itself can be at fault. */
const OF_THE_CLAIM = {
  isMember: () => true,
  isRepeated: () => false,
  hasSigned: () => true,
  isEnough: () => true,
};

/**
 * Writes the refusal of a submission; `transaction` is what the proxy has read and refused.
 *
 * A verifier's signature that cannot count is refused as any operation is, and clients know a code of
 * its own for it (wire.md section 11; facts.md 6.4). Without a quorum the transaction may settle yet.
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
 * Says of a submission that it may settle yet, so that only the same bytes may follow.
 *
 * Published clients take a service that is unavailable for one that took nothing in, and sign anew. They do
 * not know this code, which leaves the outcome open to them and keeps the facts (wire.md section 4).
 */
export function inDoubt(message: string, details: JsonValue = null): RestFailure {
  return new RestFailure(REST_STATUS.QUORUM_UNREACHABLE, 'QUORUM_UNREACHABLE', message, details);
}

// What a proxy finds wrong with signatures names no operation.
function isOfSignatures(rejection: Rejection): boolean {
  if (rejection.code !== 'NonSubmittableOperation') return false;
  return rejection.rule === 'V6' && rejection.operationIndex === undefined;
}

function hasWrongSignature(transaction: HexBytes, verifier: Verifier): boolean {
  const facts = factsOf(decodeTransaction(hexToBytes(transaction)));
  if (claimsFault(facts, verifier, OF_THE_CLAIM) !== undefined) return false;
  return claimsFault(facts, verifier, OF_THOSE_THERE) !== undefined;
}
