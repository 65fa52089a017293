import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedRun, Scenario } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { replayBlame } from './replay-blame.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-blame-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Mallory spends twice, unless v2, which is also part of the rival quorum, loses what she sends.
 */
function doubleSpend(name: string, drop: number): string {
  const file = join(folder, `${name}.yaml`);
  const colludes = 'acts: [{ id: signs, act: collude, with: mallory }]';
  writeFileSync(
    file,
    `version: 1
name: ${name}
cluster: { validators: 4, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } }
network:
  default: { delay: { dist: const, mean: 10 ms } }
  links: [{ from: mallory, to: v2, drop: ${drop} }]
workload: []
byzantine:
  - { id: one, node: v3, ${colludes} }
  - { id: other, node: v4, ${colludes.replace('signs', 'signs-too')} }
  - id: spender
    node: mallory
    acts:
      - id: spend-twice
        act: equivocate
        at: 1 s
        rivals:
          - { to: alice, amount: 100, validators: [v1, v3, v4], deliver: [v1] }
          - { to: bob, amount: 100, validators: [v2, v3, v4], deliver: [v2] }
`,
  );
  return file;
}

const lucky = doubleSpend('lucky', 0.7);
const certain = doubleSpend('certain', 0);
const blame = (file: string, ...more: string[]) =>
  quorate('replay', file, '--seed', '5', '--blame', '--branches', '5', ...more);

describe('replay --blame', () => {
  it('shows the event that made a failure likely, and what its share was before and after', async () => {
    const { code, out } = await blame(lucky);
    expect(out).toMatch(/^unique-certificate, with other luck after an event, 5 runs each\n/);
    expect(out).toMatch(/^ +0 +0 ns +\d\d % {2}█{1,19}$/m);
    expect(out).toMatch(/^ +1 +1.00 s +100 % {2}█{20}$/m);
    expect(out).toMatch(/\nit rises most clearly at event 1, from \d\d % to 100 %\n/);
    expect(out).toMatch(/\nno correct node took a step there, and no message was lost: .*\n$/);
    expect(code).toBe(1);
  });

  it('writes the same for programs, each time the same', async () => {
    const { code, out } = await blame(lucky, '--json');
    const found = JSON.parse(out);
    expect(found).toMatchObject({ name: 'lucky', seed: '0x5', oracle: 'unique-certificate' });
    expect(found.points.at(-1).share).toBe(1);
    expect(found.rise.to).toEqual({ event: 1, at: '1000000000', fails: 5, share: 1 });
    // With fewer events than sixteen parts, each event is a point, up to the one in which the
    // invariant was found broken.
    const events = found.points.map(({ event }: { readonly event: number }) => event);
    expect(events).toEqual([...Array(8).keys()]);
    expect(found.points.at(-1).at).toBe('1010000000');
    expect((await blame(lucky, '--json')).out).toBe(out);
    expect(code).toBe(1);
  });

  it('says in words that chance has no part in a failure', async () => {
    // After the greatest seed, the first ones follow.
    const { out } = await blame(certain, '--seed', `${2n ** 64n - 1n}`);
    expect(out).toMatch(/^unique-certificate breaks in every run with other luck, .*\n$/);
  });

  it('reports no rise that may be chance alone', async () => {
    const { out } = await blame(doubleSpend('likely', 0.1));
    expect(out).toMatch(/^ +1 +1.00 s +100 % {2}█{20}$/m);
    expect(out).toMatch(/\nno rise stands out from chance among 5 runs per event: .*\n$/);
    expect(out).not.toContain('it rises');
  });

  it('looks at the invariant that is asked for, where several broke', async () => {
    const asked = await blame(certain, '--invariant', 'convergence', '--branches', '1');
    expect(asked.out).toMatch(/^convergence breaks in every run with other luck, /);
    const { code, out, err } = await blame(certain, '--invariant', 'convergance');
    expect([code, out]).toEqual([6, '']);
    expect(err).toMatch(
      /^certain does not break convergance, but unique-certificate, .*convergence.*: there is nothing/,
    );
  });

  it('says that an excused invariant broke, in a run where a node broke that may not', async () => {
    const violations = (oracle: string) => [{ oracle, at: 1n }];
    const oracles = ['unique-certificate', 'nodes-do-not-break'].map((name) => ({
      name,
      violations: violations(name),
    }));
    const result = { name: 'excused', expectedVerdict: 'any', oracles };
    const recorded = { result, events: [] } as unknown as RecordedRun;
    const { written, terminal } = writtenTerminal();
    const loaded = { file: 'x.yaml', scenario: {} as Scenario };
    expect(await replayBlame(loaded, recorded, { invariant: 'unique-certificate' }, terminal)).toBe(
      6,
    );
    expect(written.err).toBe(
      'excused breaks unique-certificate, which it may, and nodes-do-not-break, which it may not: there is nothing to blame\n',
    );
  });

  it('blames nothing where no invariant breaks', async () => {
    const { code, out, err } = await blame(doubleSpend('lossy', 1));
    expect({ code, out, err }).toEqual({
      code: 6,
      out: '',
      err: 'lossy breaks no invariant: there is nothing to blame\n',
    });
  });

  it.each([
    [['--branches', '3'], '--branches needs --blame'],
    [['--invariant', 'convergence'], '--invariant needs --blame'],
    [['--blame', '--until', '3'], '--blame looks at the whole run: leave out --until'],
    [['--blame', '--step'], '--blame looks at the whole run: leave out --step'],
  ])('refuses %s', async (options, fault) => {
    const { code, err } = await quorate('replay', lucky, ...options);
    expect(err).toBe(`error ${fault}\n(quorate replay --help shows how)\n`);
    expect(code).toBe(64);
  });
});
