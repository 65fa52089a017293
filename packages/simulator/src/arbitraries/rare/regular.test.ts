import { PROXY_TIMINGS } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { recordRun } from '../../recording/record-run.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { generateScenario } from '../generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from '../scenario-space.ts';

const SEEDS = Array.from({ length: 400 }, (_, seed) => BigInt(seed));

function generated(space: ScenarioSpace, seeds: readonly bigint[]): readonly Scenario[] {
  return seeds.map((seed) => generateScenario(space, seed));
}

function stepsOf({ workload }: Scenario) {
  return workload.filter(({ client }) => client === 'oscar').flatMap(({ steps }) => steps);
}

const isPause = ({ op }: WorkloadStep) => op === 'wait';
const isActOfOscar = (sender: string) => sender.startsWith('direct:oscar:');
const isRegular = (scenario: Scenario) => stepsOf(scenario).length > 0;
const ALL = generated(DEFAULT_SPACE, SEEDS);
const REGULAR = ALL.filter(isRegular);

function kindsOf(scenarios: readonly Scenario[]): ReadonlySet<string> {
  const kinds = scenarios.flatMap((scenario) =>
    stepsOf(scenario).flatMap((step) => operationsIn(step).map(({ op }) => op)),
  );
  return new Set(kinds);
}

describe('a regular client', () => {
  it('comes to some of the runs whose proxies remember, and those are about half of all', () => {
    const remembering = ALL.filter(({ cluster }) => cluster.precheck === 'remembered');
    expect(remembering.length).toBeGreaterThan(160);
    expect(remembering.length).toBeLessThan(240);
    expect(REGULAR.length).toBeGreaterThan(12);
    expect(REGULAR.length).toBeLessThan(50);
    expect(REGULAR.filter(({ cluster }) => cluster.precheck !== 'remembered')).toEqual([]);
  });

  it('does nothing that is not drawn', () => {
    const { operations } = DEFAULT_SPACE;
    const without = (weights: Partial<typeof operations>) =>
      generated(
        { ...DEFAULT_SPACE, operations: { ...operations, ...weights } },
        REGULAR.map(({ seed }) => seed),
      );
    expect(kindsOf(REGULAR)).toEqual(new Set(['create-token', 'mint', 'pay']));
    expect(kindsOf(without({ token: 0 }))).toEqual(new Set(['pay']));
    expect(without({ pay: 0 }).some(isRegular)).toBe(false);
  });

  it('at times pauses between two payments, for longer than what its proxy was told counts', () => {
    const pausing = REGULAR.map(stepsOf).filter((steps) => steps.some(isPause));
    expect(pausing.length).toBeGreaterThan(REGULAR.length / 4);
    expect(pausing.length).toBeLessThan((REGULAR.length * 7) / 8);
    for (const steps of pausing) {
      const [first, pause, second, ...others] = steps;
      expect([first, second].flatMap((step) => step && operationsIn(step))).toEqual(
        Array(2).fill(expect.objectContaining({ op: 'pay' })),
      );
      expect(pause?.op === 'wait' && pause.for > PROXY_TIMINGS.deadlineNanos).toBe(true);
      expect(others).toEqual([]);
    }
  });

  it('at times has its proxy drive two payments for one nonce, unless no client may lie', () => {
    const liars = (scenarios: readonly Scenario[]) =>
      scenarios.filter(({ byzantine }) => byzantine.some(({ node }) => node === 'oscar'));
    const rivals = liars(REGULAR);
    expect(rivals.length).toBeGreaterThan(0);
    expect(rivals.length).toBeLessThan(REGULAR.length / 2);
    expect(liars(ALL)).toEqual(rivals);
    const seeds = rivals.map(({ seed }) => seed);
    const { byzantine } = DEFAULT_SPACE;
    const honest = { ...byzantine, clients: { least: 0, greatest: 0 } };
    const without = [
      ...generated({ ...DEFAULT_SPACE, byzantine: honest }, seeds),
      ...generated({ ...DEFAULT_SPACE, profile: 'none' }, seeds),
    ];
    expect(without.every(isRegular)).toBe(true);
    expect(liars(without)).toEqual([]);
    const submitted = seeds.map((seed) => {
      const { events } = recordRun(generateScenario(DEFAULT_SPACE, seed), { crypto: 'stub' });
      return events.filter(({ from, kind }) => isActOfOscar(from) && kind === 'SubmitTransaction');
    });
    expect(submitted.some((all) => all.length > 0)).toBe(true);
  });

  it('gets an answer to everything that it asks for', () => {
    const runs = REGULAR.slice(0, 6).map((scenario) => runScenario(scenario, { crypto: 'stub' }));
    const own = runs.flatMap(({ operations }) =>
      operations.flatMap(({ client, outcome }) => (client === 'oscar' ? [outcome] : [])),
    );
    expect(own.filter((outcome) => outcome === 'final').length).toBeGreaterThan(own.length / 2);
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
  });
});
