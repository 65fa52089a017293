import { isObject } from '@quorate/protocol';
import { drawScenario, printScenario, type Scenario } from '@quorate/simulator';
import { parse } from 'yaml';
import { type Difference, differencesIn } from './data-differences.ts';

/** What no run depends on. */
const NAMES: ReadonlySet<string> = new Set(['name', 'description', 'provenance']);

/**
 * Lists in what other scenarios differ from one, once everything is drawn that a seed draws before a
 * run.
 */
export function differencesFrom(own: Seeded): (other: Seeded) => readonly Difference[] {
  const ownStated = stated(own);
  return (other) => differencesIn('', ownStated, stated(other));
}

/** A scenario, and the seed with which it runs. */
export interface Seeded {
  readonly scenario: Scenario;
  readonly seed: bigint;
}

function stated({ scenario, seed }: Seeded): unknown {
  const document: unknown = parse(printScenario({ ...drawScenario(scenario, seed), seed }));
  const entries = isObject(document) ? Object.entries(document) : [];
  return Object.fromEntries(entries.filter(([key]) => !NAMES.has(key)));
}
