import { describe, expect, it } from 'vitest';
import { generateScenario } from '../../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { FORBIDDEN_ROLES } from '../../scenario/byzantine/words.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { drawsOf } from '../draw.ts';
import { withFormerKeys } from './former-keys.ts';

const { cluster } = generateScenario(DEFAULT_SPACE, 1n);
const CHANGE: CommitteeChange = {
  id: 'change',
  moment: { kind: 'time', at: 0n },
  members: ['v2', 'v5'],
  keys: 'fresh',
  operators: 'own',
  deliver: undefined,
};

/** Who takes which role, over many seeds, and after what. */
function drawn(faulty: readonly string[], { changes = [CHANGE], profile = 'safe' } = {}) {
  const stage = {
    cluster: { ...cluster, validators: ['v1', 'v2', 'v3', 'v4'], candidates: ['v5'] },
    budget: { faulty, correct: [] },
    changes,
    horizon: 10_000_000n,
    events: 0,
  };
  const swarm = { ...DEFAULT_SPACE, odds: 1, profile: profile as 'safe' };
  return Array.from({ length: 200 }, (_, seed) =>
    withFormerKeys([], swarm, { stage, draw: drawsOf(BigInt(seed)) }),
  ).flat();
}

describe('withFormerKeys', () => {
  it('V3: has a member of the first committee take every role after a change at times', () => {
    const parties = drawn(['v5', 'v3', 'v2']);
    const roles = parties.flatMap(({ node, acts }) =>
      acts.map((act) => (act.act === 'take-role' ? `${node} ${act.role}` : act.act)),
    );
    expect(new Set(roles)).toEqual(new Set(FORBIDDEN_ROLES.map((role) => `v3 ${role}`)));
    const moments = parties.flatMap(({ acts }) => acts.map(({ moment }) => moment));
    const triggers = moments.flatMap((each) =>
      each?.kind === 'trigger' ? `${each.node} ${each.after}` : [],
    );
    expect(new Set(triggers)).toEqual(new Set(['v2 merged', 'v5 merged']));
    expect(new Set(moments.map((each) => each?.kind))).toEqual(new Set(['trigger', 'time']));
  });

  it('changes nothing if no liar had a seat from the start, or no committee ends', () => {
    expect(drawn(['v5'])).toEqual([]);
    expect(drawn(['v3'], { changes: [] })).toEqual([]);
    expect(drawn(['v3'], { profile: 'beyond' })).toEqual([]);
  });
});
