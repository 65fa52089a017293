import {
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestLedger, idOf } from '../../../test/ledger.ts';
import {
  burnOf,
  creation,
  hire,
  initialize,
  mintOf,
  offer,
  transferOf,
  UNKNOWN_TOKEN,
} from '../../../test/operations.ts';
import { signedBy, transaction } from '../../../test/payments.ts';
import type { Genesis } from '../../genesis.ts';
import { costOf, spentBy } from './recall.ts';

const BOB = addressOf('bob');
const GOLD = idOf('bob', 0n);
const LEAVING: Operation = { kind: 'LeaveCommittee' };
type FeeToken = TokenId | null;

const amount = fc.bigInt({ min: 0n, max: 40n });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: amount.map((each) => transferOf(NATIVE_TOKEN_ID, BOB, each)) },
  amount.map((each) => transferOf(GOLD, BOB, each)),
  fc.constantFrom(mintOf(GOLD, 1n), mintOf(NATIVE_TOKEN_ID, 1n)),
);
const fees: fc.Arbitrary<Genesis['fees']> = fc.option(
  fc.record({
    amounts: fc.record({ [NATIVE_TOKEN_ID]: amount, [GOLD]: amount }),
    defaultToken: fc.constant(NATIVE_TOKEN_ID),
    account: fc.constant(addressOf('collector')),
  }),
  { nil: undefined },
);
const feeToken = fc.constantFrom(null, null, GOLD, UNKNOWN_TOKEN) as fc.Arbitrary<FeeToken>;

/** What the proxy reckons that a transaction of dave costs. */
function cost(
  charged: Genesis['fees'],
  operations: readonly Operation[],
  header: { readonly feeToken: FeeToken },
  signature?: TransactionEnvelope['signature'],
) {
  const envelope = signedBy(
    'dave',
    transaction(operations, { sender: addressOf('dave'), ...header }),
  );
  const given = { ...envelope, ...(signature === undefined ? {} : { signature }) };
  return costOf({ fees: charged }, { envelope: given, facts: factsOf(envelope.transaction) });
}

it('P5: a payment goes on unasked at the funds at which validators admit it, and at no lower ones', () => {
  let payments = 0;
  const operations = fc.array(operation, { maxLength: 3 });
  const given = fc.record({ operations, fees, feeToken, funds: fc.nat(120), gold: fc.nat(20) });
  fc.assert(
    fc.property(given, ({ operations: all, fees: charged, feeToken: token, funds, gold }) => {
      const reckoned = cost(charged, all, { feeToken: token });
      if (reckoned === undefined) return;
      payments += 1;
      const ledger = createTestLedger({ fees: charged });
      ledger.settle('bob', [creation({ initialAmount: 1_000n })]);
      ledger.settle('bob', [transferOf(GOLD, addressOf('dave'), BigInt(gold))]);
      ledger.settle('alice', [transferOf(NATIVE_TOKEN_ID, addressOf('dave'), BigInt(funds))]);
      expect(reckoned).toBeGreaterThan(0n);
      const refusal = ledger.refusal('dave', all, { feeToken: token });
      expect(refusal === undefined).toBe(funds >= reckoned);
    }),
    { numRuns: 400 },
  );
  expect(payments).toBeGreaterThan(50);
});

it('P5: what settles takes what is reckoned, of any operations whose cost is told in them', () => {
  const TERMS = idOf('carol', 0n);
  const dave = addressOf('dave');
  const known = [burnOf(NATIVE_TOKEN_ID, 7n), burnOf(GOLD, 1n), creation(), initialize('01')];
  const piece = fc.oneof(operation, fc.constantFrom(...known, hire(TERMS), LEAVING));
  const operations = fc.array(piece, { minLength: 1, maxLength: 4 });
  let reckonings = 0;
  fc.assert(
    fc.property(operations, fees, feeToken, (all, charged, token) => {
      const header = { sender: dave, feeToken: token };
      const reckoned = spentBy({ fees: charged }, factsOf(transaction(all, header)).transaction);
      const isTold = all.every((each) => each.kind !== 'LeaveCommittee' && each.kind !== 'Escrow');
      if (!isTold) expect(reckoned).toBeUndefined();
      const ledger = createTestLedger({ fees: charged });
      ledger.settle('bob', [creation({ initialAmount: 1_000n })]);
      ledger.settle('bob', [transferOf(GOLD, dave, 200n)]);
      ledger.settle('carol', [offer(NATIVE_TOKEN_ID)]);
      ledger.settle('alice', [transferOf(NATIVE_TOKEN_ID, dave, 90n)]);
      if (reckoned === undefined || ledger.refusal('dave', all, header) !== undefined) return;
      reckonings += 1;
      const before = ledger.balance('dave');
      ledger.settle('dave', all, header);
      expect(before - ledger.balance('dave')).toBe(reckoned);
    }),
    { numRuns: 400 },
  );
  expect(reckonings).toBeGreaterThan(50);
});

it('P5: the fee counts where it is taken in the native token, and a fee of nothing in any other', () => {
  const pay = [transferOf(NATIVE_TOKEN_ID, BOB, 5n)];
  const table = (gold: bigint) => ({
    amounts: { [NATIVE_TOKEN_ID]: 2n, [GOLD]: gold },
    defaultToken: NATIVE_TOKEN_ID,
    account: addressOf('collector'),
  });
  const inGold = { feeToken: GOLD as FeeToken };
  expect(cost(table(0n), pay, { feeToken: null })).toBe(7n);
  expect(cost(table(0n), pay, inGold)).toBe(5n);
  expect(cost(table(1n), pay, inGold)).toBeUndefined();
});

it('P5: what several have to sign does not go on unasked', () => {
  const pay = [transferOf(NATIVE_TOKEN_ID, BOB, 5n)];
  const config = { authorizedSigners: [addressOf('dave')], quorum: 1n, nonce: 0n };
  const signature = { kind: 'MultiSig', config, signatures: [] } as const;
  expect(cost(undefined, pay, { feeToken: null }, signature)).toBeUndefined();
});
