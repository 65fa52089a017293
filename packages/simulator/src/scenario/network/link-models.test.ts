import { expect, it } from 'vitest';
import { linkModels } from './link-models.ts';

function link(mean: bigint) {
  return { delay: { kind: 'const', mean }, drop: 0 } as const;
}

it.each([
  ['v1', 'p1', 1n],
  ['v1', 'v2', 2n],
  ['p1', 'alice', 3n],
  ['alice', 'p1', 4n],
  ['v3', 'p1', 6n],
  ['v2', 'bob', 6n],
  ['bob', 'v2', 4n],
])('finds the first override for %s → %s', (from, to, mean) => {
  const lookUp = linkModels({
    default: link(4n),
    links: [
      { from: ['v1'], to: ['p1'], ...link(1n) },
      { from: ['v1'], to: ['*'], ...link(2n) },
      { from: ['*'], to: ['alice'], ...link(3n) },
      { from: ['v1'], to: ['alice'], ...link(5n) },
      { from: ['v2', 'v3'], to: ['p1', 'bob'], ...link(6n) },
    ],
    schedule: 'fifo',
  });
  expect(lookUp(from, to).delay).toEqual({ kind: 'const', mean });
});
