import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { loadScenario, sizeOfScenario } from '@quorate/simulator';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { doWork } from '../fuzz/do-work.ts';
import { jobOf } from '../fuzz/job.ts';
import { JobLostError } from '../jobs/child.ts';
import { type ShrinkCommandOptions, shrink } from './shrink.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-shrink-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WRONG = `# Bob cannot have more than he gets.
version: 1
name: hopeful
cluster:
  validators: 7
  clients:
    alice: { balance: 10 }
    bob: {}
    carol: { balance: 5 }
workload:
  - { id: of-alice, client: alice, steps: [{ op: pay, to: bob, amount: 1 }] }
  - { id: of-carol, client: carol, steps: [{ op: pay, to: alice, amount: 1 }] }
faults:
  - { id: f1, kind: crash, node: v3, at: 1 s }
expect:
  balances: { bob: 2 }
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Shrinks with the job of a test, which does its work in this process unless that says otherwise. */
async function shrunk(
  path: string,
  options: Partial<ShrinkCommandOptions> = {},
  job: Parameters<typeof jobOf>[0] = {
    ask: async (request) => {
      await turn();
      return doWork(request);
    },
    stop: () => undefined,
  },
) {
  const { terminal, written } = writtenTerminal();
  const code = await shrink(path, { attempts: 1000, ...options }, terminal, () => jobOf(job));
  return { code, ...written };
}

describe('quorate shrink', () => {
  it('writes the smallest scenario that fails in the same way, and it fails again', async () => {
    const smaller = join(folder, 'smaller.yaml');
    const { code, out, err } = await shrunk(file('wrong.yaml', WRONG), { output: smaller });
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(
      /^(?:shrinking, attempt \d+ of at most 1000\n)+expectation: balances\.\w+ at _.*\nfrom 7 validators, 3 clients, 2 operations, 1 fault, .*\nto {3}1 validator, [12] clients?, 1 operation, 0 faults, .* attempts\n$/,
    );
    const text = readFileSync(smaller, 'utf8');
    expect(text).toMatch(
      /^# expectation: balances\.\w+ at _.*\n#\n# .*wrong\.yaml, drawn with seed 0x/,
    );
    expect(sizeOfScenario(loadScenario(text, smaller)).operations).toBe(1);
    expect((await quorate('run', smaller)).code).toBe(1);
  });

  it('says which seed the scenario was drawn with, though a smaller one will do', async () => {
    const { out } = await shrunk(file('drawn.yaml', WRONG), { seed: 0xabcn });
    expect(out).toMatch(/drawn\.yaml, drawn with seed 0xabc\.\n/);
    expect(out).toMatch(/\nseed: 1\n[\s\S]*\nprovenance:\n {2}seed: "0xabc"\n/);
  });

  it('tries no more than it may', async () => {
    const { code, out, err } = await shrunk(file('few.yaml', WRONG), { attempts: 1 });
    expect(code).toBe(0);
    expect(err).toMatch(/in 1 attempt\n$/);
    expect(out).toContain('version: 1');
  });

  it('ends with the smallest so far when somebody presses Ctrl-C', async () => {
    const before = process.listeners('SIGINT');
    const press = () => process.listeners('SIGINT').find((each) => !before.includes(each));
    const ended = shrunk(file('hurried.yaml', WRONG));
    const interrupt = await vi.waitUntil(press, { interval: 1, timeout: 60_000 });
    interrupt?.('SIGINT');
    const { code, out, err } = await ended;
    expect(code).toBe(130);
    expect(err).toMatch(/\ninterrupted: this is the smallest found so far\n$/);
    expect(loadScenario(out, 'out').name).toBe('hopeful');
  });

  it('ends with the smallest so far when a smaller one has no end', async () => {
    const seen = { asked: 0, stopped: 0 };
    const ended = await shrunk(
      file('endless.yaml', WRONG),
      {},
      {
        ask: async (request) => {
          seen.asked += 1;
          if (seen.asked === 20) throw new JobLostError('hopeful, run again', 'gave no answer');
          return doWork(request);
        },
        stop: () => {
          seen.stopped += 1;
        },
      },
    );
    expect(ended.code).toBe(75);
    expect(seen).toEqual({ asked: 20, stopped: 1 });
    expect(ended.err).toMatch(
      /\nerror hopeful, run again: the process that ran it gave no answer; this is the smallest found so far\n$/,
    );
    expect(sizeOfScenario(loadScenario(ended.out, 'out')).faults).toBe(0);
  });

  it('has nothing to do where nothing fails', async () => {
    const right = file('right.yaml', WRONG.replace('bob: 2', 'bob: 1'));
    expect(await quorate('shrink', right)).toEqual({
      code: 6,
      out: '',
      err: 'hopeful ends as it expects: there is nothing to shrink\n',
    });
  });

  it('has nothing to do where a violation was expected and nothing breaks', async () => {
    const tame = file('tame.yaml', WRONG.replace('balances: { bob: 2 }', 'verdict: liveness'));
    expect(await shrunk(tame)).toEqual({
      code: 6,
      out: '',
      err: 'hopeful passes, and liveness was expected: nothing to shrink\n',
    });
  });

  it('says what is wrong with a file or a folder', async () => {
    expect((await quorate('shrink', file('bad.yaml', 'version: 2'))).code).toBe(65);
    const { code, err } = await quorate('shrink', folder);
    expect([code, err]).toEqual([65, expect.stringContaining('no artefacts of a failure')]);
  });
});
