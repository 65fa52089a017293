import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import type { Job } from '../campaign/job.ts';
import { type SeedTask, seedRunOf } from '../campaign/seed-run.ts';
import { JobLostError } from '../jobs/child.ts';
import { judge } from '../runs/judge.ts';
import { campaign } from './campaign.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-campaign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string) => {
  const path = join(folder, `${name}.yaml`);
  const nodes = 'cluster: { validators: 4, clients: {} }\nworkload: []\n';
  writeFileSync(path, `version: 1\nname: ${name}\n${nodes}`);
  return path;
};
const files = [fileOf('one'), fileOf('two'), fileOf('three')];

/** Presses Ctrl-C as far as this process can tell: only its newest listener is called. */
const interrupt = () => process.listeners('SIGINT').at(-1)?.('SIGINT');

/** Runs seeds; the third fails, and at the fourth Ctrl-C is pressed. */
function startJob(): Job {
  const examine = async ({ seed, loaded }: SeedTask) => {
    const result = seed === 3n ? brokenDoubleSpend : firstPayment;
    return judge(loaded.file, { ...result, situations: [] }, undefined);
  };
  return {
    run: async (task) => {
      if (task.seed === 4n) interrupt();
      return seedRunOf(task.seed, await examine(task));
    },
    examine,
    stop: () => undefined,
  };
}

describe('campaign', () => {
  const options = { seeds: { first: 1n, last: 1_000_000n }, jobs: 1 };

  it('ends with a report of what has run when somebody presses Ctrl-C', async () => {
    const { terminal, written } = writtenTerminal();
    expect(await campaign(files, options, terminal, startJob)).toBe(1);
    expect(written.out).toMatch(/^FAIL {2}one {2}4 runs, seeds 0x1\.\.0xf4240, 1 failed, /);
    expect(written.out).toMatch(/^ {2}ended +it was interrupted after 4 of 1000000 seeds$/m);
    expect(written.out).toMatch(/^ {2}failed +unique-certificate in 1 run, first with seed 0x3$/m);
    expect(written.out).toMatch(/\n3 passed, 1 failed\n$/);
    expect(written.err).toBe('interrupted: 2 scenarios did not run\n');
  });

  it('says by its exit code that not all seeds have run, if nothing was wrong', async () => {
    const { terminal, written } = writtenTerminal();
    const seeds = { first: 4n, last: 1_000_000n };
    expect(await campaign(files, { ...options, seeds }, terminal, startJob)).toBe(130);
    expect(written.out).toMatch(/^STOP {2}one {2}1 run, /);
    // All seeds of the first scenario have run, but not all scenarios.
    const last = { first: 4n, last: 4n };
    expect(await campaign(files, { ...options, seeds: last }, terminal, startJob)).toBe(130);
  });

  it('has nothing to add up where Ctrl-C came before the first run had ended', async () => {
    const { terminal, written } = writtenTerminal();
    const startIdle = () => ({
      ...startJob(),
      async run(): Promise<never> {
        interrupt();
        throw new JobLostError('one.yaml, seed 0x1', 'was ended by SIGTERM');
      },
    });
    expect(await campaign(files, options, terminal, startIdle)).toBe(130);
    expect(written.out).toMatch(
      /^STOP {2}one {2}0 runs, .*\n {2}ended {2}.* after 0 of 1000000 seeds\n\n0 passed, 0 failed\n$/,
    );
  });

  it('writes a JUnit report with a case for each way to fail', async () => {
    const { terminal } = writtenTerminal();
    const junit = join(folder, 'junit.xml');
    await campaign(files, { ...options, junit }, terminal, startJob);
    const text = readFileSync(junit, 'utf8');
    expect(text).toContain(
      `<testsuite name="one" file="${files[0]}" tests="2" failures="1" skipped="0">`,
    );
    expect(text).toContain('<property name="isInterrupted" value="true"/>');
    expect(text).toMatch(
      /<testcase classname="one" name="unique-certificate"><failure message="in 1 of 4 runs, first with seed 0x3">npx quorate run \S+ --seed \S+<\/failure><\/testcase>/,
    );
    expect(text).toContain('<testcase classname="one" name="runs that passed"/>');
  });

  it('says so in the JSON object, too', async () => {
    const { terminal, written } = writtenTerminal();
    await campaign(files, { ...options, json: true }, terminal, startJob);
    expect(JSON.parse(written.out)).toMatchObject({
      campaigns: [{ name: 'one', stop: 'interrupt', runs: 4 }],
      passed: 3,
      failed: 1,
    });
  });
});
