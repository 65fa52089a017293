import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';

const SECOND = 1_000_000_000n;
const AT = { kind: 'time', at: SECOND };
const EVERYWHERE = { from: ['*'], to: ['*'], direction: 'two-way' };

function faultOf(text: string) {
  return loadScenario(`${BASE}faults: [{ id: f, ${text} }]\n`, 'x.yaml').faults[0];
}

describe('a fault of the network', () => {
  it.each([
    [
      'kind: cut, from: v1, to: [v2, p1], direction: one-way, at: 1 s, for: 2 s',
      { kind: 'cut', for: 2n * SECOND, from: ['v1'], to: ['v2', 'p1'], direction: 'one-way' },
    ],
    ['kind: clog, at: 1 s', { kind: 'clog', for: undefined, ...EVERYWHERE }],
    [
      'kind: swizzle-clog, nodes: [v1, v3], spread: 2 s, at: 1 s',
      { kind: 'swizzle-clog', nodes: ['v1', 'v3'], spread: 2n * SECOND, for: 2n * SECOND },
    ],
    [
      'kind: degrade, at: 1 s, for: 5 s, link: { drop: 0.5, burst: 2 }',
      { kind: 'degrade', for: 5n * SECOND, ...EVERYWHERE, link: { drop: 0.5, burst: 2 } },
    ],
  ])('reads {%s}', (text, fault) => {
    expect(faultOf(text)).toEqual({ id: 'f', moment: AT, ...fault });
  });

  it('may wait for a point of the protocol', () => {
    expect(faultOf('kind: cut, when: { node: v2, after: signed }')).toMatchObject({
      moment: { kind: 'trigger', node: 'v2', after: 'signed', count: 1 },
    });
  });

  it.each([
    ['kind: cut, from: v9, at: 1 s', 'unknown node "v9"'],
    ['kind: cut, from: [v1, v9], at: 1 s', 'unknown node "v9"'],
    ['kind: clog, to: [v1, v1], at: 1 s', '"v1" appears twice'],
    ['kind: cut, direction: both, at: 1 s', 'expected two-way or one-way, got "both"'],
    ['kind: cut, from: 1, at: 1 s', 'expected the name of a node, or a list of them, got 1'],
    ['kind: swizzle-clog, nodes: ["*"], spread: 1 s, at: 1 s', 'unknown node "*"'],
    [
      'kind: swizzle-clog, nodes: [v1], spread: 2 s, for: 1 s, at: 1 s',
      'expected at least the spread, 2 s, got 1 s',
    ],
    ['kind: degrade, at: 1 s', 'missing key "link"'],
    [
      'kind: degrade, at: 1 s, link: { delay: { dist: uniform, min: 2 s, max: 1 s } }',
      'expected at most the max, 1 s, got 2 s',
    ],
  ])('refuses {%s}', (text, complaint) => {
    expect(diagnose(`${BASE}faults: [{ id: f, ${text} }]\n`)).toEqual([
      expect.stringContaining(complaint),
    ]);
  });
});
