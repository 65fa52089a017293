import { type JsonValue, keccak256, stringifyJson, type ValidatorConfig } from '@quorate/protocol';
import {
  type Ledger,
  type LedgerTables,
  type Origin,
  type RecordChange,
  TABLE_NAMES,
  type TableName,
  type TokenDescription,
} from './ledger.ts';

/** Sums are taken modulo 2 to the power of this number. */
const DIGEST_BITS = 256;

/** The digest of an empty ledger. */
export const EMPTY_DIGEST = 0n;

/**
 * The digests computed so far. Ledgers are immutable, and at the end of a run several oracles need
 * the same one.
 */
const digests = new WeakMap<Ledger, bigint>();

/**
 * Computes the digest of a ledger: the sum of the hashes of its records, modulo 2^256.
 *
 * A sum does not depend on order, and it is updated by subtracting the old record and adding the
 * new one. It distinguishes ledgers that differ by accident or by a fault. It is not a commitment:
 * an adversary who chooses records can find a collision. Locks, timings, credit lists and the
 * signatures inside certificates are not part of it. Source: ledger.md section 1.
 *
 * `like` names a ledger that is probably equal and whose digest is known, which saves hashing.
 */
export function ledgerDigest(ledger: Ledger, like?: Ledger): bigint {
  const known = digests.get(ledger);
  if (known !== undefined) return known;
  const digest = digestOfEqual(ledger, like) ?? digestOfRecords(ledger);
  digests.set(ledger, digest);
  return digest;
}

function digestOfEqual(ledger: Ledger, other: Ledger | undefined): bigint | undefined {
  if (other === undefined) return undefined;
  const digest = digests.get(other);
  if (digest === undefined) return undefined;
  return TABLE_NAMES.every((table) => isEqual(table, ledger, other)) ? digest : undefined;
}

// Comparing a record costs a tenth of hashing it.
function isEqual<T extends TableName>(table: T, ledger: Ledger, other: Ledger): boolean {
  const records = other[table];
  if (records.size !== ledger[table].size) return false;
  const content = CONTENT[table];
  let differing = 0;
  ledger[table].each((value: LedgerTables[T], key: string) => {
    const known = records.get(key) as LedgerTables[T] | undefined;
    if (known === value) return;
    if (known === undefined || content(known) !== content(value)) differing += 1;
  });
  return differing === 0;
}

function digestOfRecords(ledger: Ledger): bigint {
  let sum = EMPTY_DIGEST;
  for (const table of TABLE_NAMES) sum += tableDigest(ledger, table);
  return BigInt.asUintN(DIGEST_BITS, sum);
}

function tableDigest<T extends TableName>(ledger: Ledger, table: T): bigint {
  let sum = 0n;
  const add = (value: LedgerTables[T], key: string) => {
    sum += recordHash(table, key, value);
  };
  ledger[table].each(add);
  return sum;
}

function changeOf<T extends TableName>(
  before: Ledger,
  table: T,
  key: string,
  value: LedgerTables[T] | undefined,
): bigint {
  return recordHash(table, key, value) - recordHash(table, key, before[table].get(key));
}

/** Updates the digest of `before` by the changed records. */
export function updateDigest(
  digest: bigint,
  before: Ledger,
  changes: readonly RecordChange[],
): bigint {
  let next = digest;
  for (const { table, key, value } of changes) {
    next += changeOf(before, table, key, value);
  }
  return BigInt.asUintN(DIGEST_BITS, next);
}

/** Formats a digest. Shape: 64 lowercase hex digits. */
export function formatDigest(digest: bigint): string {
  return digest.toString(16).padStart(64, '0');
}

/** Hashes text. Shape: 64 lowercase hex digits. */
export function textHash(text: string): string {
  return keccak256(utf16Bytes(text));
}

function recordHash<T extends TableName>(
  table: T,
  key: string,
  value: LedgerTables[T] | undefined,
): bigint {
  const content = value === undefined ? undefined : CONTENT[table](value);
  if (content === undefined) return 0n;
  return numberOf(`${table}/${key}=${content}`);
}

/** The most hashes remembered; beyond that, all are forgotten. */
const HASHES_MAX = 16_384;

/** All validators of a process hash the same records, and hash each again when it is replaced. */
const hashes = new Map<string, bigint>();

function numberOf(text: string): bigint {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (hashes.size >= HASHES_MAX) hashes.clear();
  const number = BigInt(`0x${textHash(text)}`);
  hashes.set(text, number);
  return number;
}

// The part of each record that is ledger state, as text in a fixed form.
const CONTENT: { readonly [T in TableName]: (value: LedgerTables[T]) => string | undefined } = {
  // An account that never sent anything equals one that was never seen.
  account: ({ nextNonce }) => (nextNonce === 0n ? undefined : String(nextNonce)),
  balance: String,
  cell: String,
  token: ({ supply, description }) =>
    stringifyJson([supply, description === undefined ? null : tokenContent(description)]),
  settled: String,
  update: originContent,
  config: ({ tokenId, evaluator, evaluationFee, minEvaluatorFee, origin }) =>
    stringifyJson([
      tokenId,
      evaluator,
      evaluationFee.kind,
      evaluationFee.kind === 'Fixed' ? evaluationFee.amount : evaluationFee.bps,
      minEvaluatorFee,
      originContent(origin),
    ]),
  job: (job) =>
    stringifyJson([
      job.configId,
      job.client,
      job.provider,
      job.evaluator,
      job.tokenId,
      job.providerFee,
      job.evaluatorFee,
      job.description,
      job.deliverable ?? null,
      job.status,
      originContent(job.origin),
    ]),
  request: (request) =>
    stringifyJson([
      request.kind,
      request.kind === 'Join' ? configContent(request.config) : null,
      request.operator,
      request.timestampNanos,
      originContent(request.origin),
    ]),
  committee: ({ members, changeId, beganAtNanos, origin }) =>
    stringifyJson([
      members.map(({ validator, operator }) => [configContent(validator), operator ?? null]),
      changeId,
      beganAtNanos,
      originContent(origin),
    ]),
  claim: originContent,
  signer: () => undefined,
};

function tokenContent(description: TokenDescription): JsonValue {
  const { admin, name, decimals, mints, updateCount, origin } = description;
  const content = [admin, name, decimals, mints, updateCount];
  return origin === undefined ? content : [...content, originContent(origin)];
}

function configContent({ address, host, rpcPort }: ValidatorConfig): JsonValue {
  return [address, host, rpcPort];
}

function originContent({ sender, nonce }: Origin): string {
  return `${sender}/${nonce}`;
}

function utf16Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes[2 * index] = code & 0xff;
    bytes[2 * index + 1] = code >> 8;
  }
  return bytes;
}
