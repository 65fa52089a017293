import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXECUTIONS } from '../mutants/handover/plays.ts';

const text = readFileSync(new URL('../../docs/committees.md', import.meta.url), 'utf8');

/**
 * A row on what is left out, with the sizes of committees and the mutant: `| … | … | 4 → 1, 7 → 4 |
 * \`mutant\` |`.
 */
const rows = new Map(
  [...text.matchAll(/^\| .* \| ([\d →,]+) \| `([a-z-]+)` \|$/gm)].map(
    ([, sizes = '', mutant = '']) => [mutant, sizes],
  ),
);

describe('docs/committees.md', () => {
  it.each([...new Set(EXECUTIONS.map(({ mutant }) => mutant))])(
    'names the sizes of the committees in which %s breaks something',
    (id) => {
      const own = EXECUTIONS.filter(({ mutant }) => mutant === id);
      expect(rows.get(id)).toBe(own.map(({ sizes }) => sizes).join(', '));
    },
  );
});
