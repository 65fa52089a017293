import type { Operation } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { clauseOf } from './clause.ts';

const naming = { nameOf: (address: string) => address, labelOf: (id: string) => id };

function managed(changes: object): Operation {
  const unchanged = { newAdmin: null, newTokenName: null, mints: [] };
  const operation = { kind: 'TokenManagement', tokenId: 'gold', ...unchanged, ...changes };
  return operation as unknown as Operation;
}

function claimed(claimData: string): Operation {
  return { kind: 'ExternalClaim', claim: { claimData } } as Operation;
}

describe('what operations do', () => {
  it.each([
    [managed({}), 'manages gold'],
    [managed({ newTokenName: 'Golden' }), 'manages gold (name Golden)'],
    [
      managed({
        newAdmin: 'bob',
        mints: [
          ['Add', 'carol'],
          ['Remove', 'dave'],
        ],
      }),
      'manages gold (admin bob, carol may mint, dave may mint no longer)',
    ],
    [claimed(''), 'claims 0 bytes'],
    [claimed('ff'), 'claims 1 byte'],
    [claimed('ffff'), 'claims 2 bytes'],
  ])('is said so that one can read it: %#', (operation, clause) => {
    expect(clauseOf([operation], naming)).toBe(clause);
  });
});
