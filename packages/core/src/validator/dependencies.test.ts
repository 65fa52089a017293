import {
  type MissingDependency,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../test/ledger.ts';
import {
  creation,
  deliver,
  hire,
  management,
  offer,
  UNKNOWN_TOKEN,
} from '../../test/operations.ts';
import { certified, payment, rejectionOf, signedBy, transaction } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';
import { updateKey } from '../ledger/ledger.ts';
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

  it('S4 names everything that is absent, once, and nothing that the transaction brings', () => {
    const ledger = createTestLedger();
    const [config, job] = ['c0'.repeat(32), '1b'.repeat(32)];
    const ownJob = idOf('alice', 0n, 0);
    const token = idOf('bob', 0n);
    ledger.settle('bob', [creation()]);
    const operations = [
      hire(config, { provider: addressOf('alice') }),
      deliver(ownJob),
      deliver(job),
      deliver(job),
      management(token, 4n),
      management(token, 5n),
      creation(),
      management(idOf('alice', 0n, 6), 0n),
      management(UNKNOWN_TOKEN, 0n),
      management(UNKNOWN_TOKEN, 1n),
    ];
    expect(ledger.missing('alice', operations)).toEqual([
      { kind: 'EscrowConfig', id: config },
      { kind: 'EscrowJob', id: job },
      { kind: 'TokenUpdate', id: updateKey(token as TokenId, 0n) },
      { kind: 'TokenUpdate', id: updateKey(token as TokenId, 1n) },
      { kind: 'Token', id: UNKNOWN_TOKEN },
    ]);
  });

  it('S4 takes an id as provided only from an operation that creates it', () => {
    const own = idOf('alice', 0n, 0);
    const leave: Operation = { kind: 'LeaveCommittee' };
    const ledger = createTestLedger();
    expect(ledger.missing('alice', [leave, deliver(own)])).toEqual([
      { kind: 'EscrowJob', id: own },
    ]);
    expect(ledger.missing('alice', [leave, management(own, 0n)])).toEqual([
      { kind: 'Token', id: own },
    ]);
  });

  it('S4 does not take what only a later operation of the same transaction brings', () => {
    const ownJob = idOf('alice', 0n, 1);
    const backwards = [deliver(ownJob), hire(idOf('carol', 0n))];
    const ledger = createTestLedger();
    ledger.execute('carol', offer(NATIVE_TOKEN_ID));
    expect(ledger.missing('alice', backwards)).toEqual([{ kind: 'EscrowJob', id: ownJob }]);
  });

  it('S4 counts an update of the same transaction that itself comes too early', () => {
    const ledger = createTestLedger();
    const token = ledger.execute('bob', creation());
    expect(ledger.missing('bob', [management(token, 1n), management(token, 2n)])).toEqual([
      { kind: 'TokenUpdate', id: updateKey(token as TokenId, 0n) },
    ]);
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
