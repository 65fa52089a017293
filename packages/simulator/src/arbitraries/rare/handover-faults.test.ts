import { describe, expect, it } from 'vitest';
import { drawsOf } from '../../draw/draw.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import { DEFAULT_SPACE } from '../scenario-space.ts';
import { drawHandoverFaults } from './handover-faults.ts';

const CLUSTER = { validators: ['v1', 'v2'], proxies: ['p1'] };

function changeTo(...members: readonly string[]): CommitteeChange {
  const moment = { kind: 'time', at: 0n } as const;
  return { id: 'c', moment, members, keys: 'fresh', operators: 'own', deliver: undefined };
}

const CHANGES = [changeTo('v2', 'v3'), changeTo('v4')];

function drawn(space: Partial<typeof DEFAULT_SPACE> = {}, changes = CHANGES): readonly Fault[] {
  return Array.from({ length: 200 }, (_, seed) => {
    const draw = drawsOf(BigInt(seed));
    const struck = drawHandoverFaults({ ...DEFAULT_SPACE, ...space }, CLUSTER, changes, draw);
    expect(struck.more > 0n).toBe(struck.faults.length > 0);
    return struck.faults;
  }).flat();
}

const wordsOf = (words: readonly unknown[]) =>
  [...new Set(words.map(String))].sort((a, b) => (a < b ? -1 : 1));

describe('drawHandoverFaults', () => {
  it('strikes when a member of an ended committee freezes, or one of the next merges', () => {
    const places = drawn().map(({ moment }) =>
      moment.kind === 'trigger' ? `${moment.after} ${moment.node} ${moment.count}` : moment.kind,
    );
    expect(wordsOf(places)).toEqual([
      ...['v1', 'v2', 'v3'].map((node) => `frozen ${node} 1`),
      ...['v2', 'v3', 'v4'].map((node) => `merged ${node} 1`),
    ]);
  });

  it('has members and proxies go down, stand still or be cut off, always for a while', () => {
    const faults = drawn();
    expect(wordsOf(faults.map(({ kind }) => kind))).toEqual(['clog', 'crash', 'cut', 'pause']);
    const struck = faults.flatMap((fault) => ('node' in fault ? [fault.node] : []));
    expect(wordsOf(struck)).toEqual(['p1', 'v1', 'v2', 'v3', 'v4']);
    const lasting = faults.map((fault) =>
      fault.kind === 'crash' ? fault.restartAfter : 'for' in fault && fault.for,
    );
    expect(wordsOf(lasting.map((each) => typeof each))).toEqual(['bigint']);
  });

  it('strikes with nothing that the space leaves out, and only if the committee changes', () => {
    const none = { least: 0, greatest: 0 };
    const { faults } = DEFAULT_SPACE;
    const links = drawn({ faults: { ...faults, crash: none, pause: none, clog: none } });
    expect(wordsOf(links.map(({ kind }) => kind))).toEqual(['cut']);
    const all = { ...faults, crash: none, pause: none, clog: none, cut: none };
    expect(drawn({ faults: all })).toEqual([]);
    expect(drawn({ odds: 0 })).toEqual([]);
    expect(drawn({}, [])).toEqual([]);
  });
});
