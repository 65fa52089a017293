import type { EscrowJob, Result, Token } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { falseRecords } from './false-records.ts';

const TOKEN = { supply: 5n, description: { name: 'gold', updateCount: 1n, mints: ['aa'] } };
const JOB = { status: 'Funded', deliverable: undefined };
const GOLD = { type: 'TokenInfo', tokens: [['07', TOKEN as never as Token]] } as never as Result;
const LOGO = { type: 'EscrowJobs', jobs: [['19', JOB as never as EscrowJob]] } as never as Result;

describe('falseRecords', () => {
  it('tells of none, where there are any', () => {
    expect(falseRecords('nothing')(GOLD)).toEqual([{ type: 'TokenInfo', tokens: [] }]);
    expect(falseRecords('nothing')(LOGO)).toEqual([{ type: 'EscrowJobs', jobs: [] }]);
    const none = { type: 'TokenInfo', tokens: [] } as const;
    expect(falseRecords('nothing')(none)).toBeUndefined();
    expect(falseRecords('others')({ type: 'EscrowJobs', jobs: [] })).toBeUndefined();
  });

  it('tells of updates and steps that nobody has made', () => {
    expect(falseRecords('later')(GOLD)).toMatchObject([
      { tokens: [['07', { supply: 6n, description: { updateCount: 2n, mints: [] } }]] },
    ]);
    expect(falseRecords('later')(LOGO)).toMatchObject([
      { jobs: [['19', { status: 'Submitted', deliverable: 'ee'.repeat(32) }]] },
    ]);
    const native = { type: 'TokenInfo', tokens: [['07', { supply: 5n }]] } as never as Result;
    expect(falseRecords('later')(native)).toMatchObject([{ tokens: [['07', { supply: 6n }]] }]);
  });

  it('tells of each twice, and of nothing else', () => {
    expect(falseRecords('others')(GOLD)).toMatchObject([
      {
        tokens: [
          ['07', TOKEN],
          ['87', TOKEN],
        ],
      },
    ]);
    expect(falseRecords('others')({ type: 'Certificates', certificates: [] })).toBeUndefined();
  });

  it('finds fault with the question where it has something to tell', () => {
    for (const result of [GOLD, LOGO]) {
      expect(falseRecords('refusal')(result)).toMatchObject([
        { type: 'Rejected', rejection: { code: 'InvalidRequest' } },
      ]);
    }
    expect(falseRecords('refusal')({ type: 'TokenInfo', tokens: [] })).toBeUndefined();
    expect(falseRecords('refusal')({ type: 'EscrowJobs', jobs: [] })).toBeUndefined();
  });
});
