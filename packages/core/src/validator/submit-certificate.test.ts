import {
  BURN_ADDRESS,
  factsOf,
  NATIVE_TOKEN_ID,
  type Signature,
  type TransactionCertificate,
} from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { genesis, nativeFee, START } from '../../test/genesis.ts';
import {
  certified,
  payment,
  rejectionOf,
  signedBy,
  transaction,
  transfer,
} from '../../test/payments.ts';
import {
  createLockedValidator,
  createTestValidator,
  type TestValidator,
} from '../../test/validator.ts';
import { balanceKey, nonceKey } from '../ledger/ledger.ts';

const [V1, V2, V3, V4] = committeeOf(4);
const ID = factsOf(payment().transaction).id;

function balanceOf(validator: TestValidator, name: string): bigint | undefined {
  return validator.state().ledger.balance.get(balanceKey(addressOf(name), NATIVE_TOKEN_ID));
}

function expectRefused(certificate: TransactionCertificate, rejection: object): void {
  const validator = createTestValidator();
  const before = validator.state();
  const rows = validator.store.rows();
  expect(rejectionOf(validator.deliver(certificate))).toEqual(rejection);
  expect(validator.state()).toBe(before);
  expect(validator.store.rows()).toEqual(rows);
}

describe('S1', () => {
  it.each<[string, TransactionCertificate['signatures'], string]>([
    ['no signature', [], 'it carries no validator signature'],
    [
      'a signature too few',
      certified(payment()).signatures.slice(1),
      '2 validators signed, 3 make a quorum',
    ],
    [
      'one validator twice, even beside a quorum',
      [...certified(payment()).signatures, ...certified(payment()).signatures.slice(0, 1)],
      `the validator ${addressOf('v1')} signed twice`,
    ],
    [
      'a stranger beside a quorum',
      [...certified(payment()).signatures, ...certified(payment(), [signerOf('dave')]).signatures],
      `${addressOf('dave')} is not a member of the committee of epoch 0`,
    ],
    [
      'strangers only',
      certified(payment(), [signerOf('dave'), signerOf('bob'), signerOf('carol')]).signatures,
      `${addressOf('dave')} is a member of no known committee`,
    ],
    [
      'one bad signature beside a quorum',
      [...certified(payment()).signatures, [addressOf('v4'), '00'.repeat(64) as Signature]],
      `the signature of the validator ${addressOf('v4')} does not verify`,
    ],
    [
      'a signature of one validator under the name of another',
      certified(payment()).signatures.map(([, signature], index) => [
        addressOf(`v${((index + 1) % 3) + 1}`),
        signature,
      ]),
      `the signature of the validator ${addressOf('v2')} does not verify`,
    ],
    [
      'signatures over another transaction',
      certified(payment({ amount: 2n })).signatures,
      `the signature of the validator ${addressOf('v1')} does not verify`,
    ],
  ])('S1 refuses %s', (_, signatures, reason) => {
    expectRefused(
      { envelope: payment(), signatures },
      { code: 'InvalidCertificate', rule: 'S1', reason, epoch: 0 },
    );
  });

  it('S1 refuses a certificate of another network', () => {
    const foreign = transaction([transfer(addressOf('bob'), 1n)], { networkId: 'fast:mainnet' });
    expectRefused(certified(signedBy('alice', foreign)), {
      code: 'InvalidCertificate',
      rule: 'S1',
      reason: 'the certificate is for fast:mainnet',
      epoch: 0,
    });
  });

  it('S1 refuses a quorum for what the sender did not sign', () => {
    expectRefused(certified({ ...payment(), signature: payment({ from: 'bob' }).signature }), {
      code: 'InvalidSignature',
      rule: 'S1',
      reason: `the signature does not verify under the sender ${addressOf('alice')}`,
    });
  });

  it('S1 refuses an external claim without its verifier quorum', () => {
    const claim = externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: ['bob'] });
    expectRefused(certified(signedBy('alice', claim)), {
      code: 'InvalidSignature',
      rule: 'S1',
      reason: '1 verifier signed, the quorum is 2',
    });
  });

  it('S1 takes any quorum, in any order', () => {
    for (const signers of [
      [V4, V2, V3],
      [V1, V2, V3, V4],
    ]) {
      const present = signers.flatMap((signer) => signer ?? []);
      expect(createTestValidator().deliver(certified(payment(), present)).type).toBe('Settled');
    }
  });
});

describe('S2', () => {
  it('S2 answers a settled transaction as the first time, and changes and writes nothing', () => {
    const validator = createTestValidator();
    const first = validator.deliver(certified(payment()));
    const before = validator.state();
    const certificate = certified(payment());
    const effects = validator.hear({ type: 'SubmitCertificate', requestId: 'again', certificate });
    expect(effects).toEqual([{ type: 'Reply', to: 'tester', requestId: 'again', result: first }]);
    expect(validator.state()).toBe(before);
  });

  it('S2 refuses another transaction at a settled nonce and keeps both as evidence', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment()));
    const before = validator.state();
    const rival = certified(payment({ amount: 2n }));
    const conflicting = factsOf(rival.envelope.transaction).id;
    const effects = validator.hear({
      type: 'SubmitCertificate',
      requestId: 'r',
      certificate: rival,
    });
    const rejection = { code: 'ConflictingCertificate', rule: 'S2', settled: ID, conflicting };
    const key = `conflict/${nonceKey(addressOf('alice'), 0n)}/${conflicting}`;
    expect(effects).toEqual([
      { type: 'Persist', writes: [{ key, value: rival }] },
      { type: 'Reply', to: 'tester', requestId: 'r', result: { type: 'Rejected', rejection } },
    ]);
    expect(validator.state()).toBe(before);
    expect(createTestValidator({ store: validator.store }).state()).toEqual(before);
  });
});

