import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScenario, type recordRun, type runScenario } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { brokenDoubleSpend, doubleSpendForensics, firstPayment } from '../../test/sample-result.ts';
import { run, type Simulator } from './run.ts';

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

/** Replaces the simulator: every scenario ends like the first payment, under its own name. */
const succeed: typeof runScenario = ({ name }, { seed = 1n } = {}) => ({
  ...firstPayment,
  name,
  seed: `0x${seed.toString(16)}`,
});

/** A record of a run in which nothing happened. */
const NOTHING_FOUND = {
  ...{ events: [], losses: [], messages: [], transactions: [] },
  ...{ forensics: undefined, excess: undefined },
};

/** Runs scenarios with `execute`; recording them again gives `found` besides. */
function simulator(
  execute: typeof runScenario,
  found: Partial<ReturnType<typeof recordRun>> = {},
): Simulator {
  return {
    runScenario: execute,
    recordRun: (loaded, options) => ({
      ...NOTHING_FOUND,
      result: execute(loaded, options),
      ...found,
    }),
  };
}

const works = simulator(succeed);

describe('run', () => {
  it('runs every scenario below a folder in the order of their paths', () => {
    const { written, terminal } = writtenTerminal();
    expect(run([join(folder, 'some')], {}, terminal, works)).toBe(0);
    expect(written.out.match(/^(PASS|FAIL) .{5}|^\d.*/gm)).toEqual([
      'PASS  two ',
      'PASS  one ',
      '2 passed, 0 failed',
    ]);
    expect(written.err).toBe('');
  });

  it('reports a single scenario in full, several in brief', () => {
    const single = writtenTerminal();
    run([one], {}, single.terminal, works);
    expect(single.written.out).toMatch(/^Invariants$/m);
    const several = writtenTerminal();
    run([one, two], {}, several.terminal, works);
    expect(several.written.out).not.toMatch(/^Invariants$/m);
    const verbose = writtenTerminal();
    run([one, two], { verbose: true }, verbose.terminal, works);
    expect(verbose.written.out).toMatch(/^Invariants$/m);
  });

  it('hands seed, crypto mode and backend on', () => {
    const seen: unknown[] = [];
    const spy: typeof runScenario = (loaded, options) => {
      seen.push(options);
      return succeed(loaded, options);
    };
    const { terminal } = writtenTerminal();
    run([one], { seed: 7n, crypto: 'memo', ed25519: 'noble' }, terminal, simulator(spy));
    run([one], {}, terminal, simulator(spy));
    expect(seen).toEqual([{ seed: 7n, crypto: 'memo', backend: 'noble' }, {}]);
  });

  it('sets values in every file, and repeats the settings in the command that shows a failure again', () => {
    const seen: unknown[] = [];
    const spy: typeof runScenario = (loaded) => {
      seen.push([loaded.name, loaded.cluster.validators.length, loaded.description]);
      return brokenDoubleSpend;
    };
    const { written, terminal } = writtenTerminal();
    const set = [
      { path: ['cluster', 'validators'], value: '2' },
      { path: ['description'], value: "'one''s own'" },
    ];
    run([one, two], { set }, terminal, simulator(spy));
    expect(new Set(seen.map(String))).toEqual(new Set(["one,2,one's own", "two,2,one's own"]));
    expect(written.out).toContain(
      `--seed 0x5eed --set 'cluster.validators=2' --set 'description='\\''one'`,
    );
    const { written: asJson, terminal: forPrograms } = writtenTerminal();
    run([one], { set, json: true }, forPrograms, simulator(spy));
    const { scenarios } = JSON.parse(asJson.out) as { scenarios: readonly object[] };
    expect(scenarios).toMatchObject([
      { set: ['cluster.validators=2', "description='one''s own'"] },
    ]);
  });

  it('explains failures after all verdicts, and counts them last', () => {
    const { written, terminal } = writtenTerminal();
    const fail: typeof runScenario = ({ name }) =>
      name === 'two' ? { ...brokenDoubleSpend, name } : { ...firstPayment, name };
    expect(run([two, one], {}, terminal, simulator(fail))).toBe(1);
    const tail = written.out.slice(written.out.indexOf('\nFAIL'));
    expect(tail).toMatch(/^\nFAIL unique-certificate [\s\S]*\n\n1 passed, 1 failed\n$/);
    expect(tail).toContain(`npx quorate run ${two} --seed 0x5eed`);
  });

  describe('of a scenario that fails', () => {
    const fail: typeof runScenario = () => brokenDoubleSpend;
    const events = [
      { event: 1, at: 5n, from: 'alice', to: 'v1', kind: 'SubmitTransaction', changes: ['x'] },
    ];
    const fails = simulator(fail, { events, forensics: doubleSpendForensics });
    const root = join(folder, 'kept');

    it('keeps all that shows the failure under fixed names, and says where', () => {
      const { written, terminal } = writtenTerminal();
      expect(run([two], { artefacts: root }, terminal, fails)).toBe(1);
      const kept = join(root, 'failures/unique-certificate-3f2a9c01');
      expect(readdirSync(kept).sort()).toEqual([
        'diagram.mmd',
        'forensics.json',
        'report.html',
        'report.json',
        'scenario.yaml',
        'stdout.txt',
        'trace.ndjson',
      ]);
      const read = (name: string) => readFileSync(join(kept, name), 'utf8');
      const { provenance } = loadScenario(read('scenario.yaml'), 'scenario.yaml');
      expect(provenance).toMatchObject({ seed: '0x5eed', traceHash: brokenDoubleSpend.traceHash });
      expect(read('stdout.txt')).toContain(`replay     npx quorate replay ${kept}`);
      expect(read('diagram.mmd')).toMatch(/^sequenceDiagram\n.* two certificates for /s);
      expect(read('report.html')).toContain('two certificates for ');
      expect(JSON.parse(read('forensics.json'))).toMatchObject({ conflicts: [{ nonce: '0' }] });
      expect(JSON.parse(read('report.json'))).toMatchObject({
        file: two,
        seed: '0x5eed',
        causes: [1, 1],
        result: { verdict: 'violation:unique-certificate' },
      });
      const [header = '', ...lines] = read('trace.ndjson').trimEnd().split('\n');
      expect(JSON.parse(header)).toMatchObject({
        format: 1,
        seed: '0x5eed',
        node: process.version,
      });
      expect(lines).toEqual([
        '{"event":1,"t":"5","from":"alice","to":"v1","kind":"SubmitTransaction"}',
      ]);
      expect(written.out).toContain(`\n  artefacts  ${kept}\n`);
    });

    it('keeps failures of one trace apart that expected something else', () => {
      const { written, terminal } = writtenTerminal();
      const balance = (expected: string) => ({
        expectation: 'balances.bob',
        expected,
        actual: '100',
      });
      const differ: typeof runScenario = ({ name }) => ({
        ...firstPayment,
        failedExpectations: [balance(name)],
      });
      run([one, two], { artefacts: join(folder, 'apart') }, terminal, simulator(differ));
      expect(new Set(written.out.match(/expectation-3f2a9c01-[0-9a-f]{4}$/gm)).size).toBe(2);
      const lacks: typeof runScenario = ({ name }) => ({
        ...firstPayment,
        expectedVerdict: name === 'one' ? 'violation:convergence' : 'violation:supply-conserved',
      });
      run([one, two], { artefacts: join(folder, 'apart') }, terminal, simulator(lacks));
      expect(new Set(written.out.match(/no-violation-3f2a9c01-[0-9a-f]{4}$/gm)).size).toBe(2);
    });

    it('refuses a folder that cannot be written to before anything runs', () => {
      const { written, terminal } = writtenTerminal();
      expect(run([one], { artefacts: two }, terminal, fails)).toBe(75);
      expect(written.err).toMatch(
        /^error --artefacts: \S+ cannot be written: a part of the path is /,
      );
    });

    it('does not need the usual folder while nothing fails', () => {
      const { written, terminal } = writtenTerminal();
      expect(run([one], { usualArtefacts: two }, terminal, works)).toBe(0);
      expect(written.err).toBe('');
    });

    it('reports a failure where the usual folder cannot be written, and says that', () => {
      const { written, terminal } = writtenTerminal();
      expect(run([one], { usualArtefacts: two }, terminal, fails)).toBe(1);
      expect(written.err).toBe(
        `warning ${two}/failures/unique-certificate-3f2a9c01 cannot be written (a part of the path is a file, not a folder): the artefacts of this failure are not kept\n`,
      );
      expect(written.out).toContain(`replay     npx quorate run ${one} --seed 0x5eed\n`);
    });

    it('writes the files that programs read', () => {
      const { terminal } = writtenTerminal();
      const junit = join(folder, 'junit.xml');
      const lines = join(folder, 'events.ndjson');
      run([two], { junit, events: lines, json: true, crypto: 'memo' }, terminal, fails);
      expect(readFileSync(junit, 'utf8')).toContain(`run ${two} --seed 0x5eed --crypto memo<`);
      expect(readFileSync(lines, 'utf8')).toMatch(/^{"v":1,"t":"start"/);
    });

    it('keeps nothing unless told where', () => {
      const { written, terminal } = writtenTerminal();
      expect(run([two], {}, terminal, fails)).toBe(1);
      expect(written.out).not.toContain('artefacts');
    });

    it('names the folder in the JSON object', () => {
      const { written, terminal } = writtenTerminal();
      run([two], { artefacts: root, json: true }, terminal, fails);
      expect(JSON.parse(written.out).scenarios[0].artefacts).toMatch(
        /unique-certificate-3f2a9c01$/,
      );
    });

    it('runs again with every signature verified, and notices a run that then differs', () => {
      const seen: unknown[] = [];
      const spy: Simulator = {
        ...fails,
        recordRun: (loaded, options) => {
          seen.push(options);
          const result = { ...fail(loaded), verdict: 'pass', crypto: 'full' } as const;
          return { ...NOTHING_FOUND, result, events };
        },
      };
      const { written, terminal } = writtenTerminal();
      run([two], { crypto: 'stub', json: true }, terminal, spy);
      expect(seen).toEqual([{ crypto: 'full' }]);
      expect(JSON.parse(written.out).scenarios[0]).toMatchObject({
        causes: [1, 1, 4],
        deterministic: false,
      });
    });
  });

  it('prints one JSON object, of one shape for one scenario and for many', () => {
    const { written, terminal } = writtenTerminal();
    expect(run([two, one], { json: true }, terminal, works)).toBe(0);
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
    const { written, terminal } = writtenTerminal();
    expect(run([one], { checkDeterminism: true, json: true }, terminal, simulator(drift))).toBe(4);
    expect(JSON.parse(written.out).scenarios[0]).toMatchObject({
      causes: [4],
      deterministic: false,
    });
  });

  it('runs nothing while a file is wrong, and lists every mistake', () => {
    const { written, terminal } = writtenTerminal();
    const never: typeof runScenario = () => {
      throw new Error('nothing may run');
    };
    const missing = join(folder, 'missing.yaml');
    const empty = join(folder, 'none');
    expect(run([one, bad, missing, empty], {}, terminal, simulator(never))).toBe(65);
    expect(written.out).toBe('');
    expect(written.err.replaceAll(folder, '')).toMatchInlineSnapshot(`
      "error /missing.yaml: no such file or folder
      error /none: no *.yaml or *.yml in this folder
      error /bad.yaml:1:1: name: missing key "name"
      error /bad.yaml:1:1: cluster: missing key "cluster"
      error /bad.yaml:1:1: workload: missing key "workload"
      error /bad.yaml:2:1: unknown key "nmae"; did you mean "name"?
      6 mistakes, nothing was run
      "
    `);
  });

  it('puts mistakes into the JSON object as well', () => {
    const { written, terminal } = writtenTerminal();
    expect(run([join(folder, 'missing')], { json: true }, terminal, works)).toBe(65);
    expect(JSON.parse(written.out)).toEqual({
      scenarios: [],
      passed: 0,
      failed: 0,
      mistakes: [`${join(folder, 'missing')}: no such file or folder`],
    });
  });
});
