import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-scenario-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function call(...args: readonly string[]) {
  const { code, out, err } = await quorate(...args);
  const short = (text: string) => text.replaceAll(`${folder}/`, '');
  return { code, out: short(out), err: short(err) };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const textOf = (path: string) => readFileSync(path, 'utf8');

const FORMATTED = `# Alice pays Bob.
version: 1
name: paid
description: A payment of 1 €.

cluster:
  validators: 4
  clients:
    alice: { balance: 10 }
    bob: {}

workload:
  - id: pays
    client: alice
    steps:
      - { op: pay, to: bob, amount: 1 }

expect:
  balances: { bob: 1 }
`;

const SWARM = FORMATTED.replace(/workload:[\s\S]*/, 'workload: []\n\nswarm:\n  steps: [1, 2]\n');

describe('quorate scenario fmt', () => {
  const crooked = FORMATTED.replace('version: 1\nname: paid', 'name: "paid"\nversion: 1');

  it('rewrites files that are not in canonical form, and names them', async () => {
    const path = file('crooked.yaml', crooked);
    const good = file('good.yaml', FORMATTED);
    expect(await call('scenario', 'fmt', path, good)).toEqual({
      code: 0,
      out: 'crooked.yaml\n1 file formatted, 1 unchanged\n',
      err: '',
    });
    expect([textOf(path), textOf(good)]).toEqual([FORMATTED, FORMATTED]);
  });

  it('changes nothing with --check, and fails', async () => {
    const path = file('crooked.yaml', crooked);
    const { code, out } = await call('scenario', 'fmt', '--check', path);
    expect({ code, out }).toEqual({
      code: 1,
      out: 'crooked.yaml\n1 file not formatted, 0 unchanged\n',
    });
    expect(textOf(path)).toBe(crooked);
  });

  it('writes nothing while a file is not YAML', async () => {
    const path = file('crooked.yaml', crooked);
    const { code, err } = await call('scenario', 'fmt', path, file('broken.yaml', 'a: [\n'));
    expect(code).toBe(65);
    expect(err).toContain('broken.yaml:2:1:');
    expect(textOf(path)).toBe(crooked);
  });
});

describe('a file that is not in UTF-8', () => {
  it.each([['fmt'], ['lint']])('is left as it is by %s, with exit code 65', async (name) => {
    const path = join(folder, 'latin.yaml');
    const bytes = Buffer.from(FORMATTED.replace('A payment', 'Un caf\u00e9'), 'latin1');
    writeFileSync(path, bytes);
    const { code, out, err } = await call('scenario', name, path);
    expect([code, out + err]).toEqual([
      65,
      expect.stringContaining('latin.yaml: expected text in UTF-8, got other bytes\n'),
    ]);
    expect(readFileSync(path)).toEqual(bytes);
  });
});

describe('quorate scenario lint', () => {
  it('lists mistakes, and advice on files that have none', async () => {
    const wrong = file('wrong.yaml', FORMATTED.replace('validators: 4', 'validators: 0'));
    const idle = file('idle.yaml', FORMATTED.replace('bob: {}', 'bob: {}\n    carol: {}'));
    expect(await call('scenario', 'lint', wrong, idle)).toEqual({
      code: 65,
      out: `error  wrong.yaml:7:15: cluster.validators: expected a whole number from 1 to 100, got 0
advice idle.yaml:11:5: cluster.clients: "carol" does nothing and is named nowhere
2 files, 1 mistake, 1 piece of advice
`,
      err: '',
    });
  });

  it('does not fail on advice', async () => {
    const path = file('plain.yaml', FORMATTED.replace(/description: .*\n/, ''));
    const { code, out } = await call('scenario', 'lint', path);
    expect(code).toBe(0);
    expect(out).toContain('there is no description');
  });
});

describe('a folder with a file that cannot be read', () => {
  const within = mkdtempSync(join(folder, 'within-'));
  writeFileSync(join(within, 'good.yaml'), FORMATTED);
  symlinkSync('nowhere', join(within, 'x.yaml'));

  it.each([['fmt'], ['lint']])('is answered by %s with exit code 65', async (name) => {
    const { code, out, err } = await call('scenario', name, within);
    expect(code).toBe(65);
    expect(out + err).toMatch(/^error +within-\w+\/x.yaml: no such file or folder$/m);
  });

  it('is not what --check calls unformatted', async () => {
    expect((await call('scenario', 'fmt', '--check', within)).code).toBe(65);
  });
});

describe('quorate scenario expand', () => {
  it('prints what a seed makes of a scenario, as a scenario', async () => {
    const path = file('swarm.yaml', SWARM);
    const { code, out } = await call('scenario', 'expand', path, '--seed', '7');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^# swarm.yaml, drawn with seed 0x7.\n#\n# Nodes: v1 v2 v3 v4, p1, alice bob.\n/,
    );
    expect(out).toMatch(/^workload:\n {2}- id: of-alice$/m);
    expect(out).not.toMatch(/^swarm:/m);
    const expanded = file('expanded.yaml', out);
    expect((await call('scenario', 'fmt', '--check', expanded)).code).toBe(0);
    expect((await call('scenario', 'expand', path, '--seed', '8')).out).not.toBe(out);
  });

  it('sets values in the file, and says which', async () => {
    const accounts = '  accounts: { joint: { signers: [alice, bob], quorum: 2 } }\n';
    const path = file('swarm.yaml', SWARM.replace('    bob: {}\n', `    bob: {}\n${accounts}`));
    const set = ['--set', 'cluster.validators=7', '--set', 'seed=5'];
    const { out } = await call('scenario', 'expand', path, ...set);
    expect(out).toMatch(
      /^# swarm.yaml but for cluster.validators, seed, drawn with seed 0x5.\n#\n# Nodes: v1 v2 v3 v4 v5 v6 v7, p1, alice bob joint\.\n/,
    );
  });

  it('names validators without a seat among the nodes, and no clients where there are none', async () => {
    const cluster = 'cluster: { validators: 1, candidates: 2, clients: {} }';
    const path = file('seats.yaml', `version: 1\nname: seats\n${cluster}\nworkload: []\n`);
    const { out } = await call('scenario', 'expand', path);
    expect(out).toContain('\n# Nodes: v1 v2 v3, p1.\n');
  });

  it('takes one file', async () => {
    const { code, err } = await call('scenario', 'expand', folder);
    expect(code).toBe(65);
    expect(err).toContain('a folder, where one scenario file is expected');
  });
});

