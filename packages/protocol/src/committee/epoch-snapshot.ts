import { utf8 } from '@scure/base';
import { ADDRESS, byteVector, fixedBytes, SIGNATURE } from '../codec/binary-codecs.ts';
import { type Codec, encodeBytes } from '../codec/codec.ts';
import { list, mapped, struct } from '../codec/combinators.ts';
import { U32, U64 } from '../codec/integer-codecs.ts';
import type { JsonCodec } from '../codec/json-combinators.ts';
import { BOOLEAN, NETWORK_ID } from '../codec/scalar-codecs.ts';
import { variants } from '../codec/variants.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import { keccak256 } from '../keccak256.ts';
import type {
  Address,
  Bytes32,
  HexBytes,
  NetworkId,
  Signature,
  TransactionId,
} from '../primitives.ts';
import {
  decodeSignature,
  encodeSignature,
  type TransactionEnvelope,
} from '../transaction/envelope.ts';
import {
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
} from '../transaction/transaction-codec.ts';

/** Identifies the snapshot that a part belongs to. */
export interface SnapshotHeader {
  readonly networkId: NetworkId;
  readonly epoch: number;
  /** The transaction that ended the epoch. */
  readonly changeId: TransactionId;
  /** The validator key with which the member signed in that epoch. */
  readonly validator: Address;
}

/** The state of one account when its epoch ended for a member. */
export interface SnapshotEntry {
  readonly address: Address;
  readonly nextNonce: bigint;
  /** The envelopes in its lock: none, the pending one, or both rivals of a contest. */
  readonly held: readonly TransactionEnvelope[];
}

/** Part of the accounts in a snapshot. */
export interface SnapshotPage extends SnapshotHeader {
  /** The position among the pages, from 0. */
  readonly index: number;
  /** Ascending by address, across all pages. */
  readonly entries: readonly SnapshotEntry[];
}

/** The table of contents of a snapshot: how many pages there are, and the hash of each. */
export interface SnapshotRoot extends SnapshotHeader {
  /** The keccak256 of the signing bytes of each page, in order. */
  readonly pages: readonly Bytes32[];
}

/** A part of a snapshot. Each part is signed, so each is evidence by itself. */
export type SnapshotPart =
  | ({ readonly kind: 'Root' } & SnapshotRoot)
  | ({ readonly kind: 'Page' } & SnapshotPage);

/** A part of a snapshot, signed by the member whose snapshot it is. */
export interface SignedSnapshotPart {
  readonly part: SnapshotPart;
  readonly signature: Signature;
}

interface EncodedEnvelope {
  readonly isUnversioned: boolean;
  readonly transaction: HexBytes;
  readonly signature: HexBytes;
}

// Kept as bytes, because the JSON form of a transaction loses information (facts.md B2.17).
const ENVELOPE: Codec<TransactionEnvelope> = mapped<EncodedEnvelope, TransactionEnvelope>(
  struct<EncodedEnvelope>('Envelope', {
    isUnversioned: BOOLEAN,
    transaction: byteVector<HexBytes>(),
    signature: byteVector<HexBytes>(),
  }),
  {
    to: ({ transaction, signature }) => ({
      isUnversioned: transaction.release === 'Unversioned',
      transaction: bytesToHex(encodeTransaction(transaction)) as HexBytes,
      signature: bytesToHex(encodeSignature(signature)) as HexBytes,
    }),
    from: ({ isUnversioned, transaction, signature }) => {
      const decode = isUnversioned ? decodeUnversionedTransaction : decodeTransaction;
      return Object.freeze({
        transaction: decode(hexToBytes(transaction)),
        signature: decodeSignature(hexToBytes(signature)),
      });
    },
  },
);

const HEADER = {
  networkId: NETWORK_ID,
  epoch: U32,
  changeId: fixedBytes<TransactionId>(32),
  validator: ADDRESS,
};

const PART: Codec<SnapshotPart> = variants<SnapshotPart>('SnapshotPart', {
  Root: {
    tag: 0,
    payload: struct<SnapshotRoot>('SnapshotRoot', {
      ...HEADER,
      pages: list(fixedBytes<Bytes32>(32)),
    }),
  },
  Page: {
    tag: 1,
    payload: struct<SnapshotPage>('SnapshotPage', {
      ...HEADER,
      index: U32,
      entries: list(
        struct<SnapshotEntry>('SnapshotEntry', {
          address: ADDRESS,
          nextNonce: U64,
          held: list(ENVELOPE),
        }),
      ),
    }),
  },
});

/** Writes and reads a signed part of a snapshot as JSON. */
export const SIGNED_SNAPSHOT_PART: JsonCodec<SignedSnapshotPart> = struct<SignedSnapshotPart>(
  'SignedSnapshotPart',
  { part: PART, signature: SIGNATURE },
);

const DOMAIN = utf8.decode('EpochSnapshot::');

/**
 * Gives the bytes that a member signs for a part of its snapshot: the domain `EpochSnapshot::`,
 * then the BCS of the part.
 *
 * Source: rule C5.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function snapshotSigningBytes(part: SnapshotPart): Uint8Array {
  const bytes = encodeBytes(PART, part);
  const whole = new Uint8Array(DOMAIN.length + bytes.length);
  whole.set(DOMAIN, 0);
  whole.set(bytes, DOMAIN.length);
  return whole;
}

/**
 * Gives the hash of a page that the root of its snapshot must contain: keccak256 of its signing
 * bytes.
 */
export function snapshotPageHash(page: SnapshotPage): Bytes32 {
  return keccak256(snapshotSigningBytes({ kind: 'Page', ...page })) as Bytes32;
}
