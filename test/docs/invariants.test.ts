import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { glossary, runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedScenario } from '../scenario-documents.ts';
import { names } from './test-titles.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const text = readFileSync(new URL('invariants.md', DOCS), 'utf8');

/** A row of a table: the invariant that it states, and the test that it links. */
const rows = [...text.matchAll(/^\| `([a-z-]+)` \|.*\]\(([^)]+)\) \|$/gm)].map(
  ([, name = '', target = '']) => ({ name, target }),
);

describe('docs/invariants.md', () => {
  it('states every invariant that a run is held to, and no other', () => {
    const { oracles } = runScenario(shippedScenario('first-payment.yaml'));
    const checked = oracles.map(({ name }) => name);
    expect(rows.map(({ name }) => name).sort()).toEqual([...checked].sort());
  });

  it('says of each what reports and `quorate explain` say; `npx vitest run test/docs -u` prints it again', async () => {
    const statements = new Map(glossary().map((term) => [term.name, term]));
    const printed = text.replaceAll(
      /^(\| `([a-z-]+)` \| )[^|]+( \| [^|]+ \| [^|]+ \|)$/gm,
      (row, head: string, name: string, tail: string) => {
        const statement = statements.get(name);
        if (statement === undefined) return row;
        const { holds, details } = statement;
        return `${head}${details === undefined ? holds : `${holds} ${details}`}${tail}`;
      },
    );
    await expect(printed).toMatchFileSnapshot(fileURLToPath(new URL('invariants.md', DOCS)));
  });

  it.each(rows)('links, for $name, a test that names it', ({ name, target }) => {
    const file = fileURLToPath(new URL(target, DOCS));
    expect(existsSync(file)).toBe(true);
    expect(names(readFileSync(file, 'utf8'), name)).toBe(true);
  });
});

describe('docs/scenarios.md', () => {
  it('says of every situation that a run counts what `quorate explain` says', () => {
    const { situations } = runScenario(shippedScenario('first-payment.yaml'));
    const page = readFileSync(new URL('scenarios.md', DOCS), 'utf8');
    const explained = glossary()
      .filter(({ kind }) => kind === 'situation')
      .map(({ name, holds }) => ({ name, row: `| \`${name}\` | ${holds}` }));
    expect(explained.map(({ name }) => name)).toEqual(situations.map(({ name }) => name));
    for (const { row } of explained) {
      expect(page).toContain(`\n${row.replace('It occurs when ', '').replace(/\.$/, '')} |\n`);
    }
  });
});
