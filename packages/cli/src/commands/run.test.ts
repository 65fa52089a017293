import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { runScenario } from '@quorate/simulator';
import pc from 'picocolors';
import { afterAll, describe, expect, it } from 'vitest';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const scenario = (name: string) => `version: 1
name: ${name}
cluster: { validators: 4, clients: {} }
workload: []
`;
const file = (path: string, text: string) => {
  writeFileSync(join(folder, path), text);
  return join(folder, path);
};
mkdirSync(join(folder, 'some/deep'), { recursive: true });
mkdirSync(join(folder, 'none'));
const one = file('some/one.yaml', scenario('one'));
const two = file('some/deep/two.yaml', scenario('two'));
file('some/notes.txt', 'no scenario');
const bad = file('bad.yaml', 'version: 1\nnmae: bad\n');

function record() {
  const written = { out: '', err: '' };
  const terminal = {
    print: (text: string) => {
      written.out += text;
    },
    complain: (text: string) => {
      written.err += text;
    },
    colors: pc.createColors(false),
  };
  return { written, terminal };
}

/** Stands in for the world: every scenario ends like the first payment, under its own name. */
const succeed: typeof runScenario = ({ name }, { seed = 1n } = {}) => ({
  ...firstPayment,
  name,
  seed: `0x${seed.toString(16)}`,
});

describe('run', () => {
  it('runs every scenario below a folder in the order of their paths', () => {
    const { written, terminal } = record();
    expect(run([join(folder, 'some')], {}, terminal, succeed)).toBe(0);
    expect(written.out.match(/^(PASS|FAIL) .{5}|^\d.*/gm)).toEqual([
      'PASS  two ',
      'PASS  one ',
      '2 passed, 0 failed',
    ]);
    expect(written.err).toBe('');
  });

  it('reports a single scenario in full, several in brief', () => {
    const single = record();
    run([one], {}, single.terminal, succeed);
    expect(single.written.out).toMatch(/^Invariants$/m);
    const several = record();
    run([one, two], {}, several.terminal, succeed);
    expect(several.written.out).not.toMatch(/^Invariants$/m);
    const verbose = record();
    run([one, two], { verbose: true }, verbose.terminal, succeed);
    expect(verbose.written.out).toMatch(/^Invariants$/m);
  });

  it('hands seed and backend on', () => {
    const seen: unknown[] = [];
    const spy: typeof runScenario = (loaded, options) => {
      seen.push(options);
      return succeed(loaded, options);
    };
    const { terminal } = record();
    run([one], { seed: 7n, crypto: 'noble' }, terminal, spy);
    run([one], {}, terminal, spy);
    expect(seen).toEqual([{ seed: 7n, backend: 'noble' }, {}]);
  });

  it('explains failures after all verdicts, and counts them last', () => {
    const { written, terminal } = record();
    const fail: typeof runScenario = ({ name }) =>
      name === 'two' ? { ...brokenDoubleSpend, name } : { ...firstPayment, name };
    expect(run([two, one], {}, terminal, fail)).toBe(1);
    const tail = written.out.slice(written.out.indexOf('\nFAIL'));
    expect(tail).toMatch(/^\nFAIL unique-certificate [\s\S]*\n\n1 passed, 1 failed\n$/);
    expect(tail).toContain(`npx quorate run ${two} --seed 0x5eed`);
  });

  it('prints one JSON object, of one shape for one scenario and for many', () => {
    const { written, terminal } = record();
    expect(run([two, one], { json: true }, terminal, succeed)).toBe(0);
    const summary = JSON.parse(written.out);
    expect(Object.keys(summary)).toEqual(['scenarios', 'passed', 'failed', 'mistakes']);
    expect(summary).toMatchObject({
      scenarios: [
        {
          file: two,
          passed: true,
          causes: [],
          name: 'two',
          seed: '0x1',
          verdict: 'pass',
          traceHash: firstPayment.traceHash,
          virtualNanos: '312456789',
        },
        { file: one, name: 'one' },
      ],
      passed: 2,
      failed: 0,
      mistakes: [],
    });
  });

  it('finds a scenario that runs differently the second time', () => {
    let calls = 0;
    const drift: typeof runScenario = (loaded, options) => {
      calls += 1;
      return { ...succeed(loaded, options), traceHash: `${calls}` };
    };
    const { written, terminal } = record();
    expect(run([one], { checkDeterminism: true, json: true }, terminal, drift)).toBe(4);
    expect(JSON.parse(written.out).scenarios[0]).toMatchObject({
      causes: [4],
      deterministic: false,
    });
  });

  it('runs nothing while a file is wrong, and lists every mistake', () => {
    const { written, terminal } = record();
    const never: typeof runScenario = () => {
      throw new Error('nothing may run');
    };
    const missing = join(folder, 'missing.yaml');
    const empty = join(folder, 'none');
    expect(run([one, bad, missing, empty], {}, terminal, never)).toBe(65);
    expect(written.out).toBe('');
    expect(written.err.replaceAll(folder, '')).toMatchInlineSnapshot(`
      "error /bad.yaml:1:1: name: missing key "name"
      error /bad.yaml:1:1: cluster: missing key "cluster"
      error /bad.yaml:1:1: workload: missing key "workload"
      error /bad.yaml:2:1: unknown key "nmae"; did you mean "name"?
      error /missing.yaml: no such file or folder
      error /none: no *.yaml in this folder
      6 mistakes, nothing was run
      "
    `);
  });

  it('puts mistakes into the JSON object as well', () => {
    const { written, terminal } = record();
    expect(run([join(folder, 'missing')], { json: true }, terminal, succeed)).toBe(65);
    expect(JSON.parse(written.out)).toEqual({
      scenarios: [],
      passed: 0,
      failed: 0,
      mistakes: [`${join(folder, 'missing')}: no such file or folder`],
    });
  });
});
