import { describe, expect, it } from 'vitest';
import { generateScenario } from '../../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { BendingAct } from '../../scenario/byzantine/act.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { type Draw, drawsOf } from '../draw.ts';
import { type Deed, partyOf, THROUGHOUT } from '../party.ts';
import { withNarrowed } from './narrowed.ts';

const { cluster } = generateScenario(DEFAULT_SPACE, 1n);
const STAGE = {
  cluster,
  budget: { faulty: ['v1'], correct: [] },
  changes: [],
  horizon: 10_000_000n,
  events: 100,
};
const seeds = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

const DEEDS: readonly Deed[] = [
  { ...THROUGHOUT, act: 'swap', what: 'answers' },
  { ...THROUGHOUT, act: 'forge-quorum', flaw: 'too-few' },
  { ...THROUGHOUT, act: 'false-records', shows: 'nothing' },
  { ...THROUGHOUT, act: 'other-certificates', shows: 'signers' },
  { ...THROUGHOUT, act: 'lie', about: 'pending', by: 1n },
];
const PARTIES = [partyOf('v1', DEEDS)];

/** The acts of the only node, over many seeds. */
function drawn(parties: readonly ByzantineParty[]) {
  return seeds.flatMap((seed) => withNarrowed(parties, STAGE, drawsOf(seed))[0]?.acts ?? []);
}

function narrowness(act: BendingAct): readonly string[] {
  const { moment, only, times } = act;
  const found = { moment, peers: only.peers, senders: only.senders, times };
  return Object.entries(found).flatMap(([key, value]) => (value === undefined ? [] : [key]));
}

describe('withNarrowed', () => {
  it.each(DEEDS.map(({ act }) => act))('narrows %s in some runs, in every way', (kind) => {
    const acts = drawn(PARTIES).filter(({ act }) => act === kind) as unknown as BendingAct[];
    const ways = acts.map(narrowness);
    const isOfAccount = !['false-records', 'other-certificates'].includes(kind);
    const all = ['moment', 'peers', ...(isOfAccount ? ['senders'] : []), 'times'];
    expect(new Set(ways.flat())).toEqual(new Set(all));
    const whole = ways.filter((each) => each.length === 0).length;
    expect(whole).toBeGreaterThan(seeds.length * 0.5);
    expect(whole).toBeLessThan(seeds.length * 0.8);
  });

  it('leaves what an act does, and acts that are of a part already, as they are', () => {
    const [swap] = PARTIES[0]?.acts ?? [];
    for (const act of drawn([partyOf('v1', DEEDS.slice(0, 1))])) {
      expect({ ...act, ...THROUGHOUT }).toEqual(swap);
    }
    const only = { peers: ['p1'], senders: undefined };
    const parts = [partyOf('v1', [{ ...THROUGHOUT, only, act: 'swap', what: 'answers' }])];
    expect(new Set(drawn(parts))).toEqual(new Set(parts[0]?.acts));
    const twice = [partyOf('v1', [{ ...THROUGHOUT, times: 2, act: 'swap', what: 'answers' }])];
    expect(new Set(drawn(twice).map((act) => 'times' in act && act.times))).toEqual(new Set([2]));
  });

  it('draws each act from a stream of its own, and nothing where there is none of these', () => {
    for (const seed of seeds) {
      const [all] = withNarrowed(PARTIES, STAGE, drawsOf(seed));
      const [alone] = withNarrowed([partyOf('v1', DEEDS.slice(0, 1))], STAGE, drawsOf(seed));
      expect(alone?.acts[0]).toEqual(all?.acts[0]);
    }
    const draw = (() => {
      throw new Error('it draws');
    }) as unknown as Draw;
    const others = [partyOf('v1', [{ ...THROUGHOUT, act: 'forge' }])];
    expect(withNarrowed(others, STAGE, draw)).toBe(others);
  });
});
