import { type Message, openEnvelope, type Result, type SubmitTransaction } from '@quorate/core';
import {
  DecodeError,
  encodeSignature,
  factsOf,
  type RejectionCode,
  type TransactionEnvelope,
} from '@quorate/protocol';
import {
  bigint,
  choice,
  count,
  given,
  list,
  lookUp,
  optional,
  type Parts,
  partsFault,
  record,
  type Shape,
  text,
  tuple,
  word,
} from './shape.ts';

/** Lists what nobody can do without who reads a message, an answer or a refusal, by its type or code. */
type PartsOf<Type extends string> = Readonly<Record<Type, Parts>>;

const envelopeParts = record({ transaction: given, signature: given });

/**
 * What is to be signed. Bytes that say nothing, and values too large for theirs, are refused by whoever gets them (V1), so that
 * who passes on what others gave does no wrong; who gives his own does.
 */
const submitted =
  (isOwn: boolean): Shape =>
  (value, path) =>
    envelopeParts(value, path) ??
    faultOf(path, () => {
      try {
        factsOf(openEnvelope(value as SubmitTransaction['envelope']).transaction);
      } catch (failure) {
        if (isOwn || !isRefusedByAll(value, failure)) throw failure;
      }
    });

const envelope: Shape = (value, path) =>
  envelopeParts(value, path) ??
  faultOf(path, () => {
    const { transaction, signature } = value as TransactionEnvelope;
    factsOf(transaction);
    encodeSignature(signature);
  });

const certificate = record({ envelope, signatures: list(tuple(text, text)) });
const pruned = list(
  record({ sender: text, nonce: bigint, transactionId: text, settledAt: bigint, hash: text }),
);
const dependency = record({
  kind: word(
    'Token',
    'TokenUpdate',
    'EscrowConfig',
    'EscrowJob',
    'EscrowSubmit',
    'Request',
    'Epoch',
  ),
  id: text,
  sender: optional(text),
  nonce: optional(bigint),
});
const origin = record({ sender: text, nonce: bigint });

const filter: Shape = (value, path) =>
  typeof value === 'string' ? word('none', 'all')(value, path) : list(text)(value, path);

const submission = (isOwn: boolean): Parts => ({
  envelope: submitted(isOwn),
  witnessCertificates: optional(list(certificate)),
});
const OWN = submission(true);
const PASSED_ON = submission(false);

const MESSAGES: PartsOf<Message['type']> = {
  SubmitTransaction: PASSED_ON,
  CheckTransaction: PASSED_ON,
  SubmitCertificate: { certificate },
  GetCertificates: {
    select: choice('by', {
      Sender: { sender: text, fromNonce: bigint, limit: count },
      Basis: { recipient: text, tokenIds: list(text), skip: count, limit: count },
      Dependency: { dependency },
      Decision: { jobId: text },
      Sequence: { from: bigint, limit: count },
      Id: { transactionId: text },
    }),
  },
  GetAccountInfo: { address: text, tokenBalances: filter, stateKeys: filter },
  GetTokenInfo: { tokenIds: list(text) },
  GetEscrowJobs: {
    select: choice('by', {
      Id: { jobIds: list(text) },
      Party: { role: word('client', 'provider', 'evaluator'), party: text, status: optional(text) },
    }),
  },
  Execute: { operations: list(record({ kind: text })) },
  GetPending: { address: text },
  AnnounceChange: { epoch: count, certificate },
  GetSnapshot: { epoch: count },
  Response: { result: record({ type: given }) },
};

const token = record({
  supply: bigint,
  description: optional(
    record({
      admin: text,
      name: text,
      decimals: count,
      mints: list(text),
      updateCount: bigint,
      origin,
    }),
  ),
});

const job = record({
  configId: text,
  client: text,
  provider: text,
  evaluator: text,
  tokenId: text,
  providerFee: bigint,
  evaluatorFee: bigint,
  description: text,
  deliverable: optional(text),
  status: text,
  origin,
});

