import { type Committee, type Message, quorumSize } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  factsOf,
  type Signature,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { anyTransaction, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCommitteeBook } from '../committee-book.ts';
import { createSignatureLog } from './signature-log.ts';

const SIZE = 4;
const signers = committeeOf(SIZE);
const alice = signerOf('alice');
const nameOf = (address: string) =>
  `v${signers.findIndex((signer) => signer.address === address) + 1}`;
const committee: Committee = {
  epoch: 0,
  members: signers.map(({ address }) => ({
    validator: { address, host: nameOf(address), rpcPort: 0 },
    operator: signerOf(`operator of ${nameOf(address)}`).address,
  })),
};

/** A log of a run in which only v1 is correct. */
function createLog() {
  return createSignatureLog({
    committees: createCommitteeBook(committee),
    nameOf,
    verifier: createVerifier(loadEd25519()),
    isCorrect: (name) => name === 'v1',
  });
}

const anyPayment = anyTransaction().map((transaction) => envelopeBy(alice, transaction));

function submission(envelope: TransactionEnvelope): Message {
  return { type: 'SubmitTransaction', requestId: 'r', envelope };
}

function signatureOf(index: number, envelope: TransactionEnvelope): Signature {
  const signature = signers[index]?.sign(factsOf(envelope.transaction).signingBytes);
  if (signature === undefined) throw new Error(`there is no validator ${index}`);
  return signature;
}

function answer(index: number, envelope: TransactionEnvelope, by = index): Message {
  const address = signers[index]?.address;
  if (address === undefined) throw new Error(`there is no validator ${index}`);
  const { id } = factsOf(envelope.transaction);
  const signature = signatureOf(by, envelope);
  return {
    type: 'Response',
    requestId: 'r',
    result: { type: 'Signed', validator: address, signature, nextNonce: 0n, transactionId: id },
  };
}

describe('unique-certificate and no-double-sign hear of', () => {
  it('every valid signature once, whoever gave it, and of a quorum without a certificate', () => {
    fc.assert(
      fc.property(anyPayment, (envelope) => {
        const log = createLog();
        const { id } = factsOf(envelope.transaction);
        log.heard('alice', submission(envelope));
        for (let index = 0; index < quorumSize(SIZE); index++) {
          expect(log.isCertified(id)).toBe(false);
          const name = `v${index + 1}`;
          const heard = log.heard(name, answer(index, envelope));
          expect(heard).toMatchObject([{ validator: name, isCorrect: index === 0 }]);
          expect(log.heard(name, answer(index, envelope))).toEqual([]);
        }
        expect(log.isCertified(id)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, (certificate: TransactionCertificate) => Message]>([
    ['settled', (certificate) => ({ type: 'SubmitCertificate', requestId: 'r', certificate })],
    [
      'announced',
      (certificate) => ({ type: 'AnnounceChange', requestId: 'r', epoch: 1, certificate }),
    ],
    [
      'shown beside a submission',
      (certificate) => ({
        type: 'SubmitTransaction',
        requestId: 'r',
        envelope: certificate.envelope,
        witnessCertificates: [certificate],
      }),
    ],
  ])('signatures that turn up only in a certificate that is %s', (_, carry) => {
    fc.assert(
      fc.property(anyPayment, (envelope) => {
        const log = createLog();
        const signatures = [1, 2, 3].map(
          (index) =>
            [signers[index]?.address ?? alice.address, signatureOf(index, envelope)] as const,
        );
        const certificate = { envelope, signatures };
        const heard = log.heard('p1', carry(certificate));
        expect(heard.map(({ validator }) => validator)).toEqual(['v2', 'v3', 'v4']);
        expect(log.isCertified(factsOf(envelope.transaction).id)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('signatures that turn up only in what somebody says an account is locked on', () => {
    fc.assert(
      fc.property(anyPayment, fc.nat({ max: SIZE - 1 }), (envelope, index) => {
        const log = createLog();
        const told = (by: number): Message => ({
          type: 'Response',
          requestId: 'r',
          result: {
            type: 'AccountInfo',
            address: alice.address,
            balance: 0n,
            nextNonce: 0n,
            pending: {
              kind: 'pending',
              envelope,
              validator: signers[index]?.address ?? alice.address,
              signature: signatureOf(by, envelope),
            },
            tokenBalances: [],
            stateCells: [],
          },
        });
        expect(log.heard('v1', told((index + 1) % SIZE))).toEqual([]);
        expect(log.heard('v1', told(index))).toMatchObject([{ validator: `v${index + 1}` }]);
        expect(log.heard('v1', told(index))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('no signature under the name of somebody else, even of a correct one', () => {
    fc.assert(
      fc.property(anyPayment, (envelope) => {
        const log = createLog();
        log.heard('alice', submission(envelope));
        expect(log.heard('v2', answer(0, envelope, 1))).toEqual([]);
        expect(log.heard('v3', answer(3, envelope, 2))).toEqual([]);
        expect(log.isCertified(factsOf(envelope.transaction).id)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});
