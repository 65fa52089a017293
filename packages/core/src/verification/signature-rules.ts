import type { Verifier } from '@quorate/crypto';
import {
  type Address,
  type ExternalClaim,
  type MultiSig,
  multiSigAddress,
  type NamedSignature,
  type Signature,
  type TransactionFacts,
  type VerifierSignature,
} from '@quorate/protocol';
import { type Committee, memberOf } from '../committee.ts';
import { verifies } from './verifies.ts';

/** Tells whether a key has signed a transaction. */
type HasSigned = (
  verifier: Verifier,
  signer: Address,
  facts: TransactionFacts,
  signature: Signature,
) => boolean;

/** Which validator signatures count in a certificate (rule S1). */
interface CertificateRules {
  /**
   * C9: whether a signer is a member of the certificate's own committee; all known ones are given.
   */
  readonly isMember: (
    committee: Committee,
    signer: Address,
    committees: readonly Committee[],
  ) => boolean;
  /** Whether the signer at a position has already signed at an earlier one. */
  readonly isRepeated: (signatures: readonly NamedSignature[], index: number) => boolean;
  readonly hasSigned: HasSigned;
}

/** Which signatures of a sender, or of the signers of a multisig, count (rules V3 and S1). */
export interface SenderRules {
  readonly hasSigned: HasSigned;
  /** Whether the sender is the address of the multisig configuration. */
  readonly isConfigOf: (config: MultiSig['config'], sender: Address) => boolean;
  readonly isAuthorised: (config: MultiSig['config'], signer: Address) => boolean;
  /** Whether the signer at a position has already signed at an earlier one. */
  readonly isRepeated: (signatures: MultiSig['signatures'], index: number) => boolean;
  readonly isEnough: (signature: MultiSig) => boolean;
}

/** Which signatures of verifiers count for an external claim (rules V6 and S1). */
export interface ClaimRules {
  readonly isMember: (claim: ExternalClaim['claim'], signer: Address) => boolean;
  /** Whether the signer at a position has already signed at an earlier one. */
  readonly isRepeated: (signatures: readonly VerifierSignature[], index: number) => boolean;
  readonly hasSigned: HasSigned;
  readonly isEnough: (operation: ExternalClaim) => boolean;
}

/** Which signatures count: one entry for each check that an implementation could get wrong. */
export interface SignatureRules {
  readonly certificate: CertificateRules;
  readonly sender: SenderRules;
  readonly claim: ClaimRules;
}

// Validators and verifiers sign only the signing form, which has no verifier signatures (rule V10).
const signsForm: HasSigned = (verifier, signer, { signingBytes }, signature) =>
  verifies(verifier, signer, signingBytes, signature);

// Some published builders sign the form as submitted, so a sender's signature may cover either
// form. Both have the same transaction id (rule V10).
const signsEitherForm: HasSigned = (verifier, signer, facts, signature) => {
  if (signsForm(verifier, signer, facts, signature)) return true;
  return (
    facts.submittedBytes !== facts.signingBytes &&
    verifies(verifier, signer, facts.submittedBytes, signature)
  );
};

// A scan is cheaper than a set, because signers are few.
function isNamedBefore(
  signatures: readonly (readonly [Address, Signature])[],
  index: number,
): boolean {
  const name = signatures[index]?.[0];
  for (let earlier = 0; earlier < index; earlier += 1) {
    if (signatures[earlier]?.[0] === name) return true;
  }
  return false;
}

/** The signature rules of a correct node. */
export const SIGNATURE_RULES: SignatureRules = {
  certificate: {
    isMember: (committee, signer) => memberOf(committee, signer) !== undefined,
    isRepeated: isNamedBefore,
    hasSigned: signsForm,
  },
  sender: {
    hasSigned: signsEitherForm,
    isConfigOf: (config, sender) => multiSigAddress(config) === sender,
    isAuthorised: ({ authorizedSigners }, signer) => authorizedSigners.includes(signer),
    isRepeated: isNamedBefore,
    isEnough: ({ config, signatures }) => BigInt(signatures.length) >= config.quorum,
  },
  claim: {
    isMember: ({ verifierCommittee }, signer) => verifierCommittee.includes(signer),
    isRepeated: (signatures, index) =>
      signatures.findIndex(({ verifierAddr }) => verifierAddr === signatures[index]?.verifierAddr) <
      index,
    hasSigned: signsForm,
    isEnough: ({ claim, signatures }) => BigInt(signatures.length) >= claim.verifierQuorum,
  },
};
