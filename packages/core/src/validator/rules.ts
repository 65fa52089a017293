import { OPERATIONS } from '../ledger/operations/operation-table.ts';
import { decodeEnvelope } from '../open-envelope.ts';
import { quorumSize } from '../quorum.ts';
import { checkLimits } from './limits.ts';
import type { ValidatorRules } from './rule-types.ts';
import { checkSenderSignature } from './sender-signature.ts';
import { settle } from './settle.ts';
import {
  checkAge,
  checkCertificate,
  checkDependencies,
  checkEarlierConfirmations,
  checkEpoch,
  checkRepeat,
} from './settlement-checks.ts';
import {
  checkFee,
  checkLock,
  checkNetwork,
  checkNonce,
  checkOperations,
  takeLock,
} from './submission-checks.ts';

/** The rules of a correct validator. */
export const VALIDATOR_RULES: ValidatorRules = {
  quorum: quorumSize,
  decode: decodeEnvelope,
  submission: {
    V1: checkLimits,
    V2: checkNetwork,
    V3: checkSenderSignature,
    V4: checkLock,
    V5: checkNonce,
    V6: checkOperations,
    V7: checkFee,
  },
  takeLock,
  order: (persist, answer) => [persist, answer],
  settlement: {
    S1: checkCertificate,
    S2: checkRepeat,
    S3: checkEarlierConfirmations,
    C8: checkEpoch,
    S4: checkDependencies,
    C2: checkAge,
  },
  settle,
  operations: OPERATIONS,
};
