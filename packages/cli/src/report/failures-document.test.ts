import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Leaves out what changes with every change of the protocol or with chance. */
function withoutLuck(text: string): string {
  return text.replace(/[0-9a-f]{8,}/g, '<hash>').replace(/\b[\d.]+ (ms|s)\b/g, '<time>');
}

it('docs/failures.md shows what is printed of a run that fails', async () => {
  const file = join(folder, 'two-colluding-of-four.yaml');
  const scenario = textOf('scenarios/byzantine/two-colluding-of-four.yaml');
  writeFileSync(file, scenario.slice(0, scenario.indexOf('\nexpect:')));
  const { out } = await quorate('run', file, '--artefacts', folder);
  const [, shown = ''] = /```\n(FAIL [\s\S]*?)```/.exec(textOf('docs/failures.md')) ?? [];
  const printed = out.slice(out.indexOf('\nFAIL unique') + 1).replaceAll(folder, '.quorate');
  expect(withoutLuck(printed)).toBe(`${withoutLuck(shown)}\n0 passed, 1 failed\n`);
});

it('docs/failures.md shows the diagram that is drawn of it', async () => {
  const file = 'scenarios/byzantine/two-colluding-of-four.yaml';
  const { out } = await quorate('replay', file, '--diagram');
  const [, shown = ''] =
    /```mermaid\n(sequenceDiagram[\s\S]*?)```/.exec(textOf('docs/failures.md')) ?? [];
  expect(withoutLuck(shown)).toBe(withoutLuck(out));
});
