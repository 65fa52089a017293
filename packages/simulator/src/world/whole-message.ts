import type { Message, Result } from '@quorate/core';

/** Lists what nobody can do without who reads a message or an answer, by its type. */
type Parts<M extends { readonly type: string }> = Readonly<Record<M['type'], readonly string[]>>;

const ENVELOPE = ['envelope.transaction', 'envelope.signature'];
const CERTIFICATE = [...ENVELOPE.map((part) => `certificate.${part}`), 'certificate.signatures'];

const MESSAGES: Parts<Message> = {
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

const RESULTS: Parts<Result> = {
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

/**
 * Refuses what is no message, whatever the types say: others would trip over it, and nobody could tell from
 * that what is wrong.
 *
 * @throws Error that names what is missing.
 */
export function checkWhole(message: unknown): void {
  const type = lookUp(message, 'type');
  if (!isKeyOf(MESSAGES, type)) throw new Error(`it sent what is no message: ${shown(message)}`);
  const parts = ['requestId', ...MESSAGES[type]];
  requireAll(message, parts, `a ${type}`);
  if (type !== 'Response') return;
  const result = lookUp(message, 'result');
  const kind = lookUp(result, 'type');
  if (!isKeyOf(RESULTS, kind))
    throw new Error(`it sent a Response with no result: ${shown(result)}`);
  requireAll(result, RESULTS[kind], `a Response with a result ${kind}`);
}

function requireAll(given: unknown, parts: readonly string[], what: string): void {
  for (const part of parts) {
    const keys = part.split('.');
    const paths = keys.map((_, index) => keys.slice(0, index + 1));
    const missing = paths.find((path) => path.reduce(lookUp, given) === undefined);
    if (missing) throw new Error(`it sent ${what} without "${missing.join('.')}"`);
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
