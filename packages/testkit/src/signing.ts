import type { Signer } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type NamedSignature,
  type TransactionCertificate,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';

/** A multisig account: what determines its address, and the members that sign this time. */
export interface MultiSigAccount {
  readonly config: MultiSigConfig;
  readonly members: readonly Signer[];
}

/** Gives the same transaction from another sender. */
export function withSender<V extends VersionedTransaction>(versioned: V, sender: Address): V {
  return { ...versioned, transaction: { ...versioned.transaction, sender } };
}

/** Signs a transaction; the signer becomes its sender. */
export function envelopeBy(signer: Signer, versioned: VersionedTransaction): TransactionEnvelope {
  const transaction = withSender(versioned, signer.address);
  const signature = signer.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

/** Signs a transaction as a multisig account, which becomes its sender. */
export function multiSigEnvelopeBy(
  { config, members }: MultiSigAccount,
  versioned: VersionedTransaction,
): TransactionEnvelope {
  const transaction = withSender(versioned, multiSigAddress(config));
  const signatures = namedSignatures(members, transaction);
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}

/** Forms the certificate of an envelope from the signatures of validators, in their order. */
export function certificateBy(
  validators: readonly Signer[],
  envelope: TransactionEnvelope,
): TransactionCertificate {
  return { envelope, signatures: namedSignatures(validators, envelope.transaction) };
}

function namedSignatures(
  signers: readonly Signer[],
  transaction: VersionedTransaction,
): readonly NamedSignature[] {
  const { signingBytes } = factsOf(transaction);
  return signers.map((signer) => [signer.address, signer.sign(signingBytes)]);
}
