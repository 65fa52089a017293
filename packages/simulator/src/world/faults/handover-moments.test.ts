import type { Message } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import type { RunResult } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';

const MEMBERS = ['v1', 'v2', 'v3', 'v4'];
const SECOND = 1_000_000_000n;

/** Only v1 is handed a change at 2 s; the sender tries again each second until v1 confirms it. */
const TOLD_TO_ONE: ScenarioParts = {
  clients: { alice: { balance: 10 } },
  steps: {},
  network: { default: { delay: { dist: 'const', mean: '20 ms' } }, schedule: 'fifo' },
  changes: [{ id: 'renew', at: '2 s', members: MEMBERS, deliver: ['v1'] }],
};

/** V1 loses its power at a point, and all that is not durable. */
function cutAfter(after: string, restartAfter?: string): ScenarioParts {
  const when = { node: 'v1', after, count: after === 'settled' ? MEMBERS.length + 1 : 1 };
  return { ...TOLD_TO_ONE, faults: [{ id: 'cut', kind: 'crash', node: 'v1', when, restartAfter }] };
}

/** Runs a scenario; gives when messages of each kind were sent, in nanoseconds from its start. */
function run(parts: ScenarioParts) {
  const sentAt = new Map<Message['type'], bigint[]>();
  let now = 0n;
  const result = runScenario(scenarioOf(parts), {
    observe: () => ({
      mayGoOn: (_, at) => {
        now = at;
        return true;
      },
      recorded: () => undefined,
      lost: () => undefined,
      sent: ({ message: { type } }) => void sentAt.set(type, [...(sentAt.get(type) ?? []), now]),
    }),
  });
  return { result, sentAt: (type: Message['type']) => sentAt.get(type) ?? [] };
}

function merges({ situations }: RunResult): number | undefined {
  return situations.find(({ name }) => name === 'merged')?.count;
}

describe('the points of a handover', () => {
  it('C4 "frozen" comes before anybody is told: a validator that is gone for good takes the change along', () => {
    const { result, sentAt } = run(cutAfter('frozen'));
    expect(result.faults.find(({ id }) => id === 'cut')?.at).toBe(2n * SECOND);
    expect(sentAt('AnnounceChange')).toEqual([]);
    expect(merges(result)).toBe(0);
  });

  it('C4 "frozen" comes when the end is durable: a validator that is back tells of it, and is not told again', () => {
    const soon = '100 ms';
    const kept = run(cutAfter('frozen', soon));
    expect(kept.sentAt('AnnounceChange')[0]).toBeLessThan(3n * SECOND);
    expect(merges(kept.result)).toBe(4);
    const lost = run(cutAfter('settled', soon));
    expect(lost.sentAt('AnnounceChange')[0]).toBeGreaterThanOrEqual(3n * SECOND);
    expect(merges(lost.result)).toBe(4);
  });

  it('C6 "merged" comes when the merge is durable: a validator that is back asks for no snapshot again', () => {
    const undisturbed = run(TOLD_TO_ONE);
    const cut = run(cutAfter('merged', '100 ms'));
    expect(cut.result.faults.find(({ id }) => id === 'cut')?.at).toBeGreaterThan(2n * SECOND);
    expect(cut.sentAt('GetSnapshot')).toEqual(undisturbed.sentAt('GetSnapshot'));
    expect(cut.result.validators.map(({ status }) => status)).toEqual(Array(4).fill('active'));
  });

  it('come once in each epoch, to a validator that had a seat in it', () => {
    const strike = (node: string, after: string, count: number) => ({
      id: `${node}-${after}-${count}`,
      kind: 'slow',
      node,
      when: { node, after, count },
      delay: '0 ms',
      for: '1 ms',
    });
    const { result } = run({
      ...TOLD_TO_ONE,
      candidates: 1,
      changes: [
        { id: 'renew', at: '2 s', members: MEMBERS },
        { id: 'grow', when: { node: 'v2', after: 'merged' }, members: [...MEMBERS, 'v5'] },
      ],
      faults: [
        ...[1, 2, 3].flatMap((count) => [
          strike('v1', 'frozen', count),
          strike('v1', 'merged', count),
        ]),
        strike('v5', 'frozen', 1),
        strike('v5', 'merged', 1),
      ],
    });
    const at = (id: string) => result.faults.find((fault) => fault.id === id)?.at;
    const order = ['v1-frozen-1', 'v1-merged-1', 'v1-frozen-2', 'v1-merged-2', 'v5-merged-1'];
    const times = order.map(at);
    expect(times.every((time) => time !== undefined && time > 2n * SECOND)).toBe(true);
    expect(times.slice(0, 4)).toEqual(times.slice(0, 4).toSorted((a, b) => Number(a) - Number(b)));
    expect(['v1-frozen-3', 'v1-merged-3', 'v5-frozen-1'].map(at)).toEqual(Array(3).fill(undefined));
    expect(at('grow')).toBeGreaterThan(at('v1-frozen-1') ?? 0n);
  });
});
