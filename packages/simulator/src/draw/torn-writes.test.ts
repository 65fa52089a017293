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
const OTHERS = [crash('second', 'keep'), crash('third', 'lose-unsynced')];
const seeds = Array.from({ length: 200 }, (_, seed) => BigInt(seed));

describe('torn writes', () => {
  it('at times leave a stated number of batches whole, and other crashes never', () => {
    const drawn = seeds.map(
      (seed) => withTornWrites([TORN, ...OTHERS], drawsOf(seed)) as CrashFault[],
    );
    for (const [, ...others] of drawn) expect(others).toEqual(OTHERS);
    const batches = drawn.map(([torn]) => torn?.batches);
    expect(new Set(batches)).toEqual(new Set([undefined, 0, 1, 2, 3]));
    expect(batches.filter((each) => each !== undefined).length).toBeLessThan(120);
  });

  it('each are drawn from a stream of their own', () => {
    const second = crash('second', 'torn');
    for (const seed of seeds) {
      const [, drawn] = withTornWrites([TORN, second], drawsOf(seed));
      expect(withTornWrites([second], drawsOf(seed))).toEqual([drawn]);
    }
  });
});
