import { describe, expect, it } from 'vitest';
import { NotRepeatable, rawOperation, type Wording } from './raw-operation.ts';

const WORDS: Wording = { nameOf: () => 'alice', labelOf: () => 'gold', newLabel: () => 'gold' };

describe('rawOperation', () => {
  it('makes no step of a change of committee, which scenarios have elsewhere', () => {
    const newCommittee = { validators: [] };
    const change = { kind: 'ChangeCommittee', epoch: 1, newCommittee } as const;
    const said = () => rawOperation(change, WORDS);
    expect(said).toThrow(NotRepeatable);
    expect(said).toThrow('a recording states no changes of committee');
  });
});
