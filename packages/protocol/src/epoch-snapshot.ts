import { utf8 } from '@scure/base';
import { ADDRESS, byteVector, fixedBytes, SIGNATURE } from './binary-codecs.ts';
import { type Codec, encodeBytes } from './codec.ts';
import { list, mapped, struct } from './combinators.ts';
import { decodeSignature, encodeSignature, type TransactionEnvelope } from './envelope.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { U32, U64 } from './integer-codecs.ts';
import type { JsonCodec } from './json-combinators.ts';
import { keccak256 } from './keccak256.ts';
import type {
  Address,
  Bytes32,
  HexBytes,
  NetworkId,
  Signature,
  TransactionId,
} from './primitives.ts';
import { BOOLEAN, NETWORK_ID } from './scalar-codecs.ts';
import {
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeTransaction,
} from './transaction-codec.ts';
import { variants } from './variants.ts';

/** Says whose snapshot of which epoch something is a part of. */
export interface SnapshotHeader {
  readonly networkId: NetworkId;
  readonly epoch: number;
  /** The transaction that ended the epoch. */
  readonly changeId: TransactionId;
  /** The key under which the member signed in that epoch. */
  readonly validator: Address;
}

/** Shows where one account stood when its epoch ended for a member. */
export interface SnapshotEntry {
  readonly address: Address;
  readonly nextNonce: bigint;
  /** What the lock held: nothing, the pending envelope, or both rivals of a contest. */
  readonly held: readonly TransactionEnvelope[];
}

/** Some accounts of a snapshot. */
export interface SnapshotPage extends SnapshotHeader {
  /** Position among the pages, from 0. */
  readonly index: number;
  /** Ascending by address, over all pages. */
  readonly entries: readonly SnapshotEntry[];
}

/** Everything else that a snapshot says: how many pages it has and what is on them. */
export interface SnapshotRoot extends SnapshotHeader {
  /** The keccak256 of the signing bytes of each page, in order. */
  readonly pages: readonly Bytes32[];
}

/** A part of a snapshot; each is signed, so each is evidence by itself. */
export type SnapshotPart =
  | ({ readonly kind: 'Root' } & SnapshotRoot)
  | ({ readonly kind: 'Page' } & SnapshotPage);

/** A part of a snapshot with the signature of the member it belongs to. */
export interface SignedSnapshotPart {
  readonly part: SnapshotPart;
  readonly signature: Signature;
}

interface EncodedEnvelope {
  readonly isUnversioned: boolean;
  readonly transaction: HexBytes;
  readonly signature: HexBytes;
}

// As bytes, because the JSON of a transaction does not say everything (facts.md B2.17).
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
 * Gives what a member signs of its snapshot: domain prefix, then BCS of the part.
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

/** Gives what the root of a snapshot says of a page: the keccak256 of its signing bytes. */
export function snapshotPageHash(page: SnapshotPage): Bytes32 {
  return keccak256(snapshotSigningBytes({ kind: 'Page', ...page })) as Bytes32;
}
