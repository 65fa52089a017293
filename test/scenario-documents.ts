import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScenario, type Scenario } from '@quorate/simulator';

const SCENARIOS = new URL('../scenarios/', import.meta.url);

/** Names the files of the scenarios that ship, below `scenarios`, in the order of their names. */
export function shippedFiles(): readonly string[] {
  return readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Loads the shipped scenarios, or some of them, in the order of the names of their files. */
export function shippedScenarios(isWanted = (_file: string) => true): readonly Scenario[] {
  return shippedFiles().filter(isWanted).map(shippedScenario);
}

/** Reads a file in `scenarios`. */
export function shippedText(file: string): string {
  return readFileSync(new URL(file, SCENARIOS), 'utf8');
}

/** Writes a scenario that fails into a folder, and gives its path. */
export function failingIn(folder: string): string {
  const file = join(folder, 'failing.yaml');
  const text = shippedText('first-payment.yaml');
  writeFileSync(file, text.replace(/^expect:[\s\S]*/m, 'expect: { balances: { alice: 1 } }\n'));
  return file;
}

/** Loads the scenario of a file in `scenarios`. */
export function shippedScenario(file: string): Scenario {
  return loadScenario(shippedText(file), file);
}

/** Builds a scenario from what a file would say, without `version` and `name`. */
export function scenarioOf(document: object): Scenario {
  return loadScenario(JSON.stringify({ version: 1, name: 'generated', ...document }), 'generated');
}
