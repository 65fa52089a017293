import {
  type Address,
  BURN_ADDRESS,
  factsOf,
  type MultiSig,
  type NamedSignature,
  type Signature,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, envelopeBy, multiSigEnvelopeBy, signerOf, withSender } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { genesis } from '../../test/genesis.ts';
import {
  certified,
  payment,
  rejectionOf,
  signedBy,
  transaction,
  transfer,
} from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';

const OPERATORS = ['a', 'b', 'c', 'd'];
const toBob = transaction([transfer(addressOf('bob'), 1n)]);
const config = {
  authorizedSigners: [addressOf('alice'), addressOf('bob'), addressOf('carol')],
  quorum: 2n,
  nonce: 0n,
};
const shared = multiSigEnvelopeBy({ config, members: [signerOf('alice'), signerOf('bob')] }, toBob);
const sharedAddress = factsOf(shared.transaction).transaction.sender;

function funded() {
  const accounts = [{ address: sharedAddress, balance: 100n }];
  return createTestValidator({ genesis: genesis({ accounts }) });
}

function multiSig(change: (signature: MultiSig) => Partial<MultiSig>): TransactionEnvelope {
  if (shared.signature.kind !== 'MultiSig') throw new Error('expected a multisig');
  return { ...shared, signature: { ...shared.signature, ...change(shared.signature) } };
}

function named(name: string): NamedSignature {
  return [addressOf(name), signerOf(name).sign(factsOf(shared.transaction).signingBytes)];
}

describe('V3, one signer', () => {
  it('V3 refuses a signature by somebody else', () => {
    const { signature } = payment({ from: 'bob' });
    const validator = createTestValidator();
    const before = validator.state();
    expect(rejectionOf(validator.submit({ ...payment(), signature }))).toEqual({
      code: 'InvalidSignature',
      rule: 'V3',
      reason: `the signature does not verify under the sender ${addressOf('alice')}`,
    });
    expect(validator.state()).toBe(before);
  });

  it('V3 refuses the forgery that common verifiers accept under the burn address', () => {
    // S = 0 and R the neutral element: the equation holds for some messages under a small-order key.
    const forged = `01${'00'.repeat(63)}` as Signature;
    const envelope: TransactionEnvelope = {
      transaction: withSender(toBob, BURN_ADDRESS),
      signature: { kind: 'Signature', signature: forged },
    };
    expect(rejectionOf(createTestValidator().submit(envelope))).toMatchObject({
      code: 'InvalidSignature',
      rule: 'V3',
    });
  });

  it('V3 refuses a validator key as sender, as authorised signer and as verifier', () => {
    const asSender = signedBy('v2', toBob);
    const asSigner = multiSigEnvelopeBy(
      {
        config: { authorizedSigners: [addressOf('v2')], quorum: 1n, nonce: 0n },
        members: [signerOf('v2')],
      },
      toBob,
    );
    const asVerifier = signedBy(
      'alice',
      externalClaim({ verifiers: ['v2'], quorum: 0n, signers: [] }),
    );
    for (const envelope of [asSender, asSigner, asVerifier]) {
      const validator = createTestValidator();
      const before = validator.state();
      expect(rejectionOf(validator.submit(envelope))).toEqual({
        code: 'InvalidSignature',
        rule: 'V3',
        reason: `${addressOf('v2')} is a validator key and cannot be a sender, signer or verifier`,
      });
      expect(validator.state()).toBe(before);
    }
  });

  it('V3 refuses a validator key of an epoch that has ended as well as one of the present', () => {
    const network = new EpochNetwork(OPERATORS, OPERATORS.length);
    network.join(OPERATORS, 1);
    network.deliver('a', network.change(committeeAt(0, OPERATORS), OPERATORS));
    network.run(2_000);
    expect(network.state('a').status).toBe('active');
    for (const epoch of [0, 1]) {
      const sender = keyOf('b', epoch);
      expect(rejectionOf(network.submit('a', envelopeBy(sender, toBob)))).toEqual({
        code: 'InvalidSignature',
        rule: 'V3',
        reason: `${sender.address} is a validator key and cannot be a sender, signer or verifier`,
      });
    }
  });
});

describe('V3, multisig', () => {
  it('V3 takes a quorum of the authorised signers, or more', () => {
    expect(funded().submit(shared).type).toBe('Signed');
    const all = multiSig(({ signatures }) => ({ signatures: [...signatures, named('carol')] }));
    expect(funded().submit(all).type).toBe('Signed');
  });

  it.each<[string, TransactionEnvelope, string]>([
    [
      'too few signatures',
      multiSig(({ signatures }) => ({ signatures: signatures.slice(1) })),
      '1 of the signers signed, the multisig quorum is 2',
    ],
    [
      'one signer twice',
      multiSig(({ signatures }) => ({ signatures: [...signatures, ...signatures] })),
      `${addressOf('alice')} signed twice`,
    ],
    [
      'a stranger beside a quorum',
      multiSig(({ signatures }) => ({ signatures: [...signatures, named('dave')] })),
      `${addressOf('dave')} is not an authorised signer`,
    ],
    [
      'one invalid signature beside a quorum',
      multiSig(({ signatures }) => ({
        signatures: [...signatures, [addressOf('carol'), named('dave')[1]]],
      })),
      `the signature of ${addressOf('carol')} does not verify`,
    ],
    [
      'a configuration of another address',
      multiSig(() => ({ config: { ...config, nonce: 1n } })),
      'the sender is not the address of the multisig configuration',
    ],
    [
      'a quorum of nobody',
      multiSig(() => ({ config: { ...config, quorum: 0n } })),
      'the multisig quorum is 1 to 3, got 0',
    ],
    [
      'a quorum above the signers',
      multiSig(() => ({ config: { ...config, quorum: 4n } })),
      'the multisig quorum is 1 to 3, got 4',
    ],
    [
      'one authorised signer twice',
      multiSig(() => ({
        config: { ...config, authorizedSigners: [addressOf('alice'), addressOf('alice')] },
      })),
      'the signers are not distinct',
    ],
  ])('V3 refuses %s', (_, envelope, reason) => {
    const validator = funded();
    const before = validator.state();
    expect(rejectionOf(validator.submit(envelope))).toEqual({
      code: 'InvalidSignature',
      rule: 'V3',
      reason,
    });
    expect(validator.state()).toBe(before);
  });

  it('V3 refuses a plain signature in the name of a multisig account', () => {
    const plain = { kind: 'Signature', signature: named('alice')[1] } as const;
    expect(rejectionOf(funded().submit({ ...shared, signature: plain }))).toMatchObject({
      code: 'InvalidSignature',
      reason: `the signature does not verify under the sender ${sharedAddress as Address}`,
    });
  });
});

describe('C2, who has signed', () => {
  it('C2 remembers the members of a multisig account that signed what settled, and no others', () => {
    const validator = funded();
    validator.deliver(certified(shared));
    expect(new Set(validator.state().ledger.signer.keys())).toEqual(
      new Set([addressOf('alice'), addressOf('bob')]),
    );
  });
});
