import { ADDRESS, SIGNATURE, SIGNATURE_LIST } from './binary-codecs.ts';
import { type Codec, decodeBytes, encodeBytes } from './codec.ts';
import { field, list, struct } from './combinators.ts';
import { U64 } from './integer-codecs.ts';
import type { JsonDialect, JsonValue } from './json.ts';
import { expectObject, ownField } from './json-shape.ts';
import { keccak256 } from './keccak256.ts';
import type { Address, Signature } from './primitives.ts';
import type { VersionedTransaction } from './transaction.ts';
import { transactionFromJson, transactionToJson } from './transaction-codec.ts';
import { variants } from './variants.ts';

/** Determines the address of a multisig account. Order of the signers matters. */
export interface MultiSigConfig {
  readonly authorizedSigners: readonly Address[];
  /** How many of the signers must sign; at least 1. */
  readonly quorum: bigint;
  /** Tells apart accounts of the same signers and quorum. */
  readonly nonce: bigint;
}

/** Holds a name and the signature made under it. */
export type NamedSignature = readonly [Address, Signature];

/** Signatures of members of a multisig account. */
export interface MultiSig {
  readonly config: MultiSigConfig;
  readonly signatures: readonly NamedSignature[];
}

/** How a sender signed: with its own key, or as a multisig account. */
export type SignatureOrMultiSig =
  | { readonly kind: 'Signature'; readonly signature: Signature }
  | ({ readonly kind: 'MultiSig' } & MultiSig);

/** A transaction and its sender's signature. */
export interface TransactionEnvelope {
  readonly transaction: VersionedTransaction;
  readonly signature: SignatureOrMultiSig;
}

/** An envelope and the signatures of a quorum of validators over the same bytes. */
export interface TransactionCertificate {
  readonly envelope: TransactionEnvelope;
  readonly signatures: readonly NamedSignature[];
}

const MULTISIG_CONFIG = struct<MultiSigConfig>('MultiSigConfig', {
  authorizedSigners: list(ADDRESS),
  quorum: U64,
  nonce: U64,
});

const SIGNATURE_OR_MULTISIG: Codec<SignatureOrMultiSig> = variants<SignatureOrMultiSig>(
  'SignatureOrMultiSig',
  {
    Signature: { tag: 0, payload: field('signature', SIGNATURE) },
    MultiSig: {
      tag: 1,
      payload: struct<MultiSig>('MultiSig', {
        config: MULTISIG_CONFIG,
        signatures: SIGNATURE_LIST,
      }),
    },
  },
);

/**
 * Derives the address of a multisig account: keccak256 of the BCS of its configuration.
 *
 * Source: facts.md B2.11.
 */
export function multiSigAddress(config: MultiSigConfig): Address {
  return keccak256(encodeBytes(MULTISIG_CONFIG, config)) as Address;
}

/** Encodes how a sender signed as BCS. */
export function encodeSignature(signature: SignatureOrMultiSig): Uint8Array {
  return encodeBytes(SIGNATURE_OR_MULTISIG, signature);
}

/**
 * Decodes how a sender signed from canonical BCS.
 *
 * @throws DecodeError for any other form.
 */
export function decodeSignature(bytes: Uint8Array): SignatureOrMultiSig {
  return decodeBytes(SIGNATURE_OR_MULTISIG, bytes, 'signature');
}

/** Writes an envelope as JSON. */
export function envelopeToJson(envelope: TransactionEnvelope, dialect: JsonDialect): JsonValue {
  return {
    transaction: transactionToJson(envelope.transaction, dialect),
    signature: SIGNATURE_OR_MULTISIG.toJson(envelope.signature, dialect),
  };
}

/**
 * Reads an envelope from JSON.
 *
 * @throws DecodeError naming the field.
 */
export function envelopeFromJson(
  json: JsonValue | undefined,
  dialect: JsonDialect,
  path = 'envelope',
): TransactionEnvelope {
  const object = expectObject(json, path);
  return Object.freeze({
    transaction: transactionFromJson(
      ownField(object, 'transaction'),
      dialect,
      `${path}.transaction`,
    ),
    signature: SIGNATURE_OR_MULTISIG.fromJson(
      ownField(object, 'signature'),
      dialect,
      `${path}.signature`,
    ),
  });
}

/** Writes a certificate as JSON. */
export function certificateToJson(
  certificate: TransactionCertificate,
  dialect: JsonDialect,
): JsonValue {
  return {
    envelope: envelopeToJson(certificate.envelope, dialect),
    signatures: SIGNATURE_LIST.toJson(certificate.signatures, dialect),
  };
}

/**
 * Reads a certificate from JSON.
 *
 * Which of two tags a batch of `Release20260319` has, or a claim of the un-versioned shape, JSON does not say: it has the
 * first here, and under the other another id. What the sender has signed tells, which takes a verifier:
 * `certificateWithSignedTag` of `@quorate/core`.
 *
 * @throws DecodeError naming the field.
 */
export function certificateFromJson(
  json: JsonValue | undefined,
  dialect: JsonDialect,
  path = 'certificate',
): TransactionCertificate {
  const object = expectObject(json, path);
  return Object.freeze({
    envelope: envelopeFromJson(ownField(object, 'envelope'), dialect, `${path}.envelope`),
    signatures: SIGNATURE_LIST.fromJson(
      ownField(object, 'signatures'),
      dialect,
      `${path}.signatures`,
    ),
  });
}
