import { describe, expect, it } from 'vitest';
import { act, transaction } from '../../arbitraries/plots/scene.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { drawsOf } from '../draw.ts';
import { partyOf, withDeed } from '../party.ts';
import { withForgedShare } from './forged-share.ts';

const LEAVE = { op: 'leave-committee' } as const;
const SIGNED = transaction([LEAVE], 'treasury');
const CLIENTS = ['alice', 'bob', 'carol'].map((name) => ({ name, balance: 1n, proxy: 'p1' }));
const SWARM = { ...DEFAULT_SPACE, odds: 1 };

function entry(client: string, ...steps: readonly WorkloadStep[]): WorkloadEntry {
  return { id: `of-${client}`, client, start: 0n, steps };
}

/** Who forges whose shares, over many seeds. */
function forgersIn(
  workload: readonly WorkloadEntry[],
  { quorum = 2, swarm = SWARM }: { readonly quorum?: number; readonly swarm?: typeof SWARM } = {},
): ReadonlySet<string> {
  const accounts = ['treasury', 'other'].map((name) => {
    return { name, signers: ['alice', 'bob'], quorum, balance: 1n };
  });
  const around = { cluster: { accounts, clients: CLIENTS } as never };
  const drawn = Array.from({ length: 80 }, (_, seed) =>
    withForgedShare([], { swarm, workload }, { ...around, draw: drawsOf(BigInt(seed)) }),
  );
  const words = drawn.map((all) =>
    all
      .flatMap(({ node, acts }) =>
        acts.map((each) => (each.act === 'forged-share' ? `${node} ${each.of}` : each.act)),
      )
      .join(),
  );
  return new Set(words);
}

describe('withForgedShare', () => {
  const shared = [entry('alice', SIGNED), entry('bob', SIGNED)];

  it('has any client forge at times what several members sign, of an account that acts', () => {
    const forgers = CLIENTS.map(({ name }) => `${name} treasury`);
    expect(forgersIn(shared)).toEqual(new Set(['', ...forgers]));
  });

  it('adds to what the client does wrong otherwise', () => {
    const known = partyOf('alice', [{ act: 'forge' } as never]);
    const cluster = {
      accounts: [{ name: 'treasury', signers: [], quorum: 2 }],
      clients: CLIENTS.slice(0, 1),
    } as never;
    const all = Array.from({ length: 20 }, (_, seed) =>
      withForgedShare(
        [known],
        { swarm: SWARM, workload: shared },
        { cluster, draw: drawsOf(BigInt(seed)) },
      ),
    );
    const acts = all.map((parties) => parties.flatMap((each) => each.acts.map((own) => own.act)));
    expect(acts).toContainEqual(['forge', 'forged-share']);
  });

  it('has an id of its own where an act of the client was left out', () => {
    const { acts, ...party } = partyOf('alice', [{ act: 'forge' }, { act: 'twin' }] as never);
    const rest = { ...party, acts: acts.slice(1) };
    const [both] = withDeed([rest], 'alice', { act: 'forge' } as never);
    expect(both?.acts.map(({ id }) => id)).toEqual(['byzantine-alice-2', 'byzantine-alice-3']);
  });

  it('changes nothing where one signature is enough, nobody acts for an account or may lie', () => {
    const honest = new Set(['']);
    expect(forgersIn(shared, { quorum: 1 })).toEqual(honest);
    expect(forgersIn([{ ...entry('alice'), steps: [act('alice', LEAVE).step] }])).toEqual(honest);
    expect(forgersIn(shared, { swarm: { ...SWARM, odds: 0 } })).toEqual(honest);
    const beyond = { ...SWARM, profile: 'beyond' as const };
    expect(forgersIn(shared, { swarm: beyond })).toEqual(honest);
    const byzantine = { ...SWARM.byzantine, clients: { least: 0, greatest: 0 } };
    expect(forgersIn(shared, { swarm: { ...SWARM, byzantine } })).toEqual(honest);
  });
});
