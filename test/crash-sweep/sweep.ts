import { readFileSync } from 'node:fs';
import { loadScenario, type RunResult, type Scenario } from '@quorate/simulator';
import {
  type Boundary,
  beginningOf,
  boundariesOf,
  POWER_CUT,
  runVisited,
  SWEPT,
  type SweepRules,
  struckAt,
  type Trouble,
} from './boundaries.ts';
import { roleOf } from './role.ts';

/** The results of a sweep. */
export interface Swept {
  readonly boundaries: readonly Boundary[];
  readonly runs: number;
  /** Every run that did not end as it must, in a line each. */
  readonly failures: readonly string[];
  /** Every invariant that some run violated. */
  readonly violated: ReadonlySet<string>;
}

/** Says which crashes a sweep makes. */
export interface SweepOptions extends SweepRules {
  /** What happens to the node at a boundary, in one run each. */
  readonly troubles: (boundary: Boundary) => readonly Trouble[];
  /** At which places: at all of them, or only where the one before would not do as well. */
  readonly places: 'all' | 'unlike';
  /** Leaves out what was swept elsewhere; absent for nothing. */
  readonly from?: number;
}

/** Milliseconds that a sweep may take on a busy machine. */
export const SWEEP_TIMEOUT = 600_000;

/** The scenarios that are swept; together they take nodes through every kind of message. */
export const BASES = [
  'rivals',
  'payments',
  'shares',
  'lagging',
  'pruning',
  'changing',
  'late',
] as const;

/**
 * What reaches beyond the memory of a node. A crash after anything else takes the same from it as
 * one after the last of these; what it had heard meanwhile is lost in either.
 */
const LASTING: readonly Boundary['what'][] = ['begins', 'writes', 'flushes', 'sends'];

/** Loads a scenario of the folder `bases`. */
export function baseOf(name: string): Scenario {
  const file = new URL(`bases/${name}.yaml`, import.meta.url);
  return loadScenario(readFileSync(file, 'utf8'), `${name}.yaml`);
}

/** Lists every node that takes part in a scenario. */
export function nodesOf({ cluster }: Scenario): readonly string[] {
  return [
    ...cluster.validators,
    ...cluster.candidates,
    ...cluster.proxies,
    ...cluster.clients.map(({ name }) => name),
  ];
}

/** Crashes a node at each of its boundaries, one run for each of them and each loss. */
export function sweepNode(base: Scenario, node: string, options: SweepOptions): Swept {
  const { troubles, places, from = 0, ...rules } = options;
  const [trouble] = troubles(beginningOf(node));
  const boundaries = boundariesOf(base, node, rules, trouble).filter(
    ({ count, what }) => count >= from && (places === 'all' || LASTING.includes(what)),
  );
  const failures: string[] = [];
  const violated = new Set<string>();
  let runs = 0;
  for (const boundary of boundaries) {
    for (const trouble of troubles(boundary)) {
      runs += 1;
      const result = runVisited(struckAt(base, boundary, trouble), rules, () => undefined);
      for (const name of violatedIn(result)) violated.add(name);
      const failure = failureOf(result);
      if (failure !== undefined)
        failures.push(`${base.name}, ${where(boundary, trouble)}: ${failure}`);
    }
  }
  return { boundaries, runs, failures, violated };
}

/**
 * Crashes a node a second time, at each boundary after a first crash in the middle of its first
 * life: when it comes up, resumes its work, and goes on.
 */
export function sweepAgain(base: Scenario, node: string, options: SweepOptions): Swept {
  const { troubles: _, places: __, from: ___, ...rules } = options;
  const middle = Math.floor(boundariesOf(base, node, rules).length / 2);
  const crashed = struckAt(base, { node, count: middle }, POWER_CUT, 'before');
  return sweepNode(crashed, node, { ...options, from: middle + 1 });
}

/**
 * Sweeps the nodes of a scenario, one after the other: each of them, or only those that are not
 * alike.
 *
 * Two nodes are alike if they go through the same boundaries in the same order, as validators with
 * equal links do; of these, the first is swept.
 */
export function sweepNodes(
  name: string,
  which: 'each' | 'unlike',
  sweepOne: (base: Scenario, node: string) => Swept,
): Swept {
  const base = baseOf(name);
  const nodes = which === 'each' ? nodesOf(base) : unlikeNodes(base);
  return together(nodes.map((node) => sweepOne(base, node)));
}

function unlikeNodes(base: Scenario): readonly string[] {
  const seen = new Set<string>();
  return nodesOf(base).filter((node) => {
    const course = boundariesOf(base, node, {}).map(
      ({ what, kind, unsynced }) => `${what} ${kind} ${unsynced}`,
    );
    const text = `${roleOf(node)}: ${course.join(', ')}`;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** Adds up sweeps. */
function together(sweeps: readonly Swept[]): Swept {
  return {
    boundaries: sweeps.flatMap(({ boundaries }) => boundaries),
    runs: sweeps.reduce((sum, { runs }) => sum + runs, 0),
    failures: sweeps.flatMap(({ failures }) => failures),
    violated: new Set(sweeps.flatMap(({ violated }) => [...violated])),
  };
}

function violatedIn({ oracles }: RunResult): readonly string[] {
  return oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
}

function failureOf(result: RunResult): string | undefined {
  const { verdict, failedExpectations, faults } = result;
  if (verdict !== 'pass') return `${verdict} (${violatedIn(result).join(', ')})`;
  const [unmet] = failedExpectations;
  if (unmet !== undefined) {
    return `${unmet.expectation} is ${unmet.actual}, expected ${unmet.expected}`;
  }
  const hasStruck = faults.some(({ id, at }) => id === SWEPT && at !== undefined);
  return hasStruck ? undefined : 'it never came';
}

function where({ node, count, what, kind }: Boundary, trouble: Trouble): string {
  const facts = Object.values(trouble).filter((fact) => fact !== undefined);
  return `${facts.join(' ')} of ${node} at effect ${count} (${what}${kind === '' ? '' : ` ${kind}`})`;
}
