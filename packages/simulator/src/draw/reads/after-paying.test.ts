import { expect, it } from 'vitest';
import { act } from '../../arbitraries/plots/scene.ts';
import { BURN } from '../../scenario/burn-address.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { afterPaying } from './after-paying.ts';

const pay = (to: string): OperationStep => ({ op: 'pay', to, amount: 1n, token: undefined });
const LINES = [
  act('alice', pay('alice')),
  act('alice', pay('bob'), pay('treasury')),
  act('carol', pay(BURN)),
  act('bob', { op: 'mint', token: 'gold', to: 'carol', amount: 1n }),
  act('bob', { op: 'leave-committee' }),
];

function drawn(seed: number, swarm = DEFAULT_SWARM) {
  return afterPaying(LINES, swarm, drawsOf(BigInt(seed)));
}

it('has a payer look at what it has paid in some runs, and changes nothing else', () => {
  const seen = new Set<string>();
  let untouched = 0;
  for (let seed = 0; seed < 400; seed += 1) {
    const lines = drawn(seed);
    expect(drawn(seed)).toEqual(lines);
    expect(lines.filter((line) => LINES.includes(line))).toEqual(LINES);
    const reads = lines.filter((line) => !LINES.includes(line));
    if (reads.length === 0) untouched += 1;
    for (const { client, step } of reads) {
      const before = lines.slice(0, lines.indexOf(reads[0] as never)).length - 1;
      seen.add(`${before} ${client} ${step.op === 'read' ? step.of : step.op} ${reads.length}`);
    }
  }
  expect(untouched).toBeGreaterThan(200);
  const times = [1, 2, 3];
  const expected = ['1 alice bob', '1 alice treasury', '3 bob carol'].flatMap((each) =>
    times.map((count) => `${each} ${count}`),
  );
  expect(seen).toEqual(new Set(expected));
});

it('changes nothing where nobody may read, or nobody pays another', () => {
  const { operations } = DEFAULT_SWARM;
  const idle = { ...DEFAULT_SWARM, operations: { ...operations, read: 0 } };
  for (let seed = 0; seed < 40; seed += 1) {
    expect(drawn(seed, idle)).toBe(LINES);
    const alone = LINES.slice(0, 1);
    expect(afterPaying(alone, DEFAULT_SWARM, drawsOf(BigInt(seed)))).toBe(alone);
  }
});
