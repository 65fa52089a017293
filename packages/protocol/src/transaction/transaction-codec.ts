import { DecodeError } from '../decode-error.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import { expectObject, onlyEntry, shown } from '../json/json-shape.ts';
import { RELEASE_NAMES, RELEASES } from './release.ts';
import type { ReleaseFormat } from './release-format.ts';
import type {
  Release,
  Transaction,
  TransactionByRelease,
  VersionedTransaction,
} from './transaction.ts';

/** Gives the content of a transaction, independent of its release. */
export function normalise(versioned: VersionedTransaction): Transaction {
  return applyFormat(versioned, (format, transaction) => format.normalise(transaction));
}

/**
 * Gives the signing form: without verifier signatures; the same object when there are none (rule
 * V10).
 */
export function signingFormOf(versioned: VersionedTransaction): VersionedTransaction {
  return applyFormat(versioned, (format, transaction) => {
    const form = format.signingForm(transaction);
    return form === transaction ? versioned : versionedAs(versioned.release, form);
  });
}

/** Gives the domain: the text that precedes the BCS in the signed bytes (facts.md B2.2). */
export function domainOf({ release }: VersionedTransaction): Uint8Array {
  return RELEASES[release].domain;
}

/**
 * Encodes a transaction as BCS: the release's tag byte, then its fields.
 *
 * The un-versioned shape has no tag byte. Source: facts.md B2.2, B2.17.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function encodeTransaction(versioned: VersionedTransaction): Uint8Array {
  const decoded = decodedBytes.get(versioned);
  if (decoded !== undefined) {
    decodedBytes.delete(versioned);
    return decoded;
  }
  return applyFormat(versioned, (format, transaction) => format.encode(transaction));
}

/**
 * The bytes that transactions were decoded from, until they are first asked for: nearly always the
 * next step. The transactions are frozen and the bytes canonical, so the two still agree.
 */
const decodedBytes = new WeakMap<VersionedTransaction, Uint8Array>();

/**
 * Decodes the BCS of a transaction of one of the three versioned releases (rule V1).
 *
 * @throws DecodeError for a form that is not canonical or an unknown tag.
 */
export function decodeTransaction(bytes: Uint8Array): VersionedTransaction {
  const [tag] = bytes;
  const release = RELEASE_NAMES.find((name) => RELEASES[name].tag === tag);
  if (release !== undefined) return decodeAs(release, bytes);
  throw new DecodeError('UnknownVariant', 'transaction', `release tag 0, 1 or 2; got ${tag}`);
}

/**
 * Decodes the BCS of an un-versioned transaction, with or without the trailing `archival` flag.
 *
 * @throws DecodeError for a form that is not canonical.
 */
export function decodeUnversionedTransaction(bytes: Uint8Array): VersionedTransaction {
  return decodeAs('Unversioned', bytes);
}

/**
 * Writes a transaction as JSON under the release it was submitted with.
 *
 * In JSON-RPC the un-versioned shape stands bare, as its clients send it. In REST, where a
 * transaction is an object with one key, its key is `Unversioned` (ledger.md section 5).
 */
export function transactionToJson(
  versioned: VersionedTransaction,
  dialect: JsonDialect,
): JsonValue {
  const body = applyFormat(versioned, (format, value) => format.toJson(value, dialect));
  const isBare = versioned.release === 'Unversioned' && dialect === 'rpc';
  return isBare ? body : { [versioned.release]: body };
}

/**
 * Reads a transaction from JSON: an object whose one key is a release, or the un-versioned shape.
 *
 * @throws DecodeError whose `path` names the field.
 */
export function transactionFromJson(
  json: JsonValue | undefined,
  dialect: JsonDialect,
  path = 'transaction',
): VersionedTransaction {
  const object = expectObject(json, path);
  if (Object.hasOwn(object, 'sender')) return readAs('Unversioned', object, dialect, path);
  const { key, value } = onlyEntry(object, path);
  const release = RELEASE_NAMES.find((name) => name === key);
  if (release !== undefined) return readAs(release, value, dialect, `${path}.${key}`);
  const known = RELEASE_NAMES.join(', ');
  throw new DecodeError('UnknownVariant', path, `one of ${known}; got ${shown(key)}`);
}

/**
 * Gives the transaction with the same JSON but other BCS tags; undefined when no others are
 * possible.
 *
 * A batch of `Release20260319` has one of two tags, and claims of the un-versioned shape are
 * numbered in two ways. JSON does not show which, and reading it takes the first. Whoever can verify
 * signatures then takes the one that the sender's signature fits.
 */
export function withOtherTags(versioned: VersionedTransaction): VersionedTransaction | undefined {
  return applyFormat(versioned, (format, transaction) => {
    const other = format.withOtherTags?.(transaction);
    return other && versionedAs(versioned.release, other);
  });
}

function applyFormat<R extends Release, A>(
  { release, transaction }: VersionedTransaction<R>,
  use: (format: ReleaseFormat<TransactionByRelease[R]>, transaction: TransactionByRelease[R]) => A,
): A {
  return use(RELEASES[release], transaction);
}

function decodeAs(release: Release, bytes: Uint8Array): VersionedTransaction {
  const versioned = versionedAs(release, RELEASES[release].decode(bytes));
  decodedBytes.set(versioned, new Uint8Array(bytes));
  return versioned;
}

function readAs(
  release: Release,
  json: JsonValue,
  dialect: JsonDialect,
  path: string,
): VersionedTransaction {
  return versionedAs(release, RELEASES[release].fromJson(json, dialect, path));
}

function versionedAs<R extends Release>(
  release: R,
  transaction: TransactionByRelease[R],
): VersionedTransaction {
  // The one cast: the table pairs each release with its type, which a union type cannot express.
  return Object.freeze({ release, transaction }) as VersionedTransaction;
}
