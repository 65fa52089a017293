import {
  DEPENDENCY_KINDS,
  type MissingDependency,
  type Rejection,
  type TokenId,
  type TransactionId,
} from '@quorate/protocol';
import { z } from 'zod';
import {
  ADDRESS,
  anyText,
  COUNT,
  ENVELOPE,
  hash,
  INTEGER,
  oneOf,
  type Wire,
} from './wire-parts.ts';

/**
 * The refusals of validators; only proxies report that a quorum is unreachable or has pruned a
 * certificate.
 */
export type ValidatorRejection = Exclude<
  Rejection,
  { readonly code: 'QuorumUnreachable' | 'CertificatePruned' }
>;

/** What a certificate depends on. */
export const MISSING: Wire<MissingDependency> = z.object({
  kind: z.literal(DEPENDENCY_KINDS),
  id: anyText(),
  sender: z.exactOptional(ADDRESS),
  nonce: z.exactOptional(INTEGER),
});

type Table = {
  readonly [C in ValidatorRejection['code']]: Wire<
    Extract<ValidatorRejection, { readonly code: C }>
  >;
};

const operationIndex = z.exactOptional(COUNT);

const REJECTIONS: Table = {
  InvalidRequest: refusal('InvalidRequest', ['V1'], { reason: anyText() }),
  NonSubmittableOperation: refusal('NonSubmittableOperation', ['V2', 'V6', 'V7', 'P5'], {
    reason: anyText(),
    operationIndex,
    isHeld: z.exactOptional(z.literal(true)),
  }),
  InvalidSignature: refusal('InvalidSignature', ['V3', 'S1'], { reason: anyText() }),
  EpochEnding: refusal('EpochEnding', ['V4'], { epoch: COUNT }),
  PreviousTransactionMustBeConfirmedFirst: refusal(
    'PreviousTransactionMustBeConfirmedFirst',
    ['V4'],
    { pending: z.array(ENVELOPE).readonly() },
  ),
  UnexpectedNonce: refusal('UnexpectedNonce', ['V5'], { nonce: INTEGER, expectedNonce: INTEGER }),
  InsufficientFunding: refusal('InsufficientFunding', ['V6', 'V7'], {
    tokenId: hash<TokenId>(),
    currentBalance: INTEGER,
    required: INTEGER,
    operationIndex,
  }),
  MissingDependency: refusal('MissingDependency', ['V6', 'S4'], {
    missing: z.array(MISSING).readonly(),
  }),
  InvalidCertificate: refusal('InvalidCertificate', ['S1', 'C8'], {
    reason: anyText(),
    epoch: COUNT,
  }),
  ConflictingCertificate: refusal('ConflictingCertificate', ['S2'], {
    settled: hash<TransactionId>(),
    conflicting: hash<TransactionId>(),
  }),
  MissingEarlierConfirmations: refusal('MissingEarlierConfirmations', ['S3'], {
    currentNonce: INTEGER,
  }),
  CertificateTooYoung: refusal('CertificateTooYoung', ['C2'], { resendAfterNanos: INTEGER }),
};

function refusal<C extends string, R extends string, F extends z.ZodRawShape>(
  code: C,
  rules: readonly R[],
  facts: F,
) {
  return z.object({ code: z.literal(code), rule: z.literal(rules), ...facts });
}

/** A refusal of a validator. */
export const REJECTION = oneOf('code', REJECTIONS) as Wire<ValidatorRejection>;
