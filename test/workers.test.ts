import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from './built-command.ts';
import { warmCommand } from './warm-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { quorate, close } = warmCommand();
afterAll(close);

/** Gives everything that a campaign keeps of its runs: verdicts, hashes of traces and draws, counts. */
async function runsOf(file: string, seeds: string, ...args: string[]) {
  const events = join(folder, 'events.ndjson');
  const artefacts = ['--artefacts', join(folder, 'artefacts')];
  const { stderr } = await quorate(
    'run',
    file,
    '--seeds',
    seeds,
    '--events',
    events,
    ...artefacts,
    ...args,
  );
  expect(stderr).not.toMatch(/error/);
  return readFileSync(events, 'utf8').trimEnd().split('\n').slice(1);
}

/** Gives whole results: accounts, certificates, digests, violations, costs. */
async function resultsOf(files: readonly string[], ...args: string[]) {
  const { stdout, stderr, status } = await quorate('run', ...files, '--json', ...args);
  expect(stderr).toBe('');
  return { status, ...JSON.parse(stdout) };
}

/** Counts the threads that a process starts and the messages that it hands to them. */
const COUNT = `
  const threads = require('node:worker_threads');
  const { postMessage } = threads.MessagePort.prototype;
  const counts = { started: 0, delivered: 0 };
  threads.Worker = class extends threads.Worker {
    constructor(...given) {
      super(...given);
      counts.started += 1;
    }
  };
  threads.MessagePort.prototype.postMessage = function (letter, ...rest) {
    if (letter?.request?.request?.type === 'Deliver') counts.delivered += 1;
    return postMessage.call(this, letter, ...rest);
  };
  require('node:module').syncBuiltinESMExports();
  if (threads.isMainThread) {
    process.on('exit', () => process.stderr.write(JSON.stringify(counts)));
  }`;

describe('validators in worker threads', () => {
  // A trace has, for each step, the digest of the ledger, the verdict, and who signed.
  it.each([
    ['anything-legal', '1'],
    ['everything-at-once', '3'],
    ['beyond-the-limit', '4'],
  ])('take every step of a run of %s as in one thread, in %s threads', async (name, threads) => {
    const run = ['--seed', '1', '--artefacts', join(folder, 'artefacts')];
    const files = [`scenarios/swarm/${name}.yaml`];
    expect(await resultsOf(files, ...run, '--workers', threads)).toEqual(
      await resultsOf(files, ...run),
    );
  });

  it('do so in the processes of a campaign', async () => {
    // The row that rots is one that no validator reads as it comes up, or one that all read.
    const seeds = ['scenarios/crashes/bit-rot.yaml', '1..3', '--jobs', '1'] as const;
    expect(await runsOf(...seeds, '--workers', '2')).toEqual(await runsOf(...seeds));
  });

  it('give whole results that are equal, through crashes, amnesia and lies', async () => {
    const lies = ['twin', 'forging-validator', 'lying-validator', 'withholding-proxy'];
    const files = ['scenarios/crashes', ...lies.map((name) => `scenarios/byzantine/${name}.yaml`)];
    expect(await resultsOf(files, '--workers', '2')).toEqual(await resultsOf(files));
  });

  it('give the same page, with every message and what became of it', async () => {
    const pageOf = async (...threads: readonly string[]) => {
      const file = join(folder, `page${threads.length}.html`);
      await quorate('run', 'scenarios/byzantine/twin.yaml', ...threads, '--html', file);
      return readFileSync(file, 'utf8');
    };
    const shared = await pageOf('--workers', '2');
    expect(shared).toContain(' --workers 2"');
    expect(shared.replace(' --workers 2"', '"')).toBe(await pageOf());
  });

  it('run there and nowhere else: every message to a validator crosses to a thread', () => {
    const preload = join(folder, 'count.cjs');
    writeFileSync(preload, COUNT);
    const args = ['-r', preload, COMMAND, 'run', 'scenarios/first-payment.yaml', '--workers', '2'];
    const { stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    // Each of four validators is asked for a dry run, a signature and a settlement.
    expect(JSON.parse(stderr)).toEqual({ started: 2, delivered: 12 });
  });

  it('are what a scenario asks for with cluster.workers', async () => {
    const text = readFileSync(join(ROOT, 'scenarios/first-payment.yaml'), 'utf8');
    const file = join(folder, 'threads.yaml');
    const traceOf = async (written: string) => {
      writeFileSync(file, written);
      return (await resultsOf([file])).scenarios[0].traceHash;
    };
    expect(text).toMatch(/^ {2}validators: 4$/m);
    expect(await traceOf(text.replace(/^ {2}validators: 4$/m, '$&\n  workers: 2'))).toBe(
      await traceOf(text),
    );
  });
});
