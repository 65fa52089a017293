import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quorate, ROOT } from '../built-command.ts';

const page = readFileSync(join(ROOT, 'docs/fuzzing.md'), 'utf8');
const workflow = readFileSync(join(ROOT, 'docs/github-workflow.yml'), 'utf8');
const help = quorate('fuzz', '--help').stdout;

/** Lists the options named in a text, each once. */
function optionsIn(text: string): readonly string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [])].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
}

function commandsIn(text: string): readonly string[] {
  return text.match(/npx quorate fuzz\b[^\n#]*/g) ?? [];
}

describe('docs/fuzzing.md', () => {
  it('names every option of the command, and uses no other', () => {
    const used = commandsIn(page).flatMap(optionsIn);
    expect(optionsIn(help)).toEqual(expect.arrayContaining(used));
    expect(optionsIn(page)).toEqual(
      expect.arrayContaining(optionsIn(help).filter((option) => option !== '--help')),
    );
  });
});

describe('docs/github-workflow.yml', () => {
  it('has a job for pull requests and one for nights', () => {
    const [, jobs = ''] = workflow.split(/^jobs:$/m);
    expect(jobs.match(/^ {2}[a-z-]+(?=:$)/gm)?.map((job) => job.trim())).toEqual([
      'pull-request',
      'night',
    ]);
  });

  it('uses only what the command takes', () => {
    const commands = commandsIn(workflow);
    expect(commands.length).toBeGreaterThanOrEqual(3);
    expect(optionsIn(help)).toEqual(expect.arrayContaining(commands.flatMap(optionsIn)));
  });
});
