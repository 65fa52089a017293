import { type Message, openEnvelope, type Result, type SubmitTransaction } from '@quorate/core';
import {
  DEPENDENCY_KINDS,
  DecodeError,
  ESCROW_ROLES,
  encodeSignature,
  factsOf,
  type RejectionCode,
  type TransactionEnvelope,
} from '@quorate/protocol';
import * as z from 'zod/mini';

/** The fields that a reader of a message, an answer or a refusal needs, by its type or code. */
type Shapes<Type extends string> = Readonly<Record<Type, z.ZodMiniObject>>;

/** Any value but undefined and null; the reader checks it. */
const given = z.custom((value) => value !== undefined && value !== null);
const text = z.string();
const bigint = z.bigint();
const count = z.int();
const isHeld = z.optional(z.literal(true));

const envelopeParts = z.object({ transaction: given, signature: given });

/**
 * Requires that an envelope can be encoded: receivers need its bytes, and encoders trust the types.
 */
const withBytes = (write: (envelope: unknown) => void) =>
  envelopeParts.check(({ value, issues }) => {
    try {
      write(value);
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure);
      issues.push({ code: 'custom', message: `has no bytes: ${why}`, input: value });
    }
  });

/**
 * An envelope to be signed. Receivers refuse bytes that do not decode and values out of range (V1).
 * So a node that passes on another's envelope does nothing wrong, but one that sends its own does.
 */
const submitted = (isOwn: boolean) =>
  withBytes((value) => {
    const envelope = value as SubmitTransaction['envelope'];
    try {
      factsOf(openEnvelope(envelope).transaction);
    } catch (failure) {
      if (isOwn || !isRefusedByAll(envelope, failure)) throw failure;
    }
  });

function isRefusedByAll({ transaction }: SubmitTransaction['envelope'], failure: unknown): boolean {
  const isEncoded = typeof transaction === 'string';
  return failure instanceof DecodeError && (isEncoded || failure.code === 'OutOfRange');
}

const envelope = withBytes((value) => {
  const { transaction, signature } = value as TransactionEnvelope;
  factsOf(transaction);
  encodeSignature(signature);
});

const certificate = z.object({ envelope, signatures: z.array(z.tuple([text, text])) });
const pruned = z.array(
  z.object({ sender: text, nonce: bigint, transactionId: text, settledAt: bigint, hash: text }),
);
const dependency = z.object({
  kind: z.enum(DEPENDENCY_KINDS),
  id: text,
  sender: z.optional(text),
  nonce: z.optional(bigint),
});
const origin = z.object({ sender: text, nonce: bigint });
const filter = z.union([z.enum(['none', 'all']), z.array(text)]);

/** Every request and every answer names its request. */
const asked = (parts: z.core.$ZodShape): z.ZodMiniObject => z.object({ requestId: text, ...parts });

const submission = (isOwn: boolean) =>
  asked({
    envelope: submitted(isOwn),
    witnessCertificates: z.optional(z.array(certificate)),
  });

/** A client's submission, which it has signed itself. */
export const OWN_SUBMISSION: z.ZodMiniObject = submission(true);

const passedOn = submission(false);

export const MESSAGES: Shapes<Message['type']> = {
  SubmitTransaction: passedOn,
  CheckTransaction: asked({
    envelope: submitted(false),
    transactionId: z.optional(text),
    asksBalance: z.optional(z.literal(true)),
  }),
  SubmitCertificate: asked({ certificate }),
  GetCertificates: asked({
    select: z.discriminatedUnion('by', [
      z.object({ by: z.literal('Sender'), sender: text, fromNonce: bigint, limit: count }),
      z.object({
        ...{ by: z.literal('Basis'), recipient: text, tokenIds: z.array(text) },
        ...{ skip: count, limit: count },
      }),
      z.object({ by: z.literal('Dependency'), dependency }),
      z.object({ by: z.literal('Decision'), jobId: text }),
      z.object({ by: z.literal('Sequence'), from: bigint, limit: count }),
      z.object({ by: z.literal('Id'), transactionId: text }),
    ]),
  }),
  GetAccountInfo: asked({ address: text, tokenBalances: filter, stateKeys: filter }),
  GetTokenInfo: asked({ tokenIds: z.array(text) }),
  GetEscrowJobs: asked({
    select: z.discriminatedUnion('by', [
      z.object({ by: z.literal('Id'), jobIds: z.array(text) }),
      z.object({
        by: z.literal('Party'),
        role: z.enum(ESCROW_ROLES),
        party: text,
        status: z.optional(text),
      }),
    ]),
  }),
  Execute: asked({ operations: z.array(z.object({ kind: text })) }),
  GetPending: asked({ address: text }),
  AnnounceChange: asked({ epoch: count, certificate }),
  GetSnapshot: asked({ epoch: count }),
  Response: asked({ result: z.object({ type: given }) }),
};

