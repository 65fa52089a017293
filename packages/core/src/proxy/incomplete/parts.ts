import type { Verifier } from '@quorate/crypto';
import type {
  MultiSig,
  Operation,
  Rejection,
  TransactionEnvelope,
  VerifierSignature,
} from '@quorate/protocol';
import type { OpenedEnvelope } from '../../open-envelope.ts';
import { signaturePartsFault } from '../../verification/sender-signature.ts';
import { SECOND_CLAIM, verifierPartsFault } from '../../verification/verifier-quorum.ts';

/**
 * Says what is wrong with the signatures present in an envelope, whether or not they are enough
 * (rule P9); undefined when nothing is.
 *
 * Every signature is verified. Verifier signatures can be added to an external claim only if the
 * sender signed the signing form: the form as submitted changes with each of them (rule V10).
 */
export function partsFault(
  { envelope, facts }: OpenedEnvelope,
  verifier: Verifier,
): Rejection | undefined {
  const { signature } = envelope;
  const fault =
    signature.kind === 'MultiSig' && signature.signatures.length === 0
      ? 'nobody has signed'
      : signaturePartsFault(signature, facts, verifier);
  if (fault !== undefined) return { code: 'InvalidSignature', rule: 'V3', reason: fault };
  const { operations } = facts.transaction;
  const [claim] = claimsIn(operations);
  const reason = claim && verifierPartsFault(claim, { facts, verifier });
  if (reason !== undefined) return { code: 'NonSubmittableOperation', rule: 'V6', reason };
  return repeatedClaim(operations);
}

// Refuses a second claim with the same answer as a validator.
function repeatedClaim(operations: readonly Operation[]): Rejection | undefined {
  const isClaim = ({ kind }: Operation) => kind === 'ExternalClaim';
  const first = operations.findIndex(isClaim);
  const operationIndex = operations.findIndex((each, index) => index > first && isClaim(each));
  if (operationIndex === -1) return undefined;
  const reason = `operation ${operationIndex}: ${SECOND_CLAIM}`;
  return { code: 'NonSubmittableOperation', rule: 'V6', operationIndex, reason };
}

/**
 * Tells whether the sender signed the signing form, the one that validators and verifiers sign
 * (V10).
 */
export function isSigningForm({ envelope, facts }: OpenedEnvelope, verifier: Verifier): boolean {
  const signingForm = { ...facts, submittedBytes: facts.signingBytes };
  return signaturePartsFault(envelope.signature, signingForm, verifier) === undefined;
}

/** Unites the signatures in two envelopes of one transaction, both verified before. */
export function merged(first: OpenedEnvelope, second: OpenedEnvelope): TransactionEnvelope {
  const verifiers = new Map(
    [first, second].flatMap(({ facts }) =>
      claimsIn(facts.transaction.operations).flatMap(({ signatures }) =>
        signatures.map((each) => [each.verifierAddr, each] as const),
      ),
    ),
  );
  return {
    transaction: withSignatures(first.envelope.transaction, [...verifiers.values()]),
    signature: mergedSignature(first.envelope.signature, second.envelope.signature),
  };
}

function mergedSignature(
  first: TransactionEnvelope['signature'],
  second: TransactionEnvelope['signature'],
): TransactionEnvelope['signature'] {
  if (first.kind !== 'MultiSig' || second.kind !== 'MultiSig') return first;
  const known = new Map([...second.signatures, ...first.signatures]);
  const signatures: MultiSig['signatures'][number][] = [];
  for (const signer of first.config.authorizedSigners) {
    const signature = known.get(signer);
    if (signature !== undefined) signatures.push([signer, signature]);
  }
  return { ...first, signatures };
}

function claimsIn(operations: readonly Operation[]) {
  return operations.flatMap((operation) => (operation.kind === 'ExternalClaim' ? [operation] : []));
}

// A transaction is plain data in one of several shapes, with at most one external claim somewhere
// in it.
function withSignatures<T>(value: T, signatures: readonly VerifierSignature[]): T {
  if (Array.isArray(value)) return value.map((each) => withSignatures(each, signatures)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value && value.kind === 'ExternalClaim') return { ...value, signatures };
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    withSignatures(each, signatures),
  ]);
  return Object.fromEntries(entries) as T;
}
