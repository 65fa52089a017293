import { describe, expect, it } from 'vitest';
import { joinAlike } from './alike.ts';

const missed = (expectation: string, expected = '1', actual = '2') => ({
  expectation,
  expected,
  actual,
});
const at = (nodes: readonly string[]) => nodes.map((node) => missed(`balances.bob at ${node}`));

describe('joinAlike', () => {
  it('makes one of what several validators miss alike', () => {
    const all = [...at(['v1', 'v2']), missed('balances.alice at v1'), missed('certificates')];
    expect(joinAlike(all)).toEqual([
      missed('balances.bob at v1 v2'),
      missed('balances.alice at v1'),
      missed('certificates'),
    ]);
  });

  it('names the first of many, and counts the others', () => {
    const nodes = Array.from({ length: 10 }, (_, index) => `v${index + 1}`);
    expect(joinAlike(at(nodes.slice(0, 4)))).toEqual([missed('balances.bob at v1 v2 v3 v4')]);
    expect(joinAlike(at(nodes))).toEqual([missed('balances.bob at v1 v2 v3 and 7 more')]);
  });

  it('keeps apart what validators miss differently', () => {
    const other = missed('balances.bob at v2', '1', '3');
    expect(joinAlike([...at(['v1', 'v3']), other])).toEqual([
      missed('balances.bob at v1 v3'),
      other,
    ]);
  });
});
