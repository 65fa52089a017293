import { describe, expect, it } from 'vitest';
import { generateScenario } from '../../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { SNAPSHOT_LIES } from '../../scenario/byzantine/words.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { drawsOf } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';
import { withFalseSnapshots } from './false-snapshots.ts';

const { cluster } = generateScenario(DEFAULT_SPACE, 1n);
const moment = { kind: 'time', at: 0n } as const;
const CHANGE: CommitteeChange = {
  id: 'change',
  moment,
  members: ['v2', 'v5'],
  keys: 'fresh',
  operators: 'own',
  deliver: undefined,
};
const LEAK = {
  ...THROUGHOUT,
  act: 'leaked-keys',
  moment,
  to: 'bob',
  amount: 1n,
  reuse: false,
  epoch: 0,
  targets: undefined,
  mixed: false,
} as const;

/** What validators and alice come to do, over many seeds. */
function drawn(faulty: readonly string[], { changes = [CHANGE], profile = 'safe' } = {}) {
  const stage = {
    cluster: { ...cluster, validators: ['v1', 'v2', 'v3', 'v4'], candidates: ['v5'] },
    budget: { faulty, correct: [] },
    changes,
    horizon: 0n,
    events: 0,
  };
  const swarm = { ...DEFAULT_SPACE, profile: profile as 'safe' };
  const parties = [partyOf('alice', [LEAK])];
  return Array.from({ length: 300 }, (_, seed) =>
    withFalseSnapshots(parties, swarm, { stage, draw: drawsOf(BigInt(seed)) }),
  );
}

describe('withFalseSnapshots', () => {
  it('has a member of a committee that ends tell every lie at times', () => {
    const told = drawn(['v5', 'v3', 'v2']).flatMap((parties) =>
      parties.flatMap(({ node, acts }) =>
        acts.flatMap((act) => (act.act === 'false-snapshot' ? `${node} ${act.shows}` : [])),
      ),
    );
    expect(new Set(told)).toEqual(new Set(SNAPSHOT_LIES.map((lie) => `v3 ${lie}`)));
  });

  it('changes nothing if no liar has a seat that ends', () => {
    const honest = new Set(['alice']);
    const nodesOf = (all: ReturnType<typeof drawn>) =>
      new Set(all.flatMap((parties) => parties.map(({ node }) => node)));
    expect(nodesOf(drawn(['v5']))).toEqual(honest);
    expect(nodesOf(drawn(['v3'], { changes: [] }))).toEqual(honest);
    expect(nodesOf(drawn(['v3'], { profile: 'beyond' }))).toEqual(honest);
    expect(nodesOf(drawn(['v3']))).toEqual(new Set(['alice', 'v3']));
  });

  it('C8: leaves leaked keys to no client whose rival it shows', () => {
    const both = drawn(['v3']).filter((parties) => {
      const acts = parties.flatMap((party) => party.acts);
      return (
        acts.some((act) => act.act === 'leaked-keys') &&
        acts.some(
          (act) => act.act === 'false-snapshot' && act.shows === 'rival' && act.of === 'alice',
        )
      );
    });
    expect(both).toEqual([]);
  });
});
