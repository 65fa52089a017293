import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import type { Job } from '../campaign/job.ts';
import { type SeedTask, seedRunOf } from '../campaign/seed-run.ts';
import { doWork } from '../fuzz/do-work.ts';
import { jobOf } from '../fuzz/job.ts';
import { judge } from '../runs/judge.ts';
import { campaign } from './campaign.ts';
import { fuzz } from './fuzz.ts';
import { shrink } from './shrink.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-full-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A disk that takes nothing, which only a write shows. */
const FULL = '/dev/full';

const said = (option: string) => `error ${option}: ${FULL} cannot be written: the disk is full\n`;

const RIGHT = `version: 1
name: paid
cluster: { validators: 1, clients: { alice: { balance: 10 }, bob: {} } }
workload:
  - { id: pays, client: alice, steps: [{ op: pay, to: bob, amount: 1 }] }
expect: { balances: { bob: 1 } }
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const right = file('right.yaml', RIGHT);
const wrong = file('wrong.yaml', RIGHT.replace('bob: 1 }', 'bob: 2 }'));
/** Does the work of a job process in this process. */
const startLocalJob = () =>
  jobOf({ ask: async (request) => doWork(request), stop: () => undefined });
const artefacts = ['--artefacts', join(folder, 'kept')];

describe.runIf(existsSync(FULL))('a report for which the disk is too full', () => {
  it.each([
    ['--junit', 1],
    ['--events', 1],
    ['--junit', 75],
    ['--events', 75],
  ] as const)('%s is told of by run, with exit code %i', async (option, expected) => {
    const scenario = expected === 1 ? wrong : right;
    const { code, out, err } = await quorate('run', scenario, option, FULL, ...artefacts);
    expect([code, err]).toEqual([expected, said(option)]);
    expect(out).toMatch(/\d passed, \d failed\n$/);
  });

  it.each([
    [1, brokenDoubleSpend],
    [75, firstPayment],
  ])('is reported by many runs, with exit code %i', async (expected, result) => {
    const examine = async ({ loaded }: SeedTask) =>
      judge(loaded.file, { ...result, situations: [] }, undefined);
    const startJob = (): Job => ({
      run: async (task) => seedRunOf(task.seed, await examine(task)),
      examine,
      stop: () => undefined,
    });
    const { terminal, written } = writtenTerminal();
    const options = { seeds: { first: 1n, last: 2n }, jobs: 1, events: FULL, junit: FULL };
    expect(await campaign([right], options, terminal, startJob)).toBe(expected);
    expect(written.err).toContain(said('--events') + said('--junit'));
    expect(written.out).toMatch(/\d passed, \d failed\n$/);
  });

  it.each([
    ['freeze', () => quorate('scenario', 'freeze', right, '--output', FULL)],
    [
      'shrink',
      async () => {
        const { terminal, written } = writtenTerminal();
        const code = await shrink(wrong, { attempts: 1, output: FULL }, terminal, startLocalJob);
        return { code, ...written };
      },
    ],
  ])('is told of by %s, with exit code 75, and what was made is printed', async (_, made) => {
    const { code, out, err } = await made();
    expect(code).toBe(75);
    expect(err).not.toContain('smallest found so far');
    expect(out).toMatch(/^#[\s\S]*\nversion: 1\n[\s\S]*\n {2}traceHash: [0-9a-f]{64}\n$/);
    expect(err).toContain(said('--output'));
  });
});

describe.runIf(existsSync(FULL))('a search whose disk is full', () => {
  const corpus = mkdtempSync(join(folder, 'corpus-'));
  writeFileSync(join(corpus, 'wrong.yaml'), RIGHT.replace('bob: 1 }', 'bob: 2 }'));

  function search(options: { readonly junit?: string; readonly events?: string }) {
    const { terminal, written } = writtenTerminal();
    const plan = { profile: 'safe', crypto: 'stub', runs: 1, jobs: 1, maxFailures: 1 } as const;
    const code = fuzz({ ...plan, corpus, ...options }, terminal, startLocalJob);
    return code.then((settled) => ({ code: settled, ...written }));
  }

  it('reports what it found, and says what is not written', async () => {
    const { code, out, err } = await search({ junit: FULL });
    expect(code).toBe(1);
    expect(err).toContain(said('--junit'));
    expect(out).toMatch(/\n0 passed, 1 failed\n$/);
  });

  it('begins nothing that it could not report', async () => {
    expect(await search({ events: FULL })).toEqual({ code: 75, out: '', err: said('--events') });
  });
});
