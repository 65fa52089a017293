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

// Nodes exchange strings, whole numbers and BCS in hex digits: the JSON of the interface does not
// express everything that the bytes do (the tag of a batch), and not all integers of JSON are exact
// numbers.

/** The codec of a type on the wire between nodes. */
export type Wire<T> = z.ZodType<T>;

/** Any text of a limited length: the receiver checks what it should be. */
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

/**
 * An integer of at least 0 that a number holds exactly; minus zero, which JSON allows, becomes
 * zero.
 */
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
 * One of several forms, which the field `by` distinguishes.
 *
 * A union would try them one after another, even those whose fields are absent.
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
 * An envelope: the BCS bytes of the transaction and of the signature. The un-versioned shape needs
 * a flag, because the bytes do not show it.
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
      // Envelopes in messages are frozen; one that is not frozen may change, so it is not cached.
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

/** The wire form of envelopes: each is sent to a whole committee, and more than once. */
const written = new WeakMap<TransactionEnvelope, WrittenEnvelope>();

function writeEnvelope({ transaction, signature }: TransactionEnvelope): WrittenEnvelope {
  const { submittedBytes, size } = factsOf(transaction);
  // The submitted bytes begin with the domain, which is left out.
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

/** A signed part of a snapshot, in its own JSON form (rule C5). */
export const SNAPSHOT_PART: Wire<SignedSnapshotPart> = z.codec(
  z.custom<JsonValue>(),
  z.custom<SignedSnapshotPart>(),
  {
    decode: (json) => SIGNED_SNAPSHOT_PART.fromJson(json, 'rest', 'signed'),
    encode: (signed) => SIGNED_SNAPSHOT_PART.toJson(signed, 'rest'),
  },
);
