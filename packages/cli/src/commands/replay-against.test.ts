import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { quorate } from '../../test/quorate.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-against-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = (path: string) =>
  fileURLToPath(new URL(`../../../../scenarios/${path}`, import.meta.url));
const colluding = shipped('byzantine/two-colluding-of-four.yaml');
const payment = shipped('first-payment.yaml');

/** A payment after which somebody has one more than is expected, whatever is left out. */
function disappointed(): string {
  const file = join(folder, 'disappointed.yaml');
  writeFileSync(
    file,
    `{version: 1, name: disappointed, cluster: {validators: 4, clients: {alice: {balance: 9}, bob: {}}},
      workload: [{id: w, client: alice, steps: [{op: pay, to: bob, amount: 1}]}],
      expect: {balances: {bob: 5}}}`,
  );
  return file;
}

describe('replay --against', () => {
  it('finds the nearest run that ends otherwise, and says where the two part and how each ended', async () => {
    const { code, out } = await quorate('replay', colluding, '--against');
    const unfolded = out
      .replace(/(?<=\S)\n {3,}(?=\S)/g, ' ')
      .replace('runs\n  tried', 'runs tried');
    for (const line of [
      /^without byzantine.second-accomplice it ends otherwise: the nearest of \d+ runs tried$/m,
      /^the other run {2}pass, not as expected, .* without byzantine.second-accomplice$/m,
      /^ {2}only this run has byzantine.second-accomplice: { node: v4, acts: \[ { id: signs-anything-too, /m,
      /^ {2}after {10}17 happenings that both have$/m,
      /^ {2}this run {7}event 8, 54.0 ms: v4 answers mallory: Signed \(mallory pays alice 100\)$/m,
      /^ {2}the other run {2}event 8, .*: PreviousTransactionMustBeConfirmedFirst/m,
      /^ {2}unique-certificate {6}broken +holds$/m,
    ]) {
      expect(unfolded).toMatch(line);
    }
    // Two reductions put a crash in place of a liar.
    expect(unfolded).toMatch(/and with faults\.\S+: { kind: crash, node: v[34], at: 0 ns, /);
    expect(code).toBe(0);
  });

  it('fits a terminal, but for paths and names', async () => {
    const { out } = await quorate('replay', colluding, '--against');
    const long = out.split('\n').filter((line) => line.length > 80 && !line.includes(colluding));
    expect(long).toEqual([]);
  });

  it('says how to have the run alone, and how it runs once it is written', async () => {
    const { out } = await quorate('replay', colluding, '--against');
    expect(out).toMatch(
      /^to have the other run as a scenario: npx quorate replay .* --save other.yaml$/m,
    );
    const other = join(folder, 'honest.yaml');
    const saved = await quorate('replay', colluding, '--against', '--save', other);
    expect(saved.out).toContain(`the other run alone: npx quorate replay ${other}\n`);
    const { code, out: alone } = await quorate('run', other);
    expect(alone).toContain('\n1 passed, 0 failed\n');
    expect(code).toBe(0);
  });

  it('compares with the run of another seed, and says what became there of a message', async () => {
    const { code, out } = await quorate('replay', payment, '--against-seed', '5');
    expect(out).toMatch(/^ {2}seed: 1 in this run, 5 in the other$/m);
    expect(out).toMatch(/in the other run it arrives at event \d+$/m);
    expect(out).toMatch(/^ {2}alice pays bob 100 +final +final$/m);
    expect(code).toBe(0);
  });

  it('gives programs the same and nothing else, and writes the page', async () => {
    const page = join(folder, 'page.html');
    const beside = ['--against', payment, '--html', page];
    const { code, out } = await quorate('replay', payment, '--json', ...beside);
    expect(readFileSync(page, 'utf8')).toContain('"how":["');
    const { parting, common, own, other, outcomes } = JSON.parse(out);
    expect(parting).toBeUndefined();
    expect(common).toBe(own.happenings);
    expect(other).toMatchObject({ file: payment, verdict: 'pass', traceHash: own.traceHash });
    expect(outcomes).toContainEqual({ what: 'alice pays bob 100', own: 'final', other: 'final' });
    expect(code).toBe(0);
  });

  it('says that a run differs in nothing from itself', async () => {
    const { out } = await quorate('replay', payment, '--against-seed', '1');
    expect(out).toMatch(/say differently\n {2}nothing\n/);
    expect(out).toMatch(/^ {2}nowhere {2}both have the same \d+ happenings$/m);
  });

  it('says if no run that was tried ends otherwise, and keeps the exit code of the run', async () => {
    const { code, out } = await quorate('replay', disappointed(), '--against');
    expect(out).toMatch(/^none of the \d+ runs that were tried ends otherwise\n$/);
    expect(code).toBe(1);
  });

  it('ends its search with the nearest so far when somebody presses Ctrl-C', async () => {
    const before = process.listeners('SIGINT');
    const press = () => process.listeners('SIGINT').find((each) => !before.includes(each));
    const ended = quorate('replay', colluding, '--against');
    const interrupt = await vi.waitUntil(press, { interval: 1, timeout: 60_000 });
    interrupt?.('SIGINT');
    const { code, err } = await ended;
    expect(err).toMatch(/(^|\n)interrupted: this is the nearest of those tried so far\n/);
    expect(code).toBe(130);
  });

  it.each([
    [6, /first-payment passes: name the other run/, ['--against']],
    [65, /no such file or folder/, ['--against', join(folder, 'none.yaml')]],
    [64, /leave out --until/, ['--against', '--until', '3']],
    [64, /--html names the scenario that is read/, ['--against', colluding, '--html', colluding]],
    [64, /--save writes the run that --against finds/, ['--save', join(folder, 'x.yaml')]],
    [64, /name no other run/, ['--against', colluding, '--save', join(folder, 'x.yaml')]],
    [64, /--save names the scenario that is read/, ['--against', '--save', payment]],
    [64, /leave out --blame/, ['--against-seed', '2', '--blame']],
    [64, /--json needs --blame or --against/, ['--json']],
  ])('ends with %d and says why: %s', async (expected, reason, options) => {
    const { code, err } = await quorate('replay', payment, ...options);
    expect(err).toMatch(reason);
    expect(code).toBe(expected);
  });
});
