import { Document } from 'yaml';
import { checkScenario } from '../../check-arguments.ts';
import type { Scenario } from '../scenario.ts';
import { layOut } from './layout.ts';
import { rawOfScenario } from './raw-of-scenario.ts';

/**
 * Writes a scenario as the text of a file that `loadScenario` reads back as the same scenario.
 *
 * Values that a run depends on are all written, defaults too; what is absent or empty is left out.
 *
 * @throws ArgumentError for what is no scenario.
 */
export function printScenario(scenario: Scenario): string {
  checkScenario(scenario);
  const raw = { version: 1, ...rawOfScenario(scenario) };
  return layOut(new Document(raw, { aliasDuplicateObjects: false }));
}
