import { describe, expect, it } from 'vitest';
import { generateScenario } from '../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../arbitraries/scenario-space.ts';
import { runScenario } from '../run-scenario.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { type Draw, drawsOf } from './draw.ts';
import { withPointedEnds } from './pointed-ends.ts';

const { cluster } = generateScenario(
  { ...DEFAULT_SPACE, validators: { least: 4, greatest: 4 } },
  1n,
);
const STAGE = {
  cluster,
  budget: { faulty: [], correct: cluster.validators },
  changes: [],
  horizon: 10_000_000n,
  events: 100,
};
const seeds = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

const moment = { kind: 'time', at: 0n } as const;
const everywhere = { from: ['*'], to: ['*'], direction: 'two-way' } as const;
const timed = { moment, for: 5n };
const CUT: Fault = { ...timed, id: 'cut-1', kind: 'cut', ...everywhere };
const PAUSE: Fault = { ...timed, id: 'pause-1', kind: 'pause', node: 'v1' };
const CRASH: Fault = {
  ...{ id: 'crash-1', kind: 'crash', node: 'v1', moment, restartAfter: 5n },
  ...{ disk: 'keep', batches: undefined },
};
const SWIZZLE: Fault = {
  ...timed,
  id: 'swizzle-clog-1',
  kind: 'swizzle-clog',
  nodes: ['v1'],
  spread: 1n,
};
const FAULTS = [CUT, PAUSE, CRASH, SWIZZLE];

const untilOf = (fault: Fault | undefined) =>
  fault !== undefined && 'until' in fault ? fault.until : undefined;

describe('faults', () => {
  it('last until a point of the protocol in some runs, some of them, and then for no time', () => {
    const drawn = seeds.map((seed) => withPointedEnds(FAULTS, STAGE, drawsOf(seed)));
    for (const place of [0, 1, 2]) {
      const pointed = drawn.flatMap((faults) => faults[place] ?? []).filter(untilOf);
      expect(pointed.length).toBeGreaterThan(seeds.length * 0.05);
      expect(pointed.length).toBeLessThan(seeds.length * 0.15);
      const bare = (fault: object | undefined) => ({
        ...{ ...fault, until: undefined, for: undefined, restartAfter: undefined },
      });
      for (const fault of pointed) {
        expect('restartAfter' in fault ? fault.restartAfter : 'for' in fault && fault.for).toBe(
          undefined,
        );
        expect(bare(fault)).toEqual(bare(FAULTS[place]));
      }
    }
    expect(drawn.every((faults) => faults[3] === SWIZZLE)).toBe(true);
    expect(drawn.filter((faults) => faults === FAULTS).length).toBeGreaterThan(seeds.length * 0.7);
  });

  it('end with what a validator or a proxy reaches, and never with what nobody reaches meanwhile', () => {
    const nodesOf = (fault: Fault) =>
      seeds.flatMap((seed) => {
        const [drawn] = withPointedEnds([fault], STAGE, drawsOf(seed));
        return untilOf(drawn)?.node ?? [];
      });
    const all = [...cluster.validators, ...cluster.proxies];
    expect(new Set(nodesOf(CUT))).toEqual(new Set(all));
    for (const fault of [PAUSE, CRASH]) {
      expect(new Set(nodesOf(fault))).toEqual(new Set(all.filter((name) => name !== 'v1')));
    }
  });

  it('each are drawn from a stream of their own, and nothing where none can end so', () => {
    for (const seed of seeds) {
      const [, second] = withPointedEnds([CUT, PAUSE], STAGE, drawsOf(seed));
      expect(withPointedEnds([PAUSE], STAGE, drawsOf(seed))).toEqual([second]);
    }
    const draw = (() => {
      throw new Error('it draws');
    }) as unknown as Draw;
    expect(withPointedEnds([SWIZZLE], STAGE, draw)).toEqual([SWIZZLE]);
  });

  it('come to such ends in generated runs, which are files like any other', () => {
    const generated = seeds.map((seed) => generateScenario(DEFAULT_SPACE, seed));
    const pointed = generated.filter(({ faults }) => faults.some(untilOf));
    expect(pointed.length).toBeGreaterThan(10);
    expect(pointed.length).toBeLessThan(seeds.length * 0.2);
    for (const scenario of pointed) {
      expect(loadScenario(printScenario(scenario), 'generated').faults).toEqual(scenario.faults);
    }
    const [first] = pointed;
    if (first !== undefined) expect(runScenario(first, { crypto: 'stub' }).verdict).toBe('pass');
  });
});
