import {
  type Address,
  bytesToHex,
  decodeSignature,
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeSignature,
  factsOf,
  type HexBytes,
  hexToBytes,
  type JsonValue,
  type NamedSignature,
  SIGNED_SNAPSHOT_PART,
  type Signature,
  type SignedSnapshotPart,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { z } from 'zod';

// Nodes speak in strings, whole numbers and BCS in hex digits: JSON of the interface does not say
// everything that the bytes say (the tag of a batch), and integers of JSON are not all numbers.

/** A type on the wire between nodes, and the value that it stands for. */
export type Wire<T> = z.ZodType<T>;

/** Any text of a sensible length: what it should be is for the receiver to check. */
export function anyText<T extends string = string>(): Wire<T> {
  return z.string().max(TEXT_MAX) as unknown as Wire<T>;
}

const TEXT_MAX = 16 * 1024;

/** Bytes of a fixed size as lowercase hex digits. */
function hexOf<T extends string>(size: number): Wire<T> {
  return z.string().regex(new RegExp(`^[0-9a-f]{${2 * size}}$`)) as unknown as Wire<T>;
}

/** A hash, an id or a key: 32 bytes. */
export function hash<T extends string>(): Wire<T> {
  return hexOf<T>(32);
}

/** An integer of up to 80 digits, as a string. */
export const INTEGER: Wire<bigint> = z.codec(z.string().regex(/^-?\d{1,80}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: String,
});

/** An integer from 0 on that a number holds; minus zero, which JSON has as well, is zero. */
export const COUNT: Wire<number> = z
  .int()
  .min(0)
  .overwrite((count) => count + 0);

/** Writes undefined as null. */
export function orUndefined<T>(some: Wire<T>): Wire<T | undefined> {
  return z.codec(some.nullable(), z.custom<T | undefined>(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value ?? null,
  });
}

/** A list of pairs. */
export function pairs<A, B>(first: Wire<A>, second: Wire<B>): Wire<readonly (readonly [A, B])[]> {
  return z.array(z.tuple([first, second]).readonly()).readonly();
}

/**
 * One of several forms, told apart by the field `by`.
 *
 * A union would try them one after another, also those whose fields are not there.
 */
export function oneOf(by: string, forms: Readonly<Record<string, Wire<unknown>>>): Wire<unknown> {
  type Forms = Parameters<typeof z.discriminatedUnion>[1];
  return z.discriminatedUnion(by, Object.values(forms) as unknown as Forms);
}

/** An address. */
export const ADDRESS: Wire<Address> = hash<Address>();
/** An Ed25519 signature. */
export const SIGNATURE: Wire<Signature> = hexOf<Signature>(64);
/** Bytes of any length. */
export const BYTES: Wire<HexBytes> = z.string() as unknown as Wire<HexBytes>;

const SIGNATURES: Wire<readonly NamedSignature[]> = pairs(ADDRESS, SIGNATURE);

/**
 * An envelope: BCS of the transaction and of the signature. The un-versioned shape says so, because
 * its bytes do not.
 */
export const ENVELOPE: Wire<TransactionEnvelope> = z.codec(
  z.object({ isUnversioned: z.boolean(), transaction: BYTES, signature: BYTES }),
  z.custom<TransactionEnvelope>(),
  {
    decode: ({ isUnversioned, transaction, signature }) => {
      const decode = isUnversioned ? decodeUnversionedTransaction : decodeTransaction;
      return {
        transaction: decode(hexToBytes(transaction)),
        signature: decodeSignature(hexToBytes(signature)),
      };
    },
    encode: (envelope) => {
      const known = written.get(envelope);
      if (known !== undefined) return known;
      const wire = writeEnvelope(envelope);
      // What a message holds is frozen, and what is not frozen may change.
      if (Object.isFrozen(envelope)) written.set(envelope, wire);
      return wire;
    },
  },
);

interface WrittenEnvelope {
  readonly isUnversioned: boolean;
  readonly transaction: HexBytes;
  readonly signature: HexBytes;
}

/** Envelopes by their form on the wire: each is sent to a whole committee, and more than once. */
const written = new WeakMap<TransactionEnvelope, WrittenEnvelope>();

function writeEnvelope({ transaction, signature }: TransactionEnvelope): WrittenEnvelope {
  const { submittedBytes, size } = factsOf(transaction);
  // Before the transaction stands its domain.
  const bytes = submittedBytes.subarray(submittedBytes.length - size);
  return {
    isUnversioned: transaction.release === 'Unversioned',
    transaction: bytesToHex(bytes) as HexBytes,
    signature: bytesToHex(encodeSignature(signature)) as HexBytes,
  };
}

/** A certificate. */
export const CERTIFICATE: Wire<TransactionCertificate> = z.object({
  envelope: ENVELOPE,
  signatures: SIGNATURES,
});

/** A signed part of a snapshot, as its own JSON form (rule C5). */
export const SNAPSHOT_PART: Wire<SignedSnapshotPart> = z.codec(
  z.custom<JsonValue>(),
  z.custom<SignedSnapshotPart>(),
  {
    decode: (json) => SIGNED_SNAPSHOT_PART.fromJson(json, 'rest', 'signed'),
    encode: (signed) => SIGNED_SNAPSHOT_PART.toJson(signed, 'rest'),
  },
);
