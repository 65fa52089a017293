import type { Message, Result } from '@quorate/core';
import type { RejectionCode } from '@quorate/protocol';

/** Lists what nobody can do without who reads a message, an answer or a refusal, by its type or code. */
type Parts<Type extends string> = Readonly<Record<Type, readonly string[]>>;

const ENVELOPE = ['envelope.transaction', 'envelope.signature'];
const CERTIFICATE = [...ENVELOPE.map((part) => `certificate.${part}`), 'certificate.signatures'];

const MESSAGES: Parts<Message['type']> = {
  SubmitTransaction: ENVELOPE,
  CheckTransaction: ENVELOPE,
  SubmitCertificate: CERTIFICATE,
  GetCertificates: ['select.by'],
  GetAccountInfo: ['address', 'tokenBalances', 'stateKeys'],
  GetTokenInfo: ['tokenIds'],
  GetEscrowJobs: ['select.by'],
  Execute: ['operations'],
  GetPending: ['address'],
  AnnounceChange: ['epoch', ...CERTIFICATE],
  GetSnapshot: ['epoch'],
  Response: ['result.type'],
};

const RESULTS: Parts<Result['type']> = {
  Signed: ['validator', 'signature', 'nextNonce', 'transactionId'],
  Admissible: ['transactionId'],
  Settled: ['transactionId', 'createdTokens'],
  Certificates: ['certificates'],
  AccountInfo: ['address', 'balance', 'nextNonce', 'tokenBalances', 'stateCells'],
  TokenInfo: ['tokens'],
  EscrowJobs: ['jobs'],
  IncompleteMultiSig: ENVELOPE,
  IncompleteVerifierSigs: ENVELOPE,
  EpochStatus: ['known', 'served'],
  SnapshotPart: ['signed'],
  PendingTransactions: ['envelopes'],
  Success: CERTIFICATE,
  Rejected: ['rejection.code'],
};

const REJECTIONS: Parts<RejectionCode> = {
  InvalidRequest: [],
  NonSubmittableOperation: [],
  InvalidSignature: [],
  EpochEnding: ['epoch'],
  PreviousTransactionMustBeConfirmedFirst: ['pending'],
  UnexpectedNonce: ['nonce', 'expectedNonce'],
  InsufficientFunding: ['tokenId', 'currentBalance', 'required'],
  MissingDependency: ['missing'],
  InvalidCertificate: ['epoch'],
  ConflictingCertificate: ['settled', 'conflicting'],
  MissingEarlierConfirmations: ['currentNonce'],
  CertificateTooYoung: ['resendAfterNanos'],
  CertificatePruned: ['pruned'],
  QuorumUnreachable: ['unsettled', 'refusals'],
};

/** Of parts that others count with or read as text or as a list, what they have to be. */
const KINDS: Readonly<Record<string, string>> = {
  requestId: 'string',
  signature: 'string',
  nextNonce: 'bigint',
  nonce: 'bigint',
  expectedNonce: 'bigint',
  currentNonce: 'bigint',
  currentBalance: 'bigint',
  required: 'bigint',
  resendAfterNanos: 'bigint',
  epoch: 'number',
  pending: 'list',
  missing: 'list',
  refusals: 'list',
  pruned: 'list',
  certificates: 'list',
  'certificate.signatures': 'list',
};

/**
 * Refuses what is no message, whatever the types say: others would trip over it, and nobody could tell from
 * that what is wrong.
 *
 * @throws Error that names what is missing.
 */
export function checkWhole(message: unknown): void {
  const type = lookUp(message, 'type');
  if (!isKeyOf(MESSAGES, type)) throw new Error(`it sent what is no message: ${shown(message)}`);
  requireAll(message, ['requestId', ...MESSAGES[type]], `a ${type}`);
  if (type !== 'Response') return;
  const result = lookUp(message, 'result');
  const kind = lookUp(result, 'type');
  if (!isKeyOf(RESULTS, kind))
    throw new Error(`it sent a Response with no result: ${shown(result)}`);
  requireAll(result, RESULTS[kind], `a Response with a result ${kind}`);
  if (kind !== 'Rejected') return;
  const rejection = lookUp(result, 'rejection');
  const code = lookUp(rejection, 'code');
  if (!isKeyOf(REJECTIONS, code))
    throw new Error(`it sent a Response with no rejection: code ${JSON.stringify(code)}`);
  requireAll(rejection, REJECTIONS[code], `a Response with a rejection ${code}`);
}

function requireAll(given: unknown, parts: readonly string[], what: string): void {
  for (const part of parts) {
    const keys = part.split('.');
    const paths = keys.map((_, index) => keys.slice(0, index + 1));
    const missing = paths.find((path) => path.reduce(lookUp, given) === undefined);
    if (missing) throw new Error(`it sent ${what} without "${missing.join('.')}"`);
    const value = keys.reduce(lookUp, given);
    const kind = KINDS[part];
    const found = Array.isArray(value) ? 'list' : typeof value;
    if (kind !== undefined && kind !== found)
      throw new Error(`it sent ${what} whose "${part}" is no ${kind}: it is of type ${found}`);
  }
}

// What is null has nothing in it either.
function lookUp(given: unknown, key: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined;
  return (given as Readonly<Record<string, unknown>>)[key] ?? undefined;
}

function isKeyOf<K extends string>(table: Readonly<Record<K, unknown>>, key: unknown): key is K {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

function shown(given: unknown): string {
  const type = lookUp(given, 'type');
  return type === undefined ? String(given) : `type ${JSON.stringify(type)}`;
}
