import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';

interface Worker {
  readonly name: number;
  stop(): void;
}

function createHouse() {
  const house = { started: 0, stopped: 0, busy: 0, busiest: 0 };
  const start = (): Worker => {
    house.started += 1;
    return { name: house.started, stop: () => (house.stopped += 1) };
  };
  const double = async (turns: number, part: number) => {
    house.busy += 1;
    house.busiest = Math.max(house.busiest, house.busy);
    for (let turn = turns; turn > 0; turn -= 1) await Promise.resolve();
    house.busy -= 1;
    return part * 2;
  };
  return { house, start, double };
}

describe('a pool', () => {
  it('has every part done once, and gives the results in the order of the parts', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(1000)),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(20), { minLength: 1 }),
        async (parts, size, waits) => {
          const { house, start, double } = createHouse();
          const pool = createPool(size, start);
          let call = 0;
          const act = (_: Worker, part: number) => {
            call += 1;
            return double(waits[call % waits.length] ?? 0, part);
          };
          expect(await pool.all(parts, act)).toEqual(parts.map((part) => part * 2));
          expect(call).toBe(parts.length);
          expect(house.busiest).toBeLessThanOrEqual(size);
          expect(house.started).toBe(Math.min(size, parts.length));
          pool.stop();
          expect(house.stopped).toBe(house.started);
        },
      ),
    ));

  it('starts its jobs once, whatever it is asked', async () => {
    const { house, start, double } = createHouse();
    const pool = createPool(2, start);
    for (let round = 0; round < 3; round += 1) {
      await pool.all([1, 2, 3], (_, part) => double(1, part));
    }
    expect(house.started).toBe(2);
  });

  it('begins nothing more when it may not go on', async () => {
    const { start, double } = createHouse();
    const pool = createPool(1, start);
    let left = 2;
    const mayGoOn = () => {
      left -= 1;
      return left >= 0;
    };
    expect(await pool.all([5, 6, 7, 8], (_, part) => double(1, part), mayGoOn)).toEqual([10, 12]);
  });

  it('throws what a job throws', async () => {
    const { start } = createHouse();
    const pool = createPool(2, start);
    const lost = () => Promise.reject(new Error('lost'));
    await expect(pool.all([1, 2], lost)).rejects.toThrow('lost');
  });
});
