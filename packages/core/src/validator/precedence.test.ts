import type { Signature } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesis, nativeFee } from '../../test/genesis.ts';
import {
  certified,
  payment,
  rejectionOf,
  signedBy,
  transaction,
  transfer,
} from '../../test/payments.ts';
import { createLockedValidator, createTestValidator } from '../../test/validator.ts';

const RULES = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'] as const;
type Rule = (typeof RULES)[number];

const BAD_SIGNATURE = { kind: 'Signature', signature: '00'.repeat(64) as Signature } as const;

/** Submits a transaction of alice's that breaks the given rules and no others. */
function submitBreaking(broken: ReadonlySet<Rule>) {
  const rival = {
    kind: 'pending',
    envelope: payment({ to: 'carol' }),
    signature: undefined,
  } as const;
  const fees = broken.has('V7') ? nativeFee(1000n) : undefined;
  const validator = createLockedValidator(broken.has('V4') ? rival : undefined, {
    genesis: genesis({ fees }),
  });
  const operation = transfer(addressOf('bob'), broken.has('V6') ? 0n : 1n);
  const operations = Array.from({ length: broken.has('V1') ? 101 : 1 }, () => operation);
  const networkId = broken.has('V2') ? 'fast:testnet' : 'fast:localnet';
  const nonce = broken.has('V5') ? 7n : 0n;
  const envelope = signedBy('alice', transaction(operations, { networkId, nonce }));
  const before = validator.state();
  const answer = validator.submit(
    broken.has('V3') ? { ...envelope, signature: BAD_SIGNATURE } : envelope,
  );
  return { answer, isUnchanged: validator.state() === before };
}

describe('the order of the submission rules', () => {
  it('V1 to V7: of several broken rules the first decides, and none changes state', () => {
    fc.assert(
      fc.property(fc.subarray([...RULES], { minLength: 1 }), (broken) => {
        const { answer, isUnchanged } = submitBreaking(new Set(broken));
        expect(rejectionOf(answer).rule).toBe(broken[0]);
        expect(isUnchanged).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('V1 to V7: what breaks none is signed', () => {
    expect(submitBreaking(new Set()).answer.type).toBe('Signed');
  });
});

describe('the order of the settlement rules', () => {
  it.each([
    ['S1', 'too few signatures at a settled nonce', { signers: 2, nonce: 0n }],
    ['S1', 'too few signatures at a later nonce', { signers: 2, nonce: 5n }],
    ['S2', 'a quorum at a settled nonce', { signers: 3, nonce: 0n }],
    ['S3', 'a quorum at a later nonce', { signers: 3, nonce: 5n }],
  ])('%s decides on %s', (rule, _, { signers, nonce }) => {
    const validator = createTestValidator();
    validator.deliver(certified(payment()));
    const before = validator.state();
    const certificate = certified(payment({ nonce, amount: 2n }), committeeOf(4).slice(0, signers));
    expect(rejectionOf(validator.deliver(certificate))).toMatchObject({ rule });
    expect(validator.state()).toBe(before);
  });

  it('S1 asks for the quorum before the sender signature', () => {
    const envelope = { ...payment(), signature: BAD_SIGNATURE };
    const validator = createTestValidator();
    const few = certified(envelope, committeeOf(4).slice(0, 2));
    expect(rejectionOf(validator.deliver(few)).code).toBe('InvalidCertificate');
    expect(rejectionOf(validator.deliver(certified(envelope))).code).toBe('InvalidSignature');
  });
});
