import fc from 'fast-check';
import { expect, it } from 'vitest';
import { act } from '../arbitraries/plots/scene.ts';
import { createdLabels } from '../scenario/check-steps.ts';
import { DEFAULT_SWARM } from '../scenario/swarm/swarm.ts';
import { drawsOf } from './draw.ts';
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
        const made = before.flatMap((each) => (each.op === 'transaction' ? each.operations : []));
        if (subject.token !== undefined) expect(createdIn(made)).toContain(subject.token);
        if (subject.job !== undefined) expect(createdIn(made)).toContain(subject.job);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect([...seen].sort(byText)).toEqual([
    'certificate last',
    'certificate,job creation',
    'certificate,job decision',
    'certificate,token creation',
    'certificates ',
    'certificates,limit ',
    'job ',
    'jobs ',
    'token ',
  ]);
});

it('has nobody read where nobody may', () => {
  const drawn = (seed: bigint) => lookingUp(LINES, { cast, swarm: idle }, drawsOf(seed));
  expect([1n, 2n, 3n, 4n].map(drawn)).toEqual([LINES, LINES, LINES, LINES]);
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function createdIn(steps: readonly object[]): readonly string[] {
  return ['token', 'job'].flatMap((kind) => createdLabels([{ steps }], kind));
}
