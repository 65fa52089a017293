import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  certificateFromJson,
  certificateToJson,
  type HexBytes,
  type TransactionCertificate,
} from '@quorate/protocol';
import { certificateBy, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { createCommitteeChain } from './committees.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const FIVE = [...FOUR, 'e'];
const verifier = createVerifier(loadEd25519());
const network = new EpochNetwork(FIVE, 4);
const [zero, one, two] = [committeeAt(0, FOUR), committeeAt(1, FIVE), committeeAt(2, FOUR)];
const toOne = network.change(zero, FIVE);
const toTwo = network.change(one, FOUR);
const networkId = 'fast:localnet';

/** A proxy that shows these changes, by the epoch that each begins. */
function clientWith(...changes: readonly (TransactionCertificate | undefined)[]) {
  const asked: number[] = [];
  return {
    asked,
    committeeChange(epoch: number) {
      asked.push(epoch);
      return Promise.resolve(changes[epoch]);
    },
  };
}

function keysOf({ members }: { readonly members: typeof zero.members }) {
  return members.map(({ validator }) => validator.address);
}

describe('a chain of committees', () => {
  it('P10 follows changes from the committee that is trusted on, of any epoch', async () => {
    const all = clientWith(undefined, toOne, toTwo);
    const chain = createCommitteeChain({ client: all, networkId, pinned: zero, verifier });
    expect((await chain.follow()).map(keysOf)).toEqual([zero, one, two].map(keysOf));
    const later = createCommitteeChain({ client: all, networkId, pinned: one, verifier });
    expect((await later.follow()).map(({ epoch }) => epoch)).toEqual([1, 2]);
  });

  it('P10 follows no change that the committee before it has not signed', async () => {
    const skipped = clientWith(undefined, toTwo);
    const chain = createCommitteeChain({ client: skipped, networkId, pinned: zero, verifier });
    const refusal = {
      code: 'UNTRUSTED',
      message: expect.stringContaining('the change to epoch 1'),
    };
    await expect(chain.follow()).rejects.toMatchObject(refusal);
    expect(chain.known()).toEqual([zero]);
    const alone = { ...toOne, signatures: toOne.signatures.slice(1) };
    const short = clientWith(undefined, alone);
    const other = createCommitteeChain({ client: short, networkId, pinned: zero, verifier });
    await expect(other.follow()).rejects.toMatchObject(refusal);
    expect(other.known()).toEqual([zero]);
    // Signed by the right committee, but not for the epoch that follows it.
    const leap = clientWith(undefined, network.certify(network.proposal(one, FOUR), zero));
    const leaping = createCommitteeChain({ client: leap, networkId, pinned: zero, verifier });
    await expect(leaping.follow()).rejects.toMatchObject(refusal);
    expect(leaping.known()).toEqual([zero]);
  });

  it('verifies certificates of every epoch, and asks only where it does not know who signed', async () => {
    const all = clientWith(undefined, toOne, toTwo);
    const chain = createCommitteeChain({ client: all, networkId, pinned: zero, verifier });
    expect(await chain.verify(toOne)).toBe(true);
    expect(all.asked).toEqual([]);
    expect(await chain.verify(toTwo)).toBe(true);
    expect(all.asked).toEqual([1, 2, 3]);
    const mixed = {
      ...toTwo,
      signatures: [...toTwo.signatures.slice(2), ...toOne.signatures.slice(2)],
    };
    expect(await chain.verify(mixed)).toBe(false);
  });

  it('verifies what was read from JSON under the tags that were signed, which JSON does not show', async () => {
    const signer = signerOf('alice');
    const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData: '01ff' as HexBytes };
    const envelope = envelopeBy(signer, {
      release: 'Unversioned',
      transaction: {
        sender: signer.address,
        recipient: signer.address,
        nonce: 0n,
        timestampNanos: 5n,
        claim: { kind: 'ExternalClaim', claim, signatures: [] },
        archival: false,
        isMoved: true,
      },
    });
    const certified = certificateToJson(network.certify(envelope, zero), 'rest');
    const chain = createCommitteeChain({ client: clientWith(), networkId, pinned: zero, verifier });
    expect(await chain.verify(certificateFromJson(certified, 'rest'))).toBe(true);
  });

  it('refuses what was signed for another network, though the same keys signed it', async () => {
    const all = clientWith(undefined, toOne);
    const elsewhere = { client: all, networkId: 'fast:testnet', pinned: zero, verifier } as const;
    const chain = createCommitteeChain(elsewhere);
    await expect(chain.follow()).rejects.toMatchObject({ code: 'UNTRUSTED' });
    const certified = createCommitteeChain({ ...elsewhere, client: clientWith() });
    expect(await certified.verify(toOne)).toBe(false);
  });

  it('accepts what names no network, as the oldest release does', async () => {
    const sender = signerOf('alice');
    const unnamed = envelopeBy(sender, {
      release: 'Unversioned',
      transaction: {
        sender: sender.address,
        recipient: sender.address,
        nonce: 0n,
        timestampNanos: 1n,
        claim: { kind: 'LeaveCommittee' },
        archival: false,
      },
    });
    const seats = committeeOf(4).map(({ address }) => ({
      validator: { address, host: '', rpcPort: 0 },
      operator: undefined,
    }));
    const pinned = { epoch: 0, members: seats };
    const chain = createCommitteeChain({ client: clientWith(), networkId, pinned, verifier });
    expect(await chain.verify(certificateBy(committeeOf(3), unnamed))).toBe(true);
    expect(await chain.verify(certificateBy(committeeOf(2), unnamed))).toBe(false);
  });

  it('lets several follow at once', async () => {
    const chain = createCommitteeChain({
      client: clientWith(undefined, toOne, toTwo),
      networkId,
      pinned: zero,
      verifier,
    });
    const both = await Promise.all([chain.follow(), chain.follow()]);
    for (const known of both) expect(known.map(({ epoch }) => epoch)).toEqual([0, 1, 2]);
  });
});