const token = z.object({
  supply: bigint,
  description: z.optional(
    z.object({
      admin: text,
      name: text,
      decimals: count,
      mints: z.array(text),
      updateCount: bigint,
      origin: z.optional(origin),
    }),
  ),
});

const job = z.object({
  configId: text,
  client: text,
  provider: text,
  evaluator: text,
  tokenId: text,
  providerFee: bigint,
  evaluatorFee: bigint,
  description: text,
  deliverable: z.optional(text),
  status: text,
  origin,
});

const pending = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pending'),
    envelope,
    validator: text,
    signature: z.optional(text),
  }),
  z.object({ kind: z.literal('contested'), envelopes: z.tuple([envelope, envelope]) }),
]);

export const RESULTS: Shapes<Result['type']> = {
  Signed: z.object({ validator: text, signature: text, nextNonce: bigint, transactionId: text }),
  Admissible: z.object({ transactionId: text, isHeld, balance: z.optional(bigint) }),
  Settled: z.object({ transactionId: text, createdTokens: z.array(text) }),
  Certificates: z.object({ certificates: z.array(certificate), pruned: z.optional(pruned) }),
  AccountInfo: z.object({
    address: text,
    balance: bigint,
    nextNonce: bigint,
    pending: z.optional(pending),
    tokenBalances: z.array(z.tuple([text, bigint])),
    stateCells: z.array(z.tuple([text, text])),
  }),
  TokenInfo: z.object({ tokens: z.array(z.tuple([text, token])) }),
  EscrowJobs: z.object({ jobs: z.array(z.tuple([text, job])) }),
  IncompleteMultiSig: z.object({ envelope, reason: text }),
  IncompleteVerifierSigs: z.object({ envelope, reason: text }),
  EpochStatus: z.object({ known: count, served: count }),
  SnapshotPart: z.object({ signed: given }),
  PendingTransactions: z.object({ envelopes: z.array(envelope) }),
  Success: z.object({ certificate }),
  Rejected: z.object({ rejection: z.object({ code: given }) }),
};

export const REJECTIONS: Shapes<RejectionCode> = {
  InvalidRequest: z.object({}),
  NonSubmittableOperation: z.object({ operationIndex: z.optional(count), isHeld }),
  InvalidSignature: z.object({}),
  EpochEnding: z.object({ epoch: count }),
  PreviousTransactionMustBeConfirmedFirst: z.object({ pending: z.array(envelope) }),
  UnexpectedNonce: z.object({ nonce: bigint, expectedNonce: bigint }),
  InsufficientFunding: z.object({ tokenId: text, currentBalance: bigint, required: bigint }),
  MissingDependency: z.object({ missing: z.array(dependency) }),
  InvalidCertificate: z.object({ epoch: count }),
  ConflictingCertificate: z.object({ settled: text, conflicting: text }),
  MissingEarlierConfirmations: z.object({ currentNonce: bigint }),
  CertificateTooYoung: z.object({ resendAfterNanos: bigint }),
  CertificatePruned: z.object({ pruned }),
  QuorumUnreachable: z.object({
    unsettled: given,
    // A refusal may contain refusals of others.
    refusals: z.array(
      z.object({ validator: text, rejection: z.lazy((): z.ZodMiniType => rejection) }),
    ),
    silent: z.array(text),
    pruned: z.optional(pruned),
  }),
};

const rejection = z.union(
  Object.entries(REJECTIONS).map(([code, shape]) => z.extend(shape, { code: z.literal(code) })),
);
