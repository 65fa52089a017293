import type { Persist, Reply } from '../effect.ts';
import { HANDOVER_RULES } from '../handover/rules.ts';
import { OPERATIONS } from '../ledger/operations/operation-table.ts';
import { decodeEnvelope } from '../open-envelope.ts';
import { mayPrune } from '../pruning/policy.ts';
import { quorumSize } from '../quorum.ts';
import { SIGNATURE_RULES } from '../verification/signature-rules.ts';
import { checkLimits } from './limits.ts';
import type { ValidatorRules } from './rule-types.ts';
import { checkSenderSignature } from './sender-signature.ts';
import { advance, applyOperations, payFee, settle } from './settle.ts';
import {
  checkAge,
  checkCertificate,
  checkDependencies,
  checkEarlierConfirmations,
  checkEpoch,
  checkRepeat,
} from './settlement-checks.ts';
import { settlementRows } from './settlement-rows.ts';
import {
  checkFee,
  checkLock,
  checkNetwork,
  checkNonce,
  checkOperations,
  takeLock,
} from './submission-checks.ts';

function writeFirst(persist: Persist, answer: Reply): readonly (Persist | Reply)[] {
  return [persist, answer];
}

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
  signatures: SIGNATURE_RULES,
  refuse: ({ account }) => account,
  signedBytes: ({ signingBytes }) => signingBytes,
  takeLock,
  order: { V8: writeFirst, S5: writeFirst },
  settlement: {
    S1: checkCertificate,
    S2: checkRepeat,
    S3: checkEarlierConfirmations,
    C8: checkEpoch,
    S4: checkDependencies,
    C2: checkAge,
  },
  settle,
  effects: {
    operations: applyOperations,
    fee: payFee,
    account: advance,
    rows: settlementRows,
  },
  handover: HANDOVER_RULES,
  operations: OPERATIONS,
  mayPrune,
};
