import { describe, expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { drawsOf } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';
import { withFalseCells } from './false-cells.ts';

const SET = act('alice', { op: 'set-state', key: '00', to: '00' }).step;
const BUDGET = { faulty: ['v2', 'v3'], correct: ['v1'] };
const FORGER = partyOf('v2', [{ ...THROUGHOUT, act: 'forge' }]);

function entry(client: string, ...steps: readonly WorkloadStep[]): WorkloadEntry {
  return { id: `of-${client}`, client, start: 0n, steps };
}

/** What a validator that forges comes to do besides, over many seeds. */
function drawnFor(
  workload: readonly WorkloadEntry[],
  { parties = [FORGER], swarm = { ...DEFAULT_SPACE, odds: 1 }, budget = BUDGET } = {},
): ReadonlySet<string> {
  const occasion = { swarm, budget, workload };
  const drawn = Array.from({ length: 60 }, (_, seed) =>
    withFalseCells(parties, occasion, drawsOf(BigInt(seed))),
  );
  return new Set(
    drawn.flatMap((all) =>
      all.map(({ node, acts }) => `${node}: ${acts.map((each) => each.act).join(' ')}`),
    ),
  );
}

const READ: WorkloadStep = { op: 'read', of: 'alice' };

describe('withFalseCells', () => {
  it.each([
    ['somebody else', [entry('alice', SET), entry('bob', READ)]],
    ['the client that has written', [entry('alice', SET, { op: 'read', of: undefined })]],
  ])('has a validator lie at times where cells are read, by %s', (_, workload) => {
    expect(drawnFor(workload)).toEqual(new Set(['v2: forge', 'v2: forge lie']));
    expect(drawnFor(workload, { parties: [] })).toEqual(new Set(['v2: lie']));
  });

  it('changes nothing where nobody reads any, or nobody may lie', () => {
    const workload = [entry('alice', SET), entry('bob', READ)];
    const honest = new Set(['v2: forge']);
    expect(drawnFor([entry('alice', SET), entry('bob', { op: 'read', of: 'bob' })])).toEqual(
      honest,
    );
    expect(drawnFor([entry('bob', READ)])).toEqual(honest);
    expect(drawnFor(workload, { budget: { faulty: [], correct: ['v2'] } })).toEqual(honest);
    const swarm = { ...DEFAULT_SPACE, odds: 1, profile: 'beyond' as const };
    expect(drawnFor(workload, { swarm })).toEqual(honest);
  });
});
