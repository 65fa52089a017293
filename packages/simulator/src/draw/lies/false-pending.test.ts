import { describe, expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { drawsOf } from '../draw.ts';
import { withFalsePending } from './false-pending.ts';

const PAY = act('alice', { op: 'pay', to: 'bob', amount: 1n, token: undefined }).step;
const READ: WorkloadStep = { op: 'read', of: 'alice' };
const BUDGET = { faulty: ['v2', 'v3'], correct: ['v1'] };
const SWARM = { ...DEFAULT_SPACE, odds: 1 };

function entry(client: string, ...steps: readonly WorkloadStep[]): WorkloadEntry {
  return { id: `of-${client}`, client, start: 0n, steps };
}

/** What lies about what is pending, over many seeds: which nonce, as seen from the next. */
function liesFor(
  workload: readonly WorkloadEntry[],
  { swarm = SWARM, budget = BUDGET } = {},
): ReadonlySet<string> {
  const occasion = { swarm, budget, workload };
  const drawn = Array.from({ length: 80 }, (_, seed) =>
    withFalsePending([], occasion, drawsOf(BigInt(seed))),
  );
  const words = drawn.map((all) =>
    all
      .flatMap(({ node, acts }) =>
        acts.map((each) => (each.act === 'lie' ? `${node} ${each.about} ${each.by}` : each.act)),
      )
      .join(),
  );
  return new Set(words);
}

describe('withFalsePending', () => {
  it('has a validator lie at times about an account that acts and is read', () => {
    const lies = new Set(['', 'v2 pending -1', 'v2 pending -2', 'v2 pending 1']);
    expect(liesFor([entry('alice', PAY), entry('bob', READ)])).toEqual(lies);
    expect(liesFor([entry('alice', PAY, { op: 'read', of: undefined })])).toEqual(lies);
    const shared = { ...PAY, from: 'alice' } as WorkloadStep;
    expect(liesFor([entry('carol', shared), entry('bob', READ)])).toEqual(lies);
  });

  it('changes nothing where no such account is read, or nobody may lie', () => {
    const honest = new Set(['']);
    const workload = [entry('alice', PAY), entry('bob', READ)];
    expect(liesFor([entry('alice', PAY), entry('bob', { ...READ, of: 'bob' })])).toEqual(honest);
    expect(liesFor([entry('alice', PAY), entry('bob', { ...READ, certificates: 0n })])).toEqual(
      honest,
    );
    expect(liesFor(workload, { budget: { faulty: [], correct: ['v2'] } })).toEqual(honest);
    const swarm = { ...SWARM, profile: 'beyond' as const };
    expect(liesFor(workload, { swarm })).toEqual(honest);
  });
});
