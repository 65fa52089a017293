import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { ClaimStep } from '../../scenario/steps/step.ts';
import type { Line, Scene } from './scene.ts';
import { sharedPlot } from './shared.ts';

const cast = ['alice', 'bob', 'carol'].map((name) => ({ name, balance: 10n, proxy: 'p1' }));
const [lead] = cast;
const goods = { tokens: [], terms: [], jobs: [] };
const treasury = { name: 'treasury', signers: ['alice', 'bob', 'carol'], quorum: 1, balance: 9n };
const cluster = { clients: cast, accounts: [treasury] };
const scene = { cluster, cast, lead, goods } as never as Scene;
const plots = fc.sample(sharedPlot, { numRuns: 300, seed: 1 }).map((plot) => plot(scene));

function claimsIn(lines: readonly Line[]): readonly ClaimStep[] {
  return lines.flatMap(({ step }) => operationsIn(step).filter((each) => each.op === 'claim'));
}

describe('what members do for an account', () => {
  it('is a claim at times, for which each brings other verifiers, and all together enough', () => {
    const claimed = plots.map(claimsIn).filter(({ length }) => length > 0);
    expect(claimed.length).toBeGreaterThan(plots.length * 0.1);
    expect(claimed.filter(({ length }) => length > 1).length).toBeGreaterThan(claimed.length / 2);
    for (const claims of claimed) {
      const brought = claims.flatMap(({ signers }) => signers);
      const [verifiers = []] = claims.map((claim) => claim.verifiers);
      expect(brought).toHaveLength(verifiers.length);
      expect(new Set(brought)).toEqual(new Set(verifiers));
      expect(new Set(claims.map(({ quorum }) => quorum)).size).toBe(1);
    }
  });

  it('is followed at times by what another member signs some time later', () => {
    const followed = plots.filter((lines) => lines.some(({ step }) => step.op === 'wait'));
    expect(followed.length).toBeGreaterThan(plots.length * 0.15);
    for (const lines of followed) {
      const [last, wait] = [lines.at(-1), lines.at(-2)];
      expect(wait?.client).toBe(last?.client);
      expect(last?.client).not.toBe(lines[0]?.client);
    }
  });
});
