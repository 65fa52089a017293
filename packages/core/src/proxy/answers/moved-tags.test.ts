import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  certificateFromJson,
  certificateToJson,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type TransactionEnvelope,
  type VersionedTransaction,
  withOtherTags,
} from '@quorate/protocol';
import { addressOf, envelopeBy, signerOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { submission } from '../../../test/network.ts';
import { nonceKey } from '../../ledger/ledger.ts';
import { certificateWithSignedTag } from '../../verification/signed-tag.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const verifier = createVerifier(loadEd25519());
const ALICE = addressOf('alice');

type UnversionedClaim = VersionedTransaction<'Unversioned'>['transaction']['claim'];

const CLAIM: UnversionedClaim = {
  kind: 'ExternalClaim',
  claim: { verifierCommittee: [], verifierQuorum: 0n, claimData: '01ff' as HexBytes },
  signatures: [],
};
const transfer = (amount: bigint) =>
  ({
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: addressOf('bob'),
    amount,
    userData: null,
  }) as const;
const BATCH: UnversionedClaim = { kind: 'Batch', operations: [transfer(1n), transfer(2n)] };

/** Signs a claim of alice's as clients of early 2026 do, under the tags that came with `Burn`. */
function moved(claim: UnversionedClaim): TransactionEnvelope {
  const header = { sender: ALICE, recipient: ALICE, nonce: 0n, timestampNanos: 5n };
  const unmoved = { ...header, claim, archival: false };
  const transaction = withOtherTags({ release: 'Unversioned', transaction: unmoved });
  if (transaction === undefined) throw new Error('expected a claim that has other tags');
  return envelopeBy(signerOf('alice'), transaction);
}

describe('a transaction of the bare shape under moved tags', () => {
  it.each([
    ['claim', moved(CLAIM)],
    ['batch', moved(BATCH)],
  ])(
    'V4, P3: a %s is signed, settles and is told under its own id, whoever restarts when',
    (_, envelope) => {
      const { id } = factsOf(envelope.transaction);
      const anyTurns = fc.integer({ min: 0, max: 40 });
      fc.assert(
        fc.property(anyTurns, anyTurns, fc.constantFrom(...FOUR), (first, second, late) => {
          const network = new EpochNetwork(FOUR, 4);
          network.cut(late);
          network.request(submission(envelope));
          network.run(first);
          for (const operator of FOUR) network.restart(operator);
          network.restartProxy();
          network.run(second);
          network.mend(late);
          network.restart(late);
          network.request(submission(envelope, 'again'));
          network.run();
          const [certificate] = network.answers.flatMap((answer) =>
            answer.type === 'Success' ? [answer.certificate] : [],
          );
          if (certificate === undefined) throw new Error('expected a success');
          expect(factsOf(certificate.envelope.transaction).id).toBe(id);
          for (const operator of FOUR) {
            const { settled } = network.state(operator).ledger;
            expect(settled.get(nonceKey(ALICE, 0n))).toBe(id);
          }
          const read = certificateFromJson(certificateToJson(certificate, 'rpc'), 'rpc');
          expect(certificateWithSignedTag(read, verifier)).toEqual(certificate);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('C6 is held by those who merge what a member had signed, and settles in the next epoch', () => {
    const envelope = moved(BATCH);
    const { id } = factsOf(envelope.transaction);
    const network = new EpochNetwork(FOUR, 4);
    network.join(FOUR, 1);
    expect(network.submit('a', envelope)).toMatchObject({ type: 'Signed' });
    const change = network.change(zero, FOUR);
    for (const operator of FOUR) network.deliver(operator, change);
    network.run();
    for (const operator of FOUR) network.restart(operator);
    network.request(submission(envelope));
    network.run();
    expect(network.answers).toMatchObject([{ type: 'Success' }]);
    for (const operator of FOUR) {
      expect(network.state(operator).ledger.settled.get(nonceKey(ALICE, 0n))).toBe(id);
    }
  });
});
