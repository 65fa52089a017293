import {
  type Address,
  DecodeError,
  factsOf,
  multiSigAddress,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { OracleContext } from './oracle.ts';

type Verifier = OracleContext['verifier'];

// Messages are frozen, so an envelope that was valid once stays valid wherever it appears.
const good = new WeakMap<Verifier, WeakSet<TransactionEnvelope>>();

/**
 * Says what is wrong with the signature of an envelope's sender, or of its signers; undefined when
 * nothing is (rule V3).
 *
 * Written from ledger.md alone: the validators' own check may be the bug.
 */
export function forgeryIn(envelope: TransactionEnvelope, verifier: Verifier): string | undefined {
  const known = goodOf(verifier);
  if (known.has(envelope)) return undefined;
  const fault = faultOf(envelope, verifier);
  if (fault === undefined) known.add(envelope);
  return fault;
}

function goodOf(verifier: Verifier): WeakSet<TransactionEnvelope> {
  const known = good.get(verifier);
  if (known !== undefined) return known;
  const none = new WeakSet<TransactionEnvelope>();
  good.set(verifier, none);
  return none;
}

function faultOf(envelope: TransactionEnvelope, verifier: Verifier): string | undefined {
  try {
    return isSigned(envelope, verifier)
      ? undefined
      : 'its sender has not signed it, or not all who have to';
  } catch (error) {
    // A multisig configuration that has no byte form.
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function isSigned({ transaction, signature }: TransactionEnvelope, verifier: Verifier): boolean {
  const facts = factsOf(transaction);
  const { sender } = facts.transaction;
  // A sender may have signed a claim including its verifiers' signatures (rule V10).
  const hasSigned = (key: Address, given: Parameters<Verifier['verify']>[2]) =>
    verifier.verify(key, facts.signingBytes, given) ||
    (facts.submittedBytes !== facts.signingBytes &&
      verifier.verify(key, facts.submittedBytes, given));
  if (signature.kind === 'Signature') return hasSigned(sender, signature.signature);
  const { config, signatures } = signature;
  const authorised = new Set(config.authorizedSigners);
  const signers = new Set(signatures.map(([signer]) => signer));
  return (
    authorised.size === config.authorizedSigners.length &&
    config.quorum >= 1n &&
    config.quorum <= BigInt(authorised.size) &&
    multiSigAddress(config) === sender &&
    signers.size === signatures.length &&
    BigInt(signers.size) >= config.quorum &&
    signatures.every(([signer, given]) => authorised.has(signer) && hasSigned(signer, given))
  );
}