describe('quorate scenario freeze', () => {
  it('takes one file, and refuses to write to an impossible place', async () => {
    const path = file('swarm.yaml', SWARM);
    expect(await call('scenario', 'freeze', path, '-o', folder)).toEqual({
      code: 75,
      out: '',
      err: `error --output: ${folder} cannot be written: a folder, not a file\n`,
    });
    expect((await call('scenario', 'freeze', folder)).code).toBe(65);
  });

  it('does not replace the file that it reads', async () => {
    const path = file('swarm.yaml', SWARM);
    const { code, err } = await call('scenario', 'freeze', path, '-o', path);
    expect({ code, err }).toEqual({
      code: 64,
      err: 'error --output names the scenario that is read, swarm.yaml: choose another file, or it would be lost\n(quorate scenario freeze --help shows how)\n',
    });
    expect(textOf(path)).toBe(SWARM);
  });

  it('writes a scenario that replays, and notices when it does not', async () => {
    const path = file('swarm.yaml', SWARM);
    const frozen = join(folder, 'frozen.yaml');
    const { code, out } = await call('scenario', 'freeze', path, '--seed', '7', '-o', frozen);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    const text = textOf(frozen);
    expect(text).toMatch(/^provenance:\n {2}seed: "0x7"\n {2}tool: .*\n {2}traceHash: .*$/m);
    const artefacts = ['--artefacts', join(folder, 'artefacts')];
    expect((await call('run', frozen, ...artefacts)).code).toBe(0);
    const other = text.replace(/traceHash: "?[0-9a-f]{64}"?/, `traceHash: "${'0'.repeat(64)}"`);
    const drifted = await call('run', file('drifted.yaml', other), ...artefacts);
    expect(drifted.code).toBe(5);
    expect(drifted.out).toContain('not the one that was recorded');
    const [, kept = ''] = /\n {2}replay +npx quorate replay (.*)\n/.exec(drifted.out) ?? [];
    const again = await call('replay', join(folder, kept));
    expect(again.code).toBe(5);
    expect(again.out).toContain('not the one that was recorded');
    expect(drifted.out).toMatch(/\n {2}why +the file has changed since, or the version of quorate/);
    expect((await call('run', file('drifted.yaml', other), '--seed', '9', ...artefacts)).code).toBe(
      0,
    );
  });
});
