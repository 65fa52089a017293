import type { Address, TokenId, TokenManagement } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { NotRepeatable, rawOperation, type Wording } from './raw-operation.ts';

const WORDS: Wording = {
  nameOf: (address) => `${address}`,
  verifierOf: () => 'alice',
  labelOf: () => 'gold',
  newLabel: () => 'gold',
  gets: () => undefined,
  expects: () => undefined,
};

function managed(mints: TokenManagement['mints']) {
  const tokenId = '11'.repeat(32) as TokenId;
  const kept = { updateId: 0n, newAdmin: null, userData: null, newTokenName: null };
  return rawOperation({ kind: 'TokenManagement', tokenId, mints, ...kept }, WORDS);
}

const [BOB, CAROL] = ['bob' as Address, 'carol' as Address];

describe('rawOperation', () => {
  it('states the last change of each mint in the list of a transaction', () => {
    expect(
      managed([
        ['Remove', BOB],
        ['Remove', BOB],
        ['Add', CAROL],
      ]),
    ).toMatchObject({
      add: ['carol'],
      remove: ['bob'],
    });
    expect(
      managed([
        ['Remove', BOB],
        ['Add', BOB],
      ]),
    ).toMatchObject({ add: ['bob'], remove: [] });
    expect(
      managed([
        ['Add', BOB],
        ['Remove', BOB],
      ]),
    ).toMatchObject({ add: [], remove: ['bob'] });
  });

  it('refuses a change of committee, which is not a step in scenarios', () => {
    const newCommittee = { validators: [] };
    const change = { kind: 'ChangeCommittee', epoch: 1, newCommittee } as const;
    const said = () => rawOperation(change, WORDS);
    expect(said).toThrow(NotRepeatable);
    expect(said).toThrow('a recording cannot contain changes of committee');
  });
});
