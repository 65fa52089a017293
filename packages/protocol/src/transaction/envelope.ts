import { ADDRESS, SIGNATURE, SIGNATURE_LIST } from '../codec/binary-codecs.ts';
import { type Codec, decodeBytes, encodeBytes } from '../codec/codec.ts';
import { field, list, struct } from '../codec/combinators.ts';
import { U64 } from '../codec/integer-codecs.ts';
import { variants } from '../codec/variants.ts';
import type { JsonDialect, JsonValue } from '../json/json.ts';
import { expectObject, ownField } from '../json/json-shape.ts';
import { keccak256 } from '../keccak256.ts';
import type { Address, Signature } from '../primitives.ts';
import type { VersionedTransaction } from './transaction.ts';
import { transactionFromJson, transactionToJson } from './transaction-codec.ts';

/**
 * The configuration of a multisig account, which determines its address. The order of signers
 * matters.
 */
export interface MultiSigConfig {
  readonly authorizedSigners: readonly Address[];
  /** How many of the signers must sign; at least 1. */
  readonly quorum: bigint;
  /** Distinguishes accounts with the same signers and quorum. */
  readonly nonce: bigint;
}

/** A signature with the address that made it. */
export type NamedSignature = readonly [Address, Signature];

/** The signatures made so far by the members of a multisig account. */
export interface MultiSig {
  readonly config: MultiSigConfig;
  readonly signatures: readonly NamedSignature[];
}

/** A sender's signature: by its own key, or by members of a multisig account. */
export type SignatureOrMultiSig =
  | { readonly kind: 'Signature'; readonly signature: Signature }
  | ({ readonly kind: 'MultiSig' } & MultiSig);

/** A transaction and its sender's signature. */
export interface TransactionEnvelope {
  readonly transaction: VersionedTransaction;
  readonly signature: SignatureOrMultiSig;
}

/** An envelope and the signatures of a quorum of validators on its signing bytes. */
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

/** Encodes a sender's signature as BCS. */
export function encodeSignature(signature: SignatureOrMultiSig): Uint8Array {
  return encodeBytes(SIGNATURE_OR_MULTISIG, signature);
}

/**
 * Decodes a sender's signature from canonical BCS.
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
 * Reads an envelope from JSON. Its tags may have to be corrected, as with `certificateFromJson`.
 *
 * @throws DecodeError whose `path` names the field.
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
 * JSON does not show which of two tags a batch of `Release20260319` has, nor which tags the claims
 * of the un-versioned shape have. This reader takes the first; with the other one the transaction
 * has another id. The sender's signature decides: use `certificateWithSignedTag` of
 * `@quorate/core`, which needs a verifier.
 *
 * @throws DecodeError whose `path` names the field.
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
