import { ADDRESS, fixedBytes } from '../codec/binary-codecs.ts';
import { U64, U128 } from '../codec/integer-codecs.ts';
import { type JsonCodec, jsonList } from '../codec/json-combinators.ts';
import { DecodeError } from '../decode-error.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import { expectObject, ownField } from '../json/json-shape.ts';
import type { TransactionId } from '../primitives.ts';
import type { Operation } from '../transaction/operation.ts';
import { OPERATION_20260508 } from '../transaction/operation-codec.ts';
import { factsOf, transactionId } from '../transaction/signing.ts';
import type { VersionedTransaction } from '../transaction/transaction.ts';
import {
  transactionFromJson,
  transactionToJson,
  withOtherTags,
} from '../transaction/transaction-codec.ts';
import { OPERATION_OF_2025 } from '../transaction/unversioned.ts';

/**
 * One page of the transactions that a validator has settled, in its order. Source: facts.md F6.13.
 */
export interface TransactionsPage {
  readonly transactions: readonly VersionedTransaction[];
  /** The position at which the next page begins: the number of transactions before it. */
  readonly nextPageToken: bigint;
}

const HASH = fixedBytes<TransactionId>(32);

/**
 * JSON of `Timed<TransactionInfo>`. Source: facts.md F6.14, F6.15.
 *
 * The fields of 2025 accompany the whole transaction: `claim` and `recipient` are null unless it
 * has exactly one operation. `timing` is null, because a validator does not record how long it
 * took.
 */
const TIMED_TRANSACTION: JsonCodec<VersionedTransaction> = {
  toJson: (versioned, dialect) => ({ data: infoToJson(versioned, dialect), timing: null }),
  fromJson: (json, dialect, path) => {
    const data = ownField(expectObject(json, path), 'data');
    const info = expectObject(data, `${path}.data`);
    const hash = HASH.fromJson(ownField(info, 'hash'), dialect, `${path}.data.hash`);
    const field = `${path}.data.transaction`;
    const read = transactionFromJson(ownField(info, 'transaction'), dialect, field);
    const found = [read, withOtherTags(read)].find(
      (each) => each !== undefined && transactionId(each) === hash,
    );
    if (found !== undefined) return found;
    throw new DecodeError('OutOfRange', field, `the transaction whose hash is ${hash}`);
  },
};

const TIMED_TRANSACTIONS = jsonList(TIMED_TRANSACTION);

/** JSON of the answer to `getTransactions`. */
export const TRANSACTIONS_PAGE: JsonCodec<TransactionsPage> = {
  toJson: ({ transactions, nextPageToken }, dialect) => ({
    data: TIMED_TRANSACTIONS.toJson(transactions, dialect),
    next_page_token: U64.toJson(nextPageToken, dialect),
  }),
  fromJson: (json, dialect, path) => {
    const page = expectObject(json, path);
    const token = ownField(page, 'next_page_token');
    return {
      transactions: TIMED_TRANSACTIONS.fromJson(ownField(page, 'data'), dialect, `${path}.data`),
      nextPageToken: U64.fromJson(token, dialect, `${path}.next_page_token`),
    };
  },
};

/** Clients of 2025 read the operation only in the form in which they sent it. */
function claimCodecOf({ release }: VersionedTransaction): JsonCodec<Operation> {
  return release === 'Unversioned'
    ? (OPERATION_OF_2025 as JsonCodec<Operation>)
    : OPERATION_20260508;
}

function infoToJson(versioned: VersionedTransaction, dialect: JsonDialect): JsonValue {
  const { id, transaction } = factsOf(versioned);
  const { sender, nonce, timestampNanos, operations } = transaction;
  const [only] = operations.length === 1 ? operations : [];
  const recipient = only !== undefined && 'recipient' in only ? only.recipient : undefined;
  return {
    hash: HASH.toJson(id, dialect),
    sender: ADDRESS.toJson(sender, dialect),
    recipient: recipient === undefined ? null : ADDRESS.toJson(recipient, dialect),
    nonce: U64.toJson(nonce, dialect),
    claim: only === undefined ? null : claimCodecOf(versioned).toJson(only, dialect),
    submission_timestamp_nanos: U128.toJson(timestampNanos, dialect),
    transaction: transactionToJson(versioned, dialect),
  };
}
