import {
  type ExternalClaim,
  factsOf,
  type HexBytes,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { transaction } from './payments.ts';

/** What an external claim is made of; names are those of fixture signers. */
export interface Claim {
  readonly verifiers: readonly string[];
  readonly quorum: bigint;
  readonly signers: readonly string[];
}

/** Builds a transaction of alice's with one external claim that verifiers signed. */
export function externalClaim({ verifiers, quorum, signers }: Claim): VersionedTransaction {
  const claim: ExternalClaim['claim'] = {
    verifierCommittee: verifiers.map(addressOf),
    verifierQuorum: quorum,
    claimData: 'c1a1' as HexBytes,
  };
  const bare = transaction([{ kind: 'ExternalClaim', claim, signatures: [] }]);
  const { signingBytes } = factsOf(bare);
  const signatures = signers.map((name) => ({
    verifierAddr: addressOf(name),
    sig: signerOf(name).sign(signingBytes),
  }));
  return transaction([{ kind: 'ExternalClaim', claim, signatures }]);
}
