import { type MissingDependency, NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { certified, payment, rejectionOf, signedBy, transaction } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';
import type { OperationTable } from '../ledger/operations/operation-table.ts';
import { VALIDATOR_RULES } from './rules.ts';

const MISSING: MissingDependency = {
  kind: 'Token',
  id: NATIVE_TOKEN_ID,
  sender: addressOf('bob'),
  nonce: 0n,
};

/** A table in which a burn builds on a state cell that an initialization makes. */
const operations: OperationTable = {
  ...VALIDATOR_RULES.operations,
  Burn: {
    validate: () => undefined,
    dependencies: (_operation, scratch) => (scratch.get('cell', 'made') ? [] : [MISSING]),
    apply: (_operation, scratch) => scratch.put('cell', 'burnt', 'burnt' as never),
  },
  StateInitialization: {
    validate: () => undefined,
    apply: (_operation, scratch) => scratch.put('cell', 'made', 'made' as never),
  },
};
const BURN: Operation = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 1n };
const MAKE: Operation = {
  kind: 'StateInitialization',
  key: '00'.repeat(32) as never,
  initialState: '00'.repeat(32) as never,
};

function createValidator() {
  return createTestValidator({ rules: { ...VALIDATOR_RULES, operations } });
}

describe('S4', () => {
  it('S4 names what is missing and changes nothing', () => {
    const validator = createValidator();
    const before = validator.state();
    const certificate = certified(signedBy('alice', transaction([BURN])));
    expect(rejectionOf(validator.deliver(certificate))).toEqual({
      code: 'MissingDependency',
      rule: 'S4',
      missing: [MISSING],
    });
    expect(validator.state()).toBe(before);
  });

  it('S4 takes what an earlier operation of the same transaction provides, and no later one', () => {
    const together = certified(signedBy('alice', transaction([MAKE, BURN])));
    expect(createValidator().deliver(together).type).toBe('Settled');
    const wrongWay = certified(signedBy('alice', transaction([BURN, MAKE])));
    expect(rejectionOf(createValidator().deliver(wrongWay)).rule).toBe('S4');
  });

  it('S4 settles once the missing certificate has arrived', () => {
    const validator = createValidator();
    const burn = certified(signedBy('alice', transaction([BURN])));
    expect(validator.deliver(burn).type).toBe('Rejected');
    validator.deliver(certified(signedBy('bob', transaction([MAKE]))));
    expect(validator.deliver(burn).type).toBe('Settled');
  });

  it('S3 is asked before S4', () => {
    const certificate = certified(signedBy('alice', transaction([BURN], { nonce: 1n })));
    expect(rejectionOf(createValidator().deliver(certificate)).rule).toBe('S3');
  });

  it('S2 is asked before S4: what is settled stays settled', () => {
    const validator = createValidator();
    validator.deliver(certified(payment()));
    const certificate = certified(signedBy('alice', transaction([BURN])));
    expect(rejectionOf(validator.deliver(certificate)).rule).toBe('S2');
  });
});
