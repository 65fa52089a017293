import { buildEnvelope } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  bytesToHex,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type Operation,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { ClaimStep, PayStep, SignStep } from '../scenario/scenario.ts';
import type { Parties } from './parties.ts';

/** Where a transaction that is signed by hand stands. */
export interface Standing {
  readonly networkId: NetworkId;
  readonly nonce: bigint;
  readonly timestampNanos: bigint;
}

/** Gives the operation that pays what a step says, in native tokens. */
export function transferOf({ to, amount }: PayStep | SignStep, parties: Parties): Operation {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: parties.signer(to).address,
    amount,
    userData: null,
  };
}

/** Signs a claim for its sender and for each of its verifiers. */
export function signClaim(
  { data, verifiers, quorum }: ClaimStep,
  standing: Standing,
  { signer, parties }: { readonly signer: Signer; readonly parties: Parties },
): TransactionEnvelope {
  const verifierSigners = verifiers.map((name) => parties.signer(name));
  const claim = {
    verifierCommittee: verifierSigners.map(({ address }) => address),
    verifierQuorum: BigInt(quorum),
    claimData: bytesToHex(data) as HexBytes,
  };
  // Verifiers sign what the sender signs, a form from which their own signatures are left out.
  const unverified = buildEnvelope(
    { ...standing, operations: [{ kind: 'ExternalClaim', claim, signatures: [] }] },
    signer,
  );
  const { signingBytes } = factsOf(unverified.transaction);
  const signatures = verifierSigners.map((verifier) => ({
    verifierAddr: verifier.address,
    sig: verifier.sign(signingBytes),
  }));
  return buildEnvelope(
    { ...standing, operations: [{ kind: 'ExternalClaim', claim, signatures }] },
    signer,
  );
}
