import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { DEFAULT_SPACE } from '../arbitraries/scenario-space.ts';
import { scenarios } from '../arbitraries/scenarios.ts';
import type { RunScenarioOptions } from '../run-options.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { byText } from './by-text.ts';
import { knownShapes } from './known-shapes.ts';

const STUB: RunScenarioOptions = { crypto: 'stub' };
const WATCHED: RunScenarioOptions = { ...STUB, watching: { shapes: true } };

function shapesOf(scenario: Scenario): readonly string[] {
  return runScenario(scenario, WATCHED).shapes;
}

const network = { default: { delay: { dist: 'const', mean: '10 ms' } } };
const clients = { alice: { balance: 100 }, bob: {}, carol: {} };

function rivals(first: readonly string[], second: readonly string[]): Scenario {
  return scenarioOf({
    clients,
    steps: {
      alice: [
        { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
        { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
        { op: 'send', transaction: 'A', validators: first },
        { op: 'send', transaction: 'B', validators: second },
      ],
    },
  });
}

describe('the shapes of a run', () => {
  it('are collected only on request, and change nothing in the run', () => {
    fc.assert(
      fc.property(scenarios(), (scenario) => {
        const bare = runScenario(scenario, STUB);
        const watched = runScenario(scenario, WATCHED);
        expect(bare.shapes).toEqual([]);
        expect({ ...watched, shapes: [] }).toEqual(bare);
        expect(watched.shapes).toEqual([...new Set(watched.shapes)].sort(byText));
      }),
      { numRuns: 25 },
    );
  });

  it('name nobody: it does not matter which validators hold what, nor who pays', () => {
    const one = shapesOf(rivals(['v1', 'v2'], ['v3']));
    expect(one).toContain('locks n4 2+1');
    expect(one.filter((shape) => /alice|bob|\bv\d|[0-9a-f]{8}/.test(shape))).toEqual([]);
    expect(shapesOf(rivals(['v4', 'v3'], ['v1']))).toEqual(one);
  });

  it('tell the locks of rivals apart by how many validators hold them', () => {
    expect(shapesOf(rivals(['v1', 'v2'], ['v3', 'v4']))).toContain('locks n4 2+2');
    expect(shapesOf(rivals(['v1', 'v2', 'v3', 'v4'], []))).not.toContain('locks n4 2+2');
  });

  it('tell who signed, locked and settled, what was answered, and what balances did', () => {
    const steps = { alice: [pay('bob', 100)] };
    const shapes = shapesOf(scenarioOf({ clients, steps, network }));
    expect(shapes).toContain('nonce f1 all/none/none/all');
    expect(shapes).toContain('SubmitTransaction TokenTransfer: Signed');
    expect(shapes).toContain('settled TokenTransfer over its own lock, to zero');
  });

  it('tell what came back up with a lock, and what stood beside which fault', () => {
    const when = { node: 'v1', after: 'flushed' };
    const shapes = shapesOf(
      scenarioOf({
        clients,
        steps: { alice: [pay('bob', 1)] },
        network,
        faults: [{ id: 'crash', kind: 'crash', node: 'v1', when, restartAfter: '1 s' }],
      }),
    );
    expect(shapes).toContain('start with pending, unsent Signed');
    expect(shapes).toContain('restart-with-lock beside crash');
  });
});

describe('knownShapes', () => {
  it('lists how two quorums of four overlap, and how four can be locked on two rivals', () => {
    expect(knownShapes(4).quorums).toEqual([
      'quorums n4 3&3 share 2',
      'quorums n4 3&3 share 3',
      'quorums n4 3&4 share 3',
      'quorums n4 4&4 share 4',
    ]);
    const divisions = knownShapes(4).locks.map((shape) => shape.replace('locks n4 ', ''));
    expect(new Set(divisions)).toEqual(new Set(['1', '2', '3', '4', '1+1', '2+1', '3+1', '2+2']));
  });

  it('lists every overlap, every division between two rivals and every refusal that runs show', () => {
    const space = { ...DEFAULT_SPACE, validators: { least: 4, greatest: 4 } };
    const { quorums, locks, refusals } = knownShapes(4);
    const known = new Set([...quorums, ...locks, ...refusals]);
    const ofFamily = /^(quorums |refused |locks n4 \d(\+\d)?$)/;
    fc.assert(
      fc.property(scenarios(space), (scenario) => {
        const families = shapesOf(scenario).filter((shape) => ofFamily.test(shape));
        expect(families.filter((shape) => !known.has(shape))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
