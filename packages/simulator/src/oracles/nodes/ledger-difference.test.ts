import { applyChanges, EMPTY_LEDGER, type RecordChange, TABLE_NAMES } from '@quorate/core';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { differingRecord } from './ledger-difference.ts';

const key = addressOf('alice');
const origin = { sender: key, nonce: 1n };
const id = 'aa' as never;

/** A record of each table, and the same record with something else in it. */
const RECORDS: readonly (readonly [RecordChange, RecordChange])[] = [
  [account(1n), account(2n)],
  [
    { table: 'balance', key, value: 1n },
    { table: 'balance', key, value: -1n },
  ],
  [
    { table: 'cell', key, value: id },
    { table: 'cell', key, value: 'bb' as never },
  ],
  [
    { table: 'settled', key, value: id },
    { table: 'settled', key, value: 'bb' as never },
  ],
  [
    { table: 'update', key, value: origin },
    { table: 'update', key, value: { ...origin, nonce: 2n } },
  ],
  [
    { table: 'claim', key, value: origin },
    { table: 'claim', key, value: { ...origin, nonce: 2n } },
  ],
  [token('gold'), token('Gold')],
  [config(1n), config(2n)],
  [job('draw it'), job('draw')],
  [request(1n), request(2n)],
  [committee(1n), committee(2n)],
];

function account(nextNonce: bigint): RecordChange {
  return { table: 'account', key, value: { nextNonce, lock: undefined, creditCount: 0 } };
}

function token(name: string): RecordChange {
  const roles = { admin: key, mints: [key], updateCount: 0n };
  const description = { ...roles, name, decimals: 2, origin };
  return { table: 'token', key, value: { supply: 1n, description } };
}

function config(amount: bigint): RecordChange {
  const evaluationFee = { kind: 'Fixed', amount } as const;
  const terms = { tokenId: NATIVE_TOKEN_ID, evaluator: key, minEvaluatorFee: 0n };
  return { table: 'config', key, value: { ...terms, evaluationFee, origin } };
}

function job(description: string): RecordChange {
  const parties = { client: key, provider: key, evaluator: key };
  const fees = { tokenId: NATIVE_TOKEN_ID, providerFee: 1n, evaluatorFee: 1n };
  const state = { deliverable: undefined, status: 'Funded' } as const;
  const value = { configId: id, ...parties, ...fees, description, ...state, origin };
  return { table: 'job', key, value };
}

function request(timestampNanos: bigint): RecordChange {
  return { table: 'request', key, value: { kind: 'Leave', operator: key, timestampNanos, origin } };
}

function committee(beganAtNanos: bigint): RecordChange {
  return { table: 'committee', key, value: { members: [], changeId: id, beganAtNanos, origin } };
}

const ledgerOf = (...changes: readonly RecordChange[]) => applyChanges(EMPTY_LEDGER, changes);

describe('convergence finds that ledgers differ', () => {
  it.each(RECORDS)('in a record that one lacks, or holds otherwise (%#)', (one, other) => {
    const place = { table: one.table, key };
    expect(differingRecord(ledgerOf(one), ledgerOf(structuredClone(one)))).toBeUndefined();
    expect(differingRecord(ledgerOf(one), ledgerOf(other))).toEqual(place);
    expect(differingRecord(ledgerOf(one), ledgerOf())).toEqual(place);
    expect(differingRecord(ledgerOf(), ledgerOf(one))).toEqual(place);
  });

  it('in every table but that of those who signed beside the sender', () => {
    const tables = RECORDS.map(([{ table }]) => table);
    expect(new Set([...tables, 'signer'])).toEqual(new Set(TABLE_NAMES));
    const signer: RecordChange = { table: 'signer', key, value: true };
    expect(differingRecord(ledgerOf(signer), ledgerOf())).toBeUndefined();
  });

  it('but not in locks, counts of credits, or an account that never sent anything', () => {
    const credited: RecordChange = {
      table: 'account',
      key,
      value: { nextNonce: 1n, lock: undefined, creditCount: 7 },
    };
    expect(differingRecord(ledgerOf(credited), ledgerOf(account(1n)))).toBeUndefined();
    expect(differingRecord(ledgerOf(account(0n)), ledgerOf())).toBeUndefined();
    expect(differingRecord(ledgerOf(), ledgerOf(account(0n)))).toBeUndefined();
  });
});
