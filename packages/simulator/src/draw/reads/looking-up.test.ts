import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { createdLabels } from '../../scenario/steps/check-steps.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { lookingUp } from './looking-up.ts';

const cast = ['alice', 'bob'].map((name) => ({ name, balance: 10n, proxy: 'p1' }));
const GOLD = { op: 'create-token', as: 'gold', name: 'gold', decimals: 0, amount: 1n, mints: [] };
const FEE = { kind: 'Fixed', amount: 1n } as const;
const JOB = { op: 'escrow-job', as: 'logo', terms: 'fair', provider: 'bob', fee: 1n };
const LINES = [
  act('alice', { op: 'pay', to: 'bob', amount: 1n, token: undefined }),
  act('alice', { ...GOLD, op: 'create-token' }),
  act('alice', { op: 'escrow-terms', as: 'fair', token: undefined, fee: FEE, minimum: 0n }),
  act('bob', { ...JOB, op: 'escrow-job', description: '' }),
  act('alice', { op: 'escrow-reject', job: 'logo' }),
  act('bob', { ...JOB, op: 'escrow-job', as: 'site', description: '' }),
  act('bob', { ...GOLD, op: 'create-token', as: 'lead' }),
];
const { operations } = DEFAULT_SWARM;
const idle = { ...DEFAULT_SWARM, operations: { ...operations, read: 0 } };

it('has clients read all kinds of things, each once it may be there, and changes nothing else', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = lookingUp(LINES, { cast, swarm: DEFAULT_SWARM }, drawsOf(seed));
      expect(lookingUp(LINES, { cast, swarm: DEFAULT_SWARM }, drawsOf(seed))).toEqual(drawn);
      expect(drawn.filter((line) => LINES.includes(line))).toEqual(LINES);
      for (const [index, { step }] of drawn.entries()) {
        if (step.op !== 'read') continue;
        const { op: _, of: __, ...subject } = step;
        seen.add(`${Object.keys(subject).sort(byText)} ${subject.certificate ?? ''}`);
        const before = drawn.slice(0, index).map((line) => line.step);
        const made = before.flatMap(operationsIn);
        if (subject.token !== undefined) expect(createdIn(made)).toContain(subject.token);
        if (subject.job !== undefined) expect(createdIn(made)).toContain(subject.job);
        const { andTokens = [], andJobs = [] } = subject;
        expect(createdIn(made)).toEqual(expect.arrayContaining([...andTokens, ...andJobs]));
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect([...seen].sort(byText)).toEqual([
    'andJobs,job ',
    'andTokens,token ',
    'certificate last',
    'certificate,job creation',
    'certificate,job decision',
    'certificate,token creation',
    'certificates ',
    'certificates,limit ',
    'job ',
    'jobs ',
    'jobs,status ',
    'token ',
  ]);
});

it('has nobody read where nobody may', () => {
  const drawn = (seed: bigint) => lookingUp(LINES, { cast, swarm: idle }, drawsOf(seed));
  expect([1n, 2n, 3n, 4n].map(drawn)).toEqual([LINES, LINES, LINES, LINES]);
});

/** Lines in which erin evaluates what bob does for alice, and what the treasury does for bob. */
const AFFAIRS = [
  act('erin', { op: 'escrow-terms', as: 'fair', token: undefined, fee: FEE, minimum: 0n }),
  act('alice', { ...JOB, op: 'escrow-job', description: '' }),
  act('bob', { ...JOB, op: 'escrow-job', as: 'site', provider: 'treasury', description: '' }),
  act('bob', { op: 'escrow-submit', job: 'logo', deliverable: '00' }),
  act('erin', { op: 'escrow-complete', job: 'logo' }),
  act('erin', { op: 'escrow-reject', job: 'site' }),
];

/** What lists of jobs are read over many seeds: after which line, by whom, and of whom. */
function listsOf(lines: readonly Line[], names: readonly string[]): readonly string[] {
  const all = names.map((name) => ({ name, balance: 10n, proxy: 'p1' }));
  const drawn = Array.from({ length: 900 }, (_, seed) =>
    lookingUp(lines, { cast: all, swarm: DEFAULT_SWARM }, drawsOf(BigInt(seed))),
  );
  return drawn.flatMap((each) =>
    each.flatMap(({ client, step }, index) => {
      if (step.op !== 'read' || step.jobs === undefined) return [];
      const before = each.slice(0, index).findLast((line) => lines.includes(line));
      const after = before === undefined ? -1 : lines.indexOf(before);
      return [`${after} ${client}: ${step.jobs} ${step.of ?? client} ${step.status ?? ''}`.trim()];
    }),
  );
}

it('has a client that moves a job list the jobs of one of its parties, by status too', () => {
  const lists = listsOf(AFFAIRS, ['erin', 'alice', 'bob']);
  const bySubmitter = lists.filter((list) => list.startsWith('3 bob: '));
  expect([...new Set(bySubmitter)].sort(byText)).toEqual([
    '3 bob: client alice',
    '3 bob: client alice Funded',
    '3 bob: client alice Submitted',
    '3 bob: evaluator erin',
    '3 bob: evaluator erin Funded',
    '3 bob: evaluator erin Submitted',
    '3 bob: provider bob',
    '3 bob: provider bob Funded',
    '3 bob: provider bob Submitted',
  ]);
  const byEvaluator = [...new Set(lists.filter((list) => list.startsWith('5 erin: ')))];
  expect(byEvaluator).toContain('5 erin: provider treasury Refunded');
  expect(byEvaluator).toContain('5 erin: client bob Funded');
  expect(byEvaluator.every((list) => !list.includes('alice'))).toBe(true);
  const early = lists.filter((list) => list.startsWith('1 ') || list.startsWith('2 '));
  expect(early.length).toBeLessThan(lists.length / 4);
});

it('lists no jobs where nobody knows who takes part in them', () => {
  expect(listsOf(AFFAIRS.slice(3), ['erin', 'bob'])).toEqual([]);
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function createdIn(steps: readonly object[]): readonly string[] {
  return ['token', 'job'].flatMap((kind) => createdLabels([{ steps }], kind));
}
