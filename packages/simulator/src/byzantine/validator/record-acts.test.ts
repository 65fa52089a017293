import { certificateFault, quorumSize, type Result } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { certified, createLab, type Lab, payment, request } from '../../../test/byzantine-lab.ts';

const verifier = createVerifier(loadEd25519());

/** Settles payments with the signatures of the first three of four, one after the other. */
function settled(lab: Lab, count: number): void {
  for (let nonce = 0n; nonce < count; nonce += 1n) {
    lab.ask('p1', 'v4', request.settle(certified(lab, payment(lab, { nonce, amount: 1n }))));
  }
}

function listed(lab: Lab, fromNonce = 0n, limit = 10): Result | undefined {
  const { address: sender } = lab.parties.signer('alice');
  const select = { by: 'Sender', sender, fromNonce, limit } as const;
  return lab.ask('p1', 'v4', { type: 'GetCertificates', requestId: 'list', select })[0];
}

function shown(lab: Lab, fromNonce = 0n, limit = 10): readonly TransactionCertificate[] {
  const result = listed(lab, fromNonce, limit);
  return result?.type === 'Certificates' ? result.certificates : [];
}

function signersIn(lab: Lab, { signatures }: TransactionCertificate): readonly string[] {
  return signatures.map(([key]) => lab.parties.nameOf(key));
}

describe('an act of a validator that is asked for certificates', () => {
  it('other-certificates: shows its own signature beside those of others, and they verify', () => {
    const lab = createLab({ node: 'v4', acts: [{ act: 'other-certificates', shows: 'signers' }] });
    settled(lab, 2);
    for (const each of shown(lab)) {
      expect(signersIn(lab, each)).toEqual(['v4', 'v2', 'v3']);
      const context = { committees: [lab.genesis.committee], quorum: quorumSize, verifier };
      const facts = factsOf(each.envelope.transaction);
      expect(certificateFault(each, facts, context)).toBeUndefined();
    }
  });

  it('other-certificates: leaves alone what it has signed itself', () => {
    const lab = createLab({ node: 'v4', acts: [{ act: 'other-certificates', shows: 'signers' }] });
    const own = certified(lab, payment(lab), ['v1', 'v3', 'v4']);
    lab.ask('p1', 'v4', request.settle(own));
    expect(shown(lab)).toEqual([own]);
  });

  it('other-certificates: shows all of a sender, wherever the list was to begin and to end', () => {
    const acts = [{ act: 'other-certificates', shows: 'page', times: 2 }];
    const lab = createLab({ node: 'v4', acts });
    settled(lab, 3);
    // What it would do anyway does not count.
    expect([shown(lab, 0n, 200), shown(lab, 1n, 1), shown(lab, 2n, 9)].map(nonces)).toEqual([
      [0n, 1n, 2n],
      [0n, 1n, 2n],
      [0n, 1n, 2n],
    ]);
    expect(nonces(shown(lab, 1n, 1))).toEqual([1n]);
  });

  it('other-certificates: reports as pruned what it holds, and one that does not exist', () => {
    const lab = createLab({ node: 'v4', acts: [{ act: 'other-certificates', shows: 'pruned' }] });
    const { address: sender } = lab.parties.signer('alice');
    const transactionId = 'ee'.repeat(32);
    expect(listed(lab)).toMatchObject({
      certificates: [],
      pruned: [{ sender, nonce: 0n, transactionId }],
    });
    settled(lab, 2);
    expect(listed(lab)).toMatchObject({
      certificates: [],
      pruned: [
        { sender, nonce: 0n },
        { sender, nonce: 1n },
        { sender, nonce: 2n, transactionId },
      ],
    });
  });

  it('other-certificates: has shown nothing else where all of a sender was to be shown anyway', () => {
    const acts = [{ act: 'other-certificates', shows: 'page', times: 1 }];
    const lab = createLab({ node: 'v4', acts });
    expect(shown(lab, 1n, 1)).toEqual([]);
    settled(lab, 3);
    expect(nonces(shown(lab, 0n, 3))).toEqual([0n, 1n, 2n]);
    expect(nonces(shown(lab, 1n, 1))).toEqual([0n, 1n, 2n]);
    expect(nonces(shown(lab, 1n, 1))).toEqual([1n]);
  });
});

function nonces(list: readonly TransactionCertificate[]): readonly bigint[] {
  return list.map(({ envelope }) => factsOf(envelope.transaction).transaction.nonce);
}
