import type { Signer } from '@quorate/crypto';
import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { signerOf } from './fixtures.ts';
import { certificateBy, envelopeBy, type MultiSigAccount, multiSigEnvelopeBy } from './signing.ts';
import { anyTransaction } from './transaction-arbitraries.ts';
import { anyNonce } from './value-arbitraries.ts';

/** Chooses one of a few accounts that sign for themselves. */
function anySigner(): Arbitrary<Signer> {
  return fc.constantFrom('alice', 'bob', 'carol', 'dave').map(signerOf);
}

/** Chooses a multisig account of one to four signers, and at least a quorum of them. */
export function anyMultiSigAccount(): Arbitrary<MultiSigAccount> {
  const owners = ['alice', 'bob', 'carol', 'dave'].map(signerOf);
  return fc
    .shuffledSubarray(owners, { minLength: 1 })
    .chain((signers) =>
      fc.record({
        members: fc.shuffledSubarray(signers, { minLength: 1 }),
        nonce: anyNonce(),
        quorum: fc.integer({ min: 1, max: signers.length }),
        signers: fc.constant(signers),
      }),
    )
    .map(({ members, nonce, quorum, signers }) => ({
      config: {
        authorizedSigners: signers.map((signer) => signer.address),
        quorum: BigInt(Math.min(quorum, members.length)),
        nonce,
      },
      members,
    }));
}

/** Chooses an envelope with a valid signature: of one key, or of a multisig account. */
export function anyEnvelope(): Arbitrary<TransactionEnvelope> {
  return fc.oneof(
    fc.tuple(anySigner(), anyTransaction()).map(([signer, tx]) => envelopeBy(signer, tx)),
    fc
      .tuple(anyMultiSigAccount(), anyTransaction())
      .map(([account, tx]) => multiSigEnvelopeBy(account, tx)),
  );
}

/** Chooses an envelope and the signatures of at least a quorum of a committee, in any order. */
export function anyCertificate(committee: readonly Signer[]): Arbitrary<TransactionCertificate> {
  const quorum = Math.floor((2 * committee.length) / 3) + 1;
  const validators = fc.shuffledSubarray([...committee], { minLength: quorum });
  return fc
    .tuple(validators, anyEnvelope())
    .map(([signers, envelope]) => certificateBy(signers, envelope));
}
