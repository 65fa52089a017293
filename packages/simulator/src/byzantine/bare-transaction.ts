import { releaseOf } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type HexBytes,
  type NetworkId,
  type Operation,
  type State,
  type StateKey,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { VirtualClock } from '../virtual-clock.ts';

/** What every transaction needs besides its operations. */
export interface BareGround {
  readonly networkId: NetworkId;
  readonly clock: Pick<VirtualClock, 'now'>;
}

/** Gives an operation that an account without a balance and without a history may do. */
export function cellOperation(number = 0): Operation {
  const key = number.toString(16).padStart(64, '0') as StateKey;
  return { kind: 'StateInitialization', key, initialState: '00'.repeat(32) as State };
}

/** The verifiers of a claim, their quorum, and the signers among them. */
export interface ClaimParts {
  readonly verifiers: readonly Address[];
  readonly quorum: number;
  readonly signers: readonly Signer[];
  /** Further operations of the transaction. */
  readonly beside?: readonly Operation[];
}

/** Builds a transaction of an account; by default its first one. */
export function transactionOf(
  sender: Address,
  operations: readonly Operation[],
  { networkId, clock }: BareGround,
  nonce = 0n,
): VersionedTransaction {
  return {
    release: releaseOf(operations),
    transaction: {
      networkId,
      sender,
      nonce,
      timestampNanos: clock.now(),
      claims: operations,
      archival: false,
      feeToken: null,
    },
  };
}

/** Builds a transaction that makes one claim. */
export function claimTransactionOf(
  sender: Address,
  { verifiers, quorum, signers, beside = [] }: ClaimParts,
  ground: BareGround,
  nonce = 0n,
): VersionedTransaction {
  const claim = {
    verifierCommittee: verifiers,
    verifierQuorum: BigInt(quorum),
    claimData: '00' as HexBytes,
  };
  const withSignatures = (signatures: ClaimSignatures) =>
    transactionOf(sender, [...beside, { kind: 'ExternalClaim', claim, signatures }], ground, nonce);
  // Verifiers sign the same bytes as the sender, a form without their own signatures.
  const { signingBytes } = factsOf(withSignatures([]));
  return withSignatures(
    signers.map(({ address, sign }) => ({ verifierAddr: address, sig: sign(signingBytes) })),
  );
}

type ClaimSignatures = Extract<Operation, { readonly kind: 'ExternalClaim' }>['signatures'];
