import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from '../built-command.ts';
import { warmCommand } from '../warm-command.ts';

/** A file that a reader saves or adds to, or commands with what they print. */
type Block =
  | { readonly file: string; readonly text: string }
  | { readonly console: readonly Exchange[] };

/** What is typed, and what is printed then; `…` stands for anything. */
interface Exchange {
  readonly command: string;
  readonly printed: string;
}

const page = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');
const chapters = page
  .split(/^## (?=\d)/m)
  .slice(1)
  .map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), blocksOf(chapter)] as const);

const cwd = mkdtempSync(join(tmpdir(), 'quorate-tutorial-'));
symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
let devnet: ChildProcess | undefined;
const { quorateIn, close } = warmCommand();
afterAll(close);
afterAll(async () => {
  if (devnet?.exitCode === null && devnet.kill('SIGTERM')) await once(devnet, 'close');
  rmSync(cwd, { recursive: true });
});

/** Gives the steps of a chapter, in order. */
function blocksOf(chapter: string): readonly Block[] {
  return [...chapter.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((fence) => {
    const [, language, text = ''] = fence;
    if (language === 'console') return { console: exchangesOf(text) };
    const file = /`([\w-]+\.\w+)`:\n\n$/.exec(chapter.slice(0, fence.index))?.[1];
    if (file === undefined) throw new Error(`no name of a file before: ${text}`);
    return { file, text };
  });
}

function exchangesOf(text: string): readonly Exchange[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((typed) => {
      const end = typed.indexOf('\n');
      return { command: typed.slice(0, end), printed: typed.slice(end + 1).trim() };
    });
}

/**
 * Makes a pattern of what is printed on the page; `…` stands for any text, or alone on a line for
 * any lines.
 */
function patternOf(printed: string): RegExp {
  const lines = printed
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`));
  return new RegExp(`^${lines.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Does what a shell would do with a command, and gives what is printed. */
async function carryOut(command: string): Promise<string> {
  const [program, ...args] = command.replace(/^npx /, '').split(' ');
  if (command.startsWith('npx quorate devnet --')) return boot(args);
  const { stdout, stderr } =
    program === 'quorate'
      ? await quorateIn(cwd, ...args)
      : spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return `${stderr}${stdout}`;
}

/** Starts the devnet on ports that are free, and gives what it prints until it waits. */
async function boot(args: readonly string[]): Promise<string> {
  const options = [join(ROOT, COMMAND), ...args, '--port', '0'];
  const child = spawn(process.execPath, options, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  devnet = child;
  let said = '';
  for await (const bytes of child.stdout) {
    said += bytes;
    if (said.includes('Ctrl-C stops it.')) break;
  }
  return said;
}

describe('docs/tutorial.md', () => {
  it.each(chapters)('%s', async (_, blocks) => {
    expect(blocks.some((block) => 'console' in block)).toBe(true);
    for (const block of blocks) {
      if ('file' in block) {
        // Shrinking takes most of the time, and other tests look at it.
        const text = block.text.replace(/seed: (\d+) }/, 'seed: $1, endOnFailure: true }');
        appendFileSync(join(cwd, block.file), text);
        continue;
      }
      for (const { command, printed } of block.console) {
        const said = await carryOut(command);
        expect(`${said.trim()}\n`, command).toMatch(patternOf(printed));
      }
    }
  });
});
