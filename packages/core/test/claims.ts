import {
  type ExternalClaim,
  factsOf,
  type HexBytes,
  type Operation,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { transaction } from './payments.ts';

/** What an external claim is made of; names are those of fixture signers. */
export interface Claim {
  readonly verifiers: readonly string[];
  readonly quorum: bigint;
  readonly signers: readonly string[];
  /** The operations before the claim; absent means none. */
  readonly before?: readonly Operation[];
}

/** Builds a transaction of alice's with an external claim that verifiers signed. */
export function externalClaim({
  verifiers,
  quorum,
  signers,
  before = [],
}: Claim): VersionedTransaction {
  const claim: ExternalClaim['claim'] = {
    verifierCommittee: verifiers.map(addressOf),
    verifierQuorum: quorum,
    claimData: 'c1a1' as HexBytes,
  };
  const bare = transaction([...before, { kind: 'ExternalClaim', claim, signatures: [] }]);
  const { signingBytes } = factsOf(bare);
  const signatures = signers.map((name) => ({
    verifierAddr: addressOf(name),
    sig: signerOf(name).sign(signingBytes),
  }));
  return transaction([...before, { kind: 'ExternalClaim', claim, signatures }]);
}
