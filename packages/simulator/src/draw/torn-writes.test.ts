import { describe, expect, it } from 'vitest';
import type { CrashFault } from '../scenario/faults/node-fault.ts';
import { drawsOf } from './draw.ts';
import { withTornWrites } from './torn-writes.ts';

function crash(id: string, disk: CrashFault['disk']): CrashFault {
  const moment = { kind: 'time', at: 0n } as const;
  const ends = { restartAfter: undefined, until: undefined };
  return { kind: 'crash', id, node: 'v1', moment, disk, batches: undefined, ...ends };
}

const TORN = crash('first', 'torn');
const LOSING = crash('second', 'lose-unsynced');
const KEEPING = crash('third', 'keep');
const seeds = Array.from({ length: 200 }, (_, seed) => BigInt(seed));

describe('torn writes', () => {
  it('at times leave a stated number of batches whole', () => {
    const drawn = seeds.map((seed) => withTornWrites([TORN], drawsOf(seed)) as CrashFault[]);
    const batches = drawn.map(([torn]) => torn?.batches);
    expect(new Set(batches)).toEqual(new Set([undefined, 0, 1, 2, 3]));
    expect(batches.filter((each) => each !== undefined).length).toBeLessThan(120);
  });

  it('come at times in the place of a crash that would lose all, and never of one that keeps all', () => {
    const drawn = seeds.map(
      (seed) => withTornWrites([LOSING, KEEPING], drawsOf(seed)) as CrashFault[],
    );
    for (const [, kept] of drawn) expect(kept).toEqual(KEEPING);
    const torn = drawn.flatMap(([first]) => (first?.disk === 'torn' ? [first] : []));
    expect(torn.length).toBeGreaterThan(50);
    expect(torn.length).toBeLessThan(110);
    expect(new Set(torn.map(({ batches }) => batches))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('each are drawn from a stream of their own', () => {
    for (const second of [crash('second', 'torn'), LOSING]) {
      for (const seed of seeds) {
        const [, drawn] = withTornWrites([TORN, second], drawsOf(seed));
        expect(withTornWrites([second], drawsOf(seed))).toEqual([drawn]);
      }
    }
  });
});
