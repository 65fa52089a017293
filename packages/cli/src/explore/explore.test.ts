import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VALIDATOR_RULES } from '@quorate/core';
import { exploreScenario } from '@quorate/simulator';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { loadScenarioFile } from '../runs/scenario-files.ts';
import { explore } from './explore.ts';
import { keepWritten } from './keep-written.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-explore-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a scenario in which Mallory pays Alice and Bob with one nonce, and gives its file. */
function written(name: string, validators: number, more: object = {}): string {
  const all = Array.from({ length: validators }, (_, index) => `v${index + 1}`);
  const file = join(folder, `${name}.yaml`);
  const document = {
    version: 1,
    name,
    cluster: { validators, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } },
    workload: [],
    byzantine: [
      {
        id: 'spender',
        node: 'mallory',
        acts: [
          {
            id: 'twice',
            act: 'equivocate',
            rivals: [
              { to: 'alice', amount: 100, validators: all },
              { to: 'bob', amount: 100, validators: all },
            ],
          },
        ],
      },
    ],
    ...more,
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const two = written('two', 2);

/** Writes a scenario in which both of two validators sign whatever they are asked to sign. */
function lying(name: string, expected: string): string {
  const { byzantine } = JSON.parse(readFileSync(two, 'utf8'));
  const liars = ['v1', 'v2'].map((node) => ({
    id: node,
    node,
    acts: [{ id: `${node}-signs`, act: 'double-sign' }],
  }));
  return written(name, 2, {
    byzantine: [...byzantine, ...liars],
    expect: { verdict: expected },
  });
}

/** Keeps what is found out of the way of the repository. */
const keeping = ['--artefacts', join(folder, 'kept')];

describe('quorate explore', () => {
  it('says which clients were explored one by one', async () => {
    const pays = (client: string) => ({
      id: `${client}-pays`,
      client,
      steps: [{ op: 'pay', to: 'carol', amount: 1 }],
    });
    const file = written('apart', 1, {
      cluster: {
        validators: 1,
        clients: { alice: { balance: 1 }, bob: { balance: 1 }, carol: {} },
      },
      workload: [pays('alice'), pays('bob')],
      byzantine: [],
    });
    const { code, out } = await quorate('explore', file);
    expect(code).toBe(0);
    expect(out).toContain('  alone   alice, 9 states\n  alone   bob, 9 states\n');
  });

  it('says how many states there are, in how many ways they end, and that these are all', async () => {
    const { code, out } = await quorate('explore', two);
    expect(code).toBe(0);
    expect(out).toContain('every order of events, nothing lost, repeated or crashed\n');
    expect(out).toMatch(/\n {2}states {2}\d+, by \d+ transitions, up to \d+ events deep\n/);
    expect(out).toMatch(/\n +\d+ +mallory locked by own equivocation +nothing\n/);
    expect(out).toMatch(/\nPASS {2}two {2}complete, \d+ states, 3 ends\n$/);
  });

  it('shows what leads to a violation, and names who is to blame', async () => {
    const { code, out } = await quorate('explore', lying('liars', 'pass'), ...keeping);
    expect(code).toBe(1);
    expect(out).toContain('1  direct:mallory:twice → v1  SubmitTransaction');
    expect(out).toContain(
      'broken unique-certificate two certificates for (mallory, nonce 0)\n  must hold  No two tr',
    );
    expect(out).toContain('  culprits   v1 (Byzantine), v2 (Byzantine) signed more than one');
    expect(out).toMatch(/\nFAIL {2}liars {2}violation:unique-certificate, stopped at the first/);
  });

  it('keeps a violation as a scenario that run and replay take', async () => {
    const file = lying('kept', 'pass');
    const { code, out } = await quorate('explore', file, ...keeping, '--crashes', '1');
    const [, kept = ''] =
      /\n {2}artefacts {2}(.*)\n {2}replay {5}npx quorate replay \1\n/.exec(out) ?? [];
    expect([code, kept]).toEqual([1, expect.stringContaining('unique-certificate-')]);
    const found = join(kept, 'scenario.yaml');
    expect(readFileSync(found, 'utf8')).toMatch(
      `# violation:unique-certificate, in an order of events that quorate explore found in ${file}.\n`,
    );
    const again = await quorate('run', found, ...keeping);
    expect([again.code, again.out]).toEqual([
      1,
      expect.stringContaining('FAIL unique-certificate'),
    ]);
    const replayed = await quorate('replay', kept, '--step');
    expect(replayed.out).toContain('the same as recorded');
    const json = await quorate('explore', file, ...keeping, '--crashes', '1', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ artefacts: kept });
  });

  it('says in the file if limits end the run right after the order', () => {
    const file = lying('cut', 'pass');
    const [loaded] = loadScenarioFile(file, undefined).scenarios;
    if (loaded === undefined) return expect.unreachable();
    const found = exploreScenario(loaded.scenario);
    const scenario = found.written?.scenario;
    if (scenario === undefined) return expect.unreachable();
    const [head, cutHead] = [false, true].map((isCut) => {
      const root = join(folder, `cut-${isCut}`);
      const keeping = { root, complain: expect.unreachable };
      const kept = keepWritten({ ...found, written: { scenario, isCut } }, { loaded, keeping });
      return readFileSync(join(kept?.artefacts ?? '', 'scenario.yaml'), 'utf8');
    });
    expect(head).not.toContain('so "limits" end the run');
    expect(cutHead).toContain('so "limits" end the run right after them.\n');
  });

  it('passes on a violation that the scenario expects', async () => {
    const asked = await quorate(
      'explore',
      lying('asked', 'violation:unique-certificate'),
      ...keeping,
    );
    expect(asked.code).toBe(0);
    const missed = written('missed', 1, { expect: { verdict: 'violation:unique-certificate' } });
    const { code, out } = await quorate('explore', missed);
    expect(code).toBe(6);
    expect(out).toMatch(/\nFAIL {2}missed {2}expected violation:unique-certificate, complete, /);
    const other = await quorate('explore', lying('other', 'violation:convergence'), ...keeping);
    expect(other.code).toBe(1);
    expect(other.out).toContain('violation:unique-certificate, expected violation:convergence, ');
  });

  it('fails where a node breaks, whatever the liars are allowed, and shows with what it broke', () => {
    const takeLock = () => {
      throw new TypeError('no lock');
    };
    const wrong = { drops: 0, validatorRules: { ...VALIDATOR_RULES, takeLock } };
    const codes = ['pass', 'any', 'violation:nodes-do-not-break'].map((verdict) => {
      const { terminal, written: said } = writtenTerminal();
      const code = explore(lying('breaks', verdict), wrong, terminal);
      expect(said.out).toMatch(
        /\n1 {2}direct:mallory:twice → v1 {2}SubmitTransaction \w+ \(mallory pays alice 100\)\n\nbroken nodes-do-not-break v1 stopped: no lock\n {2}must hold {2}No node stops because of a bug.\n/,
      );
      expect(said.out).toMatch(/\n(FAIL|PASS) {2}breaks {2}violation:nodes-do-not-break, /);
      return code;
    });
    expect(codes).toEqual([1, 1, 0]);
  });

  it('ends with unknown when it was cut off', async () => {
    for (const limit of [
      ['--max-states', '5'],
      ['--max-depth', '2'],
    ]) {
      const { code, out } = await quorate('explore', two, ...limit);
      expect([code, out]).toEqual([2, expect.stringContaining('cut off by --max')]);
      expect(out).toContain(`${limit[0]}, `);
    }
    const { code, out } = await quorate('explore', two, '--time', '1ns');
    expect([code, out]).toEqual([2, expect.stringContaining('cut off by --time, ')]);
    expect(await quorate('explore', two, '--time', '0s')).toMatchObject({
      code: 64,
      err: 'error --time takes a time above 0, not "0s"\n(quorate explore --help shows how)\n',
    });
  });

  it('says on a terminal how far it has got, and clears the line at the end', () => {
    const lines: string[] = [];
    const { terminal, written: said } = writtenTerminal();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 30;
      return now;
    });
    try {
      explore(two, {}, { ...terminal, rewrite: (line) => lines.push(line) });
    } finally {
      clock.mockRestore();
    }
    const states = lines
      .slice(0, -1)
      .map((line) => Number(/^two {2}(\d+) states, \d+ s$/.exec(line)?.[1]));
    expect(states.length).toBeGreaterThan(3);
    expect(states).toEqual(states.toSorted((one, other) => one - other));
    expect(said.out).toMatch(new RegExp(`complete, ${states.at(-1)} states`));
    expect(lines.at(-1)).toBe('');
  });

  it('prints one JSON object', async () => {
    const { code, out } = await quorate('explore', two, '--json', '--drops', '1');
    const found = JSON.parse(out);
    expect(found).toMatchObject({ file: two, passed: true, code, verdict: 'pass', complete: true });
    expect(found.budgets).toEqual({ drops: 1, duplicates: 0, crashes: 0, timeouts: 0 });
  });

  it('leaves out clients that are not asked for, and refuses unknown ones', async () => {
    const { out } = await quorate('explore', two, '--clients', 'alice');
    expect(out).toMatch(/complete, 1 state, 1 end\n$/);
    const { code, err } = await quorate('explore', two, '--clients', 'malory');
    expect([code, err]).toEqual([
      64,
      'error --clients: unknown client "malory"; did you mean "mallory"?\n(quorate explore --help shows how)\n',
    ]);
  });

  it('refuses what cannot be explored, and names the place of each part', async () => {
    const file = written('large', 2, {
      swarm: {},
      faults: [{ id: 'down', kind: 'crash', node: 'v1', at: '1 s' }],
      workload: [{ id: 'reads', client: 'alice', steps: [{ op: 'read' }] }],
    });
    const { code, err } = await quorate('explore', file);
    expect(code).toBe(65);
    expect(err).toContain(`error ${file}: swarm: `);
    expect(err).toContain(`error ${file}: faults: `);
    expect(err).toContain(`error ${file}: workload[0].steps[0]: what is read is not explored`);
    expect(err).toContain('3 mistakes, nothing was run\n');
  });
});
