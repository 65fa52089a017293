import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import type { Manner } from '../../scenario/steps/manner.ts';
import { type Draw, drawsOf } from '../draw.ts';
import { archival } from './archival.ts';
import { paidInToken } from './fee-token.ts';
import { inFullForm } from './full-form.ts';
import { unversioned } from './unversioned.ts';
import { witnessed } from './witnessed.ts';

const PAY = { op: 'pay', to: 'bob', amount: 1n, token: undefined } as const;
const BURN = { op: 'burn', token: 'gold', amount: 1n } as const;
const CLAIM = {
  op: 'claim',
  data: new Uint8Array(),
  verifiers: ['bob'],
  signers: ['bob'],
  quorum: 1,
} as const;

/** A line of a member of an account that others share. */
function shared(line: Line): Line {
  const { client, step } = line;
  return step.op === 'transaction' ? { client, step: { ...step, from: 'treasury' } } : line;
}

const LINES = [
  act('alice', PAY),
  act('bob', BURN),
  shared(act('alice', PAY)),
  { client: 'alice', step: { op: 'wait', for: 1n } } as const,
  act('bob', PAY, PAY),
  act('bob', CLAIM),
  shared(act('alice', PAY, CLAIM)),
];
const OPENING = [act('alice', PAY)];
const PLAIN = { acceptsUnversioned: true, fees: undefined };
const FEES = { amount: 1n, account: 'bob', token: { of: 'alice', amount: 1n, isDefault: true } };
const PRUNED = { prune: { olderThanNanos: 0n, keepPerAccount: 1n, archives: [] } };

type Drawing = (draw: Draw) => readonly Line[];

/** Counts the runs in which anything is drawn, and notes which lines. */
function runsOf(drawing: Drawing, manner: Manner): { runs: number; lines: ReadonlySet<number> } {
  const seen = new Set<number>();
  let runs = 0;
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      const drawn = drawing(drawsOf(seed));
      expect(drawing(drawsOf(seed))).toEqual(drawn);
      if (drawn.some((line, index) => line !== LINES[index])) runs += 1;
      for (const [index, line] of drawn.entries()) {
        const { client, step } = LINES[index] ?? {};
        if (line === LINES[index]) continue;
        expect(line).toEqual({ client, step: { ...step, ...manner } });
        seen.add(index);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
  return { runs, lines: seen };
}

const UNVERSIONED: Manner = { release: 'Unversioned' };
const ARCHIVAL: Manner = { archival: true };

describe('what is written in unusual ways, in some runs', () => {
  it.each<[string, Drawing, Manner, readonly number[]]>([
    ['has no release', (draw) => unversioned(LINES, PLAIN, draw), UNVERSIONED, [0, 4, 5]],
    ['is archival', (draw) => archival(LINES, PRUNED, draw), ARCHIVAL, [0, 1, 4, 5]],
    ['is signed in full', (draw) => inFullForm(LINES, draw), { form: 'full' }, [5, 6]],
    [
      'is paid for in a token',
      (draw) => paidInToken(LINES, OPENING, draw),
      { feeToken: 'fee-token' },
      [0, 1, 4, 5],
    ],
    [
      'comes with what it may build on',
      (draw) => witnessed(LINES, draw),
      { witnesses: true },
      [0, 1, 2, 4, 5, 6],
    ],
  ])('%s, and nothing else is changed', (_, drawing, manner, lines) => {
    expect(runsOf(drawing, manner).lines).toEqual(new Set(lines));
  });

  it('is drawn more often where it makes a greater difference', () => {
    const unversionedRuns = (terms: Parameters<typeof unversioned>[1]) =>
      runsOf((draw) => unversioned(LINES, terms, draw), UNVERSIONED).runs;
    const usual = unversionedRuns(PLAIN);
    expect(unversionedRuns({ ...PLAIN, acceptsUnversioned: false })).toBeGreaterThan(3 * usual);
    expect(unversionedRuns({ ...PLAIN, fees: FEES })).toBeGreaterThan(3 * usual);
    const { runs } = runsOf((draw) => archival(LINES, { prune: undefined }, draw), ARCHIVAL);
    const pruned = runsOf((draw) => archival(LINES, PRUNED, draw), ARCHIVAL).runs;
    expect(pruned).toBeGreaterThan(10 * runs);
  });

  it('leaves the token out where none is created', () => {
    expect(runsOf((draw) => paidInToken(LINES, [], draw), {}).runs).toBe(0);
  });

  it('names no token where it names no release', () => {
    const old = LINES.map(
      ({ client, step }) => ({ client, step: { ...step, ...UNVERSIONED } }) as Line,
    );
    for (let seed = 0n; seed < 100n; seed += 1n) {
      expect(paidInToken(old, OPENING, drawsOf(seed))).toEqual(old);
    }
  });
});