const RESULTS: PartsOf<Result['type']> = {
  Signed: { validator: text, signature: text, nextNonce: bigint, transactionId: text },
  Admissible: { transactionId: text },
  Settled: { transactionId: text, createdTokens: list(text) },
  Certificates: { certificates: list(certificate), pruned: optional(pruned) },
  AccountInfo: {
    address: text,
    balance: bigint,
    nextNonce: bigint,
    pending: optional(
      choice('kind', {
        pending: { envelope, validator: text, signature: optional(text) },
        contested: { envelopes: tuple(envelope, envelope) },
      }),
    ),
    tokenBalances: list(tuple(text, bigint)),
    stateCells: list(tuple(text, text)),
  },
  TokenInfo: { tokens: list(tuple(text, token)) },
  EscrowJobs: { jobs: list(tuple(text, job)) },
  IncompleteMultiSig: { envelope, reason: text },
  IncompleteVerifierSigs: { envelope, reason: text },
  EpochStatus: { known: count, served: count },
  SnapshotPart: { signed: given },
  PendingTransactions: { envelopes: list(envelope) },
  Success: { certificate },
  Rejected: { rejection: record({ code: given }) },
};

// A refusal may tell those of others.
const refusal: Shape = (value, path) => rejection(value, path);

const REJECTIONS: PartsOf<RejectionCode> = {
  InvalidRequest: {},
  NonSubmittableOperation: { operationIndex: optional(count) },
  InvalidSignature: {},
  EpochEnding: { epoch: count },
  PreviousTransactionMustBeConfirmedFirst: { pending: list(envelope) },
  UnexpectedNonce: { nonce: bigint, expectedNonce: bigint },
  InsufficientFunding: { tokenId: text, currentBalance: bigint, required: bigint },
  MissingDependency: { missing: list(dependency) },
  InvalidCertificate: { epoch: count },
  ConflictingCertificate: { settled: text, conflicting: text },
  MissingEarlierConfirmations: { currentNonce: bigint },
  CertificateTooYoung: { resendAfterNanos: bigint },
  CertificatePruned: { pruned },
  QuorumUnreachable: {
    unsettled: given,
    refusals: list(record({ validator: text, rejection: refusal })),
    pruned: optional(pruned),
  },
};

const rejection = choice('code', REJECTIONS);

/**
 * Refuses what is no message, whatever the types say: others would trip over it, and nobody could tell from
 * that what is wrong.
 *
 * @throws Error that names what is missing, or is of another type.
 */
export function checkWhole(message: unknown, role: 'validator' | 'proxy' | 'client'): void {
  const type = lookUp(message, 'type');
  if (!isKeyOf(MESSAGES, type)) throw new Error(`it sent what is no message: ${shown(message)}`);
  // What a client asks for it has signed itself.
  const parts = type === 'SubmitTransaction' && role === 'client' ? OWN : MESSAGES[type];
  requireAll(message, { requestId: text, ...parts }, `a ${type}`);
  if (type !== 'Response') return;
  const result = lookUp(message, 'result');
  const kind = lookUp(result, 'type');
  if (!isKeyOf(RESULTS, kind))
    throw new Error(`it sent a Response with no result: ${shown(result)}`);
  requireAll(result, RESULTS[kind], `a Response with a result ${kind}`);
  if (kind !== 'Rejected') return;
  const refused = lookUp(result, 'rejection');
  const code = lookUp(refused, 'code');
  if (!isKeyOf(REJECTIONS, code))
    throw new Error(`it sent a Response with no rejection: code ${JSON.stringify(code)}`);
  requireAll(refused, REJECTIONS[code], `a Response with a rejection ${code}`);
}

function requireAll(value: unknown, parts: Parts, what: string): void {
  const fault = partsFault(value, parts);
  if (fault !== undefined) throw new Error(`it sent ${what} ${fault}`);
}

// Whoever gets it has to have its bytes, and code that writes them takes every value for what its type says.
function faultOf(path: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return `whose "${path}" has no bytes: ${why}`;
  }
}

function isRefusedByAll(value: unknown, failure: unknown): boolean {
  const isEncoded = typeof lookUp(value, 'transaction') === 'string';
  return failure instanceof DecodeError && (isEncoded || failure.code === 'OutOfRange');
}

function isKeyOf<K extends string>(table: Readonly<Record<K, unknown>>, key: unknown): key is K {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

function shown(value: unknown): string {
  const type = lookUp(value, 'type') ?? undefined;
  return type === undefined ? String(value) : `type ${JSON.stringify(type)}`;
}
