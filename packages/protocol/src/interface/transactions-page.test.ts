import { addressOf, anyTransaction } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, stringifyJson } from '../json/json.ts';
import { parseJson } from '../json/json-reader.ts';
import type { TokenId } from '../primitives.ts';
import { factsOf, transactionId } from '../transaction/signing.ts';
import type { VersionedTransaction } from '../transaction/transaction.ts';
import { TRANSACTIONS_PAGE } from './transactions-page.ts';

const anyPage = fc.record({
  transactions: fc.array(anyTransaction(), { maxLength: 3 }),
  nextPageToken: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

describe('TRANSACTIONS_PAGE', () => {
  it('F6.13 survives the way through text in both dialects, down to the signed bytes', () => {
    fc.assert(
      fc.property(anyPage, fc.constantFrom('rpc' as const, 'rest' as const), (page, dialect) => {
        const text = stringifyJson(TRANSACTIONS_PAGE.toJson(page, dialect));
        const read = TRANSACTIONS_PAGE.fromJson(parseJson(text), dialect, 'result');
        expect(read.nextPageToken).toBe(page.nextPageToken);
        expect(read.transactions.map(transactionId)).toEqual(page.transactions.map(transactionId));
      }),
    );
  });

  it('F6.15 gives claim and recipient of a transaction with one operation, and null for both otherwise', () => {
    fc.assert(
      fc.property(anyTransaction(), (transaction) => {
        const page = { transactions: [transaction], nextPageToken: 1n };
        const json = TRANSACTIONS_PAGE.toJson(page, 'rpc') as { data: readonly [JsonObject] };
        const { data: info, timing } = json.data[0] as { data: JsonObject; timing: null };
        const { operations } = factsOf(transaction).transaction;
        expect(timing).toBeNull();
        expect(info['claim'] === null).toBe(operations.length !== 1);
        const [only] = operations;
        const hasRecipient = operations.length === 1 && only !== undefined && 'recipient' in only;
        expect(info['recipient'] === null).toBe(!hasRecipient);
      }),
    );
  });

  it.each([
    ['Unversioned', { Add: [] }],
    ['Release20260319', 'Add'],
  ] as const)(
    'F6.15 names a change of mints of %s in its claim as its clients read it',
    (release, written) => {
      const claim = {
        kind: 'TokenManagement',
        tokenId: 'b1'.repeat(32) as TokenId,
        updateId: 0n,
        newAdmin: null,
        mints: [['Add', addressOf('bob')]],
        userData: null,
        newTokenName: null,
      } as const;
      const header = { sender: addressOf('alice'), nonce: 0n, timestampNanos: 1n, archival: false };
      const transaction: VersionedTransaction =
        release === 'Unversioned'
          ? { release, transaction: { ...header, recipient: addressOf('bob'), claim } }
          : {
              release,
              transaction: { ...header, networkId: 'fast:localnet', claim, feeToken: null },
            };
      const json = TRANSACTIONS_PAGE.toJson(
        { transactions: [transaction], nextPageToken: 1n },
        'rpc',
      );
      const mints = [[written, expect.anything()]];
      expect(json).toMatchObject({ data: [{ data: { claim: { TokenManagement: { mints } } } }] });
    },
  );

  it('refuses a transaction under a hash that is not its own', () => {
    fc.assert(
      fc.property(anyTransaction(), (transaction) => {
        const page = { transactions: [transaction], nextPageToken: 1n };
        const text = stringifyJson(TRANSACTIONS_PAGE.toJson(page, 'rest'));
        const wrong = text.replace(transactionId(transaction), '00'.repeat(32));
        expect(() => TRANSACTIONS_PAGE.fromJson(parseJson(wrong), 'rest', 'result')).toThrow(
          'the transaction whose hash is',
        );
      }),
    );
  });
});