describe('S3', () => {
  it('S3 asks for the earlier certificates and stores nothing', () => {
    expectRefused(certified(payment({ nonce: 2n })), {
      code: 'MissingEarlierConfirmations',
      rule: 'S3',
      currentNonce: 0n,
    });
  });
});

describe('S5', () => {
  it('S5 settles what this validator never signed: one batch, then the answer', () => {
    const validator = createTestValidator();
    const certificate = certified(payment({ amount: 30n }));
    const id = factsOf(certificate.envelope.transaction).id;
    const effects = validator.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    const [alice, bob] = [addressOf('alice'), addressOf('bob')];
    const origin = { sender: alice, nonce: 0n };
    const credited = { nextNonce: 0n, lock: undefined, creditCount: 1 };
    expect(effects).toEqual([
      {
        type: 'Persist',
        writes: [
          { key: `balance/${balanceKey(alice, NATIVE_TOKEN_ID)}`, value: 70n },
          { key: `balance/${balanceKey(bob, NATIVE_TOKEN_ID)}`, value: 130n },
          { key: `account/${bob}`, value: credited },
          { key: `account/${alice}`, value: { nextNonce: 1n, lock: undefined, creditCount: 0 } },
          { key: `settled/${nonceKey(alice, 0n)}`, value: id },
          { key: `certificate/${nonceKey(alice, 0n)}`, value: { certificate, settledAt: START } },
          { key: `transaction/${id}`, value: origin },
          { key: `sequence/${'0'.repeat(20)}`, value: origin },
          { key: `credit/${nonceKey(bob, 0n)}`, value: origin },
        ],
      },
      {
        type: 'Reply',
        to: 'tester',
        requestId: 'r',
        result: { type: 'Settled', transactionId: id, createdTokens: [] },
      },
    ]);
  });

  it('S5 clears the lock even where it holds a rival', () => {
    const validator = createTestValidator();
    validator.submit(payment({ amount: 2n }));
    validator.deliver(certified(payment()));
    expect(validator.state().ledger.account.get(addressOf('alice'))).toEqual({
      nextNonce: 1n,
      lock: undefined,
      creditCount: 0,
    });
    expect(validator.submit(payment({ nonce: 1n })).type).toBe('Signed');
  });

  it('S5 lifts a contested account', () => {
    const envelopes = [payment(), payment({ amount: 2n })] as const;
    const validator = createLockedValidator({ kind: 'contested', envelopes });
    expect(validator.deliver(certified(payment())).type).toBe('Settled');
    expect(validator.submit(payment({ nonce: 1n })).type).toBe('Signed');
  });

  it('S5 lists a certificate once for an account that it credits twice', () => {
    const validator = createTestValidator();
    const toBob = transfer(addressOf('bob'), 1n);
    validator.deliver(certified(signedBy('alice', transaction([toBob, toBob]))));
    expect(validator.state().ledger.account.get(addressOf('bob'))?.creditCount).toBe(1);
    const credits = validator.store.rows().filter(({ key }) => key.startsWith('credit/'));
    expect(credits.map(({ key }) => key)).toEqual([`credit/${nonceKey(addressOf('bob'), 0n)}`]);
  });

  it('S5 moves the fee to the fee account, whatever the sender still holds', () => {
    const validator = createTestValidator({ genesis: genesis({ fees: nativeFee(7n) }) });
    validator.deliver(certified(payment({ amount: 100n })));
    expect(balanceOf(validator, 'alice')).toBe(-7n);
    expect(balanceOf(validator, 'fees')).toBe(7n);
  });

  it.each([
    ['itself', 'alice', 100n],
    ['the burn address', undefined, 70n],
  ])('S5 transfers to %s like to any other account', (_, to, left) => {
    const validator = createTestValidator();
    const recipient = to === undefined ? BURN_ADDRESS : addressOf(to);
    const operations = [transfer(recipient, 30n)];
    validator.deliver(certified(signedBy('alice', transaction(operations))));
    expect(balanceOf(validator, 'alice')).toBe(left);
    const { balance, token } = validator.state().ledger;
    expect([...balance.values()].reduce((sum, each) => sum + each, 0n)).toBe(300n);
    expect(token.get(NATIVE_TOKEN_ID)?.supply).toBe(300n);
  });

  it('S5 keeps a balance of zero as absence', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment({ amount: 100n })));
    expect(
      validator.state().ledger.balance.has(balanceKey(addressOf('alice'), NATIVE_TOKEN_ID)),
    ).toBe(false);
  });
});

describe('S6 and S7', () => {
  it('S6 lets a balance go below zero until the credit arrives', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment({ from: 'dave', to: 'carol', amount: 40n })));
    expect(balanceOf(validator, 'dave')).toBe(-40n);
    expect(rejectionOf(validator.submit(payment({ from: 'dave', nonce: 1n })))).toMatchObject({
      code: 'InsufficientFunding',
      currentBalance: -40n,
    });
    validator.deliver(certified(payment({ to: 'dave', amount: 40n })));
    expect(balanceOf(validator, 'dave')).toBe(undefined);
  });

  it('S7 keeps the first certificate; one with other signers is a repeat', () => {
    const validator = createTestValidator();
    const first = certified(payment());
    const answer = validator.deliver(first);
    const others = certified(payment(), committeeOf(4).slice(1));
    expect(validator.deliver(others)).toEqual(answer);
    const asked = validator.ask({
      type: 'GetCertificates',
      requestId: 'r',
      select: { by: 'Sender', sender: addressOf('alice'), fromNonce: 0n, limit: 1 },
    });
    expect(asked).toEqual({ type: 'Certificates', certificates: [first] });
  });
});
