import { describe, expect, it } from 'vitest';
import { MS } from '../../arbitraries/values.ts';
import { type Draw, drawsOf } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';
import { withLasting } from './lasting.ts';

const lying = partyOf('v1', [
  { ...THROUGHOUT, act: 'forge' },
  { ...THROUGHOUT, act: 'withhold', kinds: ['settle'] },
]);
const leaking = partyOf('v2', [{ act: 'leaked-keys', moment: undefined } as never]);
const seeds = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

describe('withLasting', () => {
  it('ends some acts of liars, in some runs, and changes nothing else about them', () => {
    const spans = new Set<string>();
    const lengths: bigint[] = [];
    for (const seed of seeds) {
      const drawn = withLasting([lying, leaking], drawsOf(seed));
      const [first, second] = drawn;
      expect(second).toEqual(leaking);
      const acts = first?.acts.map((act) => ({ ...act, for: undefined }));
      expect(acts).toEqual(lying.acts.map((act) => ({ ...act, for: undefined })));
      const ends = (first?.acts ?? []).map((act) => ('for' in act ? act.for : undefined));
      spans.add(ends.map((each) => (each === undefined ? 'stays' : 'ends')).join());
      for (const each of ends) if (each !== undefined) lengths.push(each / (100n * MS));
      expect(ends.every((each) => each === undefined || each % (100n * MS) === 0n)).toBe(true);
    }
    const all = ['ends,ends', 'ends,stays', 'stays,ends', 'stays,stays'];
    expect(spans).toEqual(new Set(all));
    // In tenths of a second, from less than a request waits to several of its attempts.
    expect(lengths.every((tenths) => tenths >= 1n && tenths <= 400n)).toBe(true);
    expect(lengths.some((tenths) => tenths < 30n)).toBe(true);
    expect(lengths.some((tenths) => tenths > 300n)).toBe(true);
    // Three in five of the acts in a fifth of the runs.
    const part = lengths.length / (2 * seeds.length);
    expect(part).toBeGreaterThan(0.08);
    expect(part).toBeLessThan(0.16);
  });

  it('draws each span from a stream of its own, so that one more act moves no other', () => {
    const [act] = lying.acts;
    const alone = { ...lying, acts: lying.acts.slice(0, 1) };
    for (const seed of seeds) {
      const [first] = withLasting([lying], drawsOf(seed));
      const [single] = withLasting([alone], drawsOf(seed));
      expect(single?.acts[0]).toEqual(first?.acts[0]);
      expect(single?.acts[0]?.id).toBe(act?.id);
    }
  });

  it('draws nothing where no act changes traffic', () => {
    const draw = (() => {
      throw new Error('it draws');
    }) as unknown as Draw;
    expect(withLasting([leaking], draw)).toEqual([leaking]);
  });
});
