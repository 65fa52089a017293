import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { createSearch, type SearchOptions, type SearchReport } from './search.ts';
import { parseStrategy } from './strategy.ts';
import { scenarioOf, type Task } from './task.ts';

const base: SearchOptions = {
  space: DEFAULT_SPACE,
  strategy: { kind: 'random' },
  firstSeed: 7n,
  runs: 150,
};

const isFailing = (seed: bigint) => seed % 11n === 3n;

const drawn = new Map<bigint, readonly string[]>();

/** Drawn once for each seed: the tests here draw the same scenarios again and again. */
function shapesOf(task: Task): readonly string[] {
  const known = task.kind === 'fresh' ? drawn.get(task.seed) : undefined;
  if (known !== undefined) return known;
  const { seed, cluster, faults, workload } = scenarioOf(task, DEFAULT_SPACE);
  const shapes = [`v${cluster.validators.length}`, `f${faults.length}`, `w${workload.length}`];
  drawn.set(seed, shapes);
  return shapes;
}

/** Makes up an outcome that follows from the scenario of a task alone, as that of a run does. */
function outcomeOf(task: Task): Outcome {
  const seed = task.kind === 'fresh' ? task.seed : task.scenario.seed;
  const shapes = shapesOf(task);
  return {
    index: task.index,
    cause: isFailing(seed) ? `cause ${seed % 4n}` : undefined,
    traceHash: `${seed}`,
    events: Number(seed % 50n),
    virtualNanos: 5n,
    shapes,
    situations: [{ name: 'catch-up', count: Number(seed % 2n) }],
    idle: seed % 2n === 0n ? ['often-idle', 'always-idle'] : ['always-idle'],
  };
}

/** Drives a search, and hands back the outcomes of each generation in some other order. */
function drive(options: SearchOptions, shuffle: <T>(list: readonly T[]) => readonly T[]) {
  const search = createSearch(options);
  const tasks: Task[] = [];
  for (let next = search.next(); next.length > 0; next = search.next()) {
    tasks.push(...next);
    search.take(shuffle(next).map(outcomeOf));
  }
  return { tasks, report: plain(search.report()), kept: search.distil(20) };
}

function plain({ shapes, ...report }: SearchReport) {
  return { ...report, shapes: shapes.size() };
}

const inOrder = <T>(list: readonly T[]) => list;

describe('a search', () => {
  it('gives the same result in whatever order runs end', () => {
    const expected = drive(base, inOrder);
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (keys) => {
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((item, at) => [keys[at % keys.length] ?? 0, item] as const)
            .toSorted(([one], [other]) => one - other)
            .map(([, item]) => item);
        expect(drive(base, shuffled)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('takes the seeds one after another, and wraps around after 64 bits', () => {
    const firstSeed = 2n ** 64n - 3n;
    const { tasks } = drive({ ...base, firstSeed, runs: 6 }, inOrder);
    const seeds = tasks.map((task) => (task.kind === 'kept' ? undefined : task.seed));
    expect(seeds).toEqual([firstSeed, firstSeed + 1n, firstSeed + 2n, 0n, 1n, 2n]);
  });

  it.each([
    ['random', undefined],
    ['pct:5', 5],
  ])('%s asks for a schedule of depth %j', (text, depth) => {
    const strategy = parseStrategy(text);
    if (strategy === undefined) throw new Error(`${text} is a strategy`);
    const { tasks } = drive({ ...base, strategy }, inOrder);
    const depths = new Set(tasks.map((task) => (task.kind === 'fresh' ? task.depth : undefined)));
    expect([...depths]).toEqual([depth]);
  });

  it('forces the schedule that pct asks for', () => {
    const task: Task = { kind: 'fresh', index: 0, seed: 5n, depth: 4 };
    expect(scenarioOf(task, DEFAULT_SPACE).network.schedule).toMatchObject({
      kind: 'pct',
      depth: 4,
    });
  });

  it('runs what was kept first, and as many runs besides as requested', () => {
    const kept = [1n, 2n, 3n].map((seed) => ({
      name: `${seed}.yaml`,
      scenario: generateScenario(DEFAULT_SPACE, seed),
    }));
    const { tasks, report } = drive({ ...base, kept, runs: 40 }, inOrder);
    expect(tasks.slice(0, 4).map(({ kind }) => kind)).toEqual(['kept', 'kept', 'kept', 'fresh']);
    expect(tasks.map(({ index }) => index)).toEqual(Array.from({ length: 43 }, (_, at) => at));
    expect(report.runs).toBe(43);
    const [first, ...others] = report.findings.map(({ keptAs }) => keptAs);
    expect([first, new Set(others)]).toEqual(['3.yaml', new Set([undefined])]);
  });

  it('keeps no scenario that fails', () => {
    const { kept, report } = drive(base, inOrder);
    expect(kept.filter(({ scenario: { seed } }) => isFailing(seed))).toEqual([]);
    expect([report.failed > 0, kept.length > 0]).toEqual([true, true]);
  });

  it('groups failures by cause in the order of their first runs', () => {
    const { report, tasks } = drive(base, inOrder);
    const failed = tasks.map(outcomeOf).filter(({ cause }) => cause !== undefined);
    expect(report.failed).toBe(failed.length);
    expect(report.findings.map(({ first }) => first.index)).toEqual(
      report.findings.map(({ first }) => first.index).toSorted((one, other) => one - other),
    );
    for (const { cause, runs, first } of report.findings) {
      const same = failed.filter((outcome) => outcome.cause === cause);
      expect({ runs, first }).toEqual({ runs: same.length, first: same[0] });
    }
  });

  it('ends with the run that brings the last cause it looks for', () => {
    const whole = drive(base, inOrder).report;
    const second = whole.findings[1]?.first.index ?? Number.NaN;
    const { report } = drive({ ...base, causes: 2 }, inOrder);
    expect(report.runs).toBe(second + 1);
    expect(report.findings).toHaveLength(2);
  });

  it('ends after a generation that was not run to its end', () => {
    const search = createSearch({
      space: DEFAULT_SPACE,
      strategy: { kind: 'random' },
      firstSeed: 1n,
    });
    const tasks = search.next();
    search.take(tasks.slice(0, 5).map(outcomeOf));
    expect(search.next()).toEqual([]);
    expect(search.report().runs).toBe(5);
  });

  it('adds up what occurred, and lists what never had anything to check', () => {
    const { report, tasks } = drive(base, inOrder);
    const odd = tasks.map(outcomeOf).filter(({ situations }) => situations[0]?.count === 1);
    expect(report.situations.get('catch-up')).toBe(odd.length);
    expect(report.idle).toEqual(['always-idle']);
    expect(report.virtualNanos).toBe(5n * 150n);
  });
});
