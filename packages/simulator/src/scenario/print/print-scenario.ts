import { Document } from 'yaml';
import { checkScenario } from '../../check-arguments.ts';
import type { Scenario } from '../scenario.ts';
import { scenarioForm } from '../scenario.ts';
import { layOut } from './layout.ts';

/**
 * Writes a scenario as the text of a file that `loadScenario` reads back as the same scenario.
 *
 * All values that a run depends on are written, including defaults; absent or empty ones are left
 * out.
 *
 * @throws ArgumentError if the argument is no scenario
 */
export function printScenario(scenario: Scenario): string {
  checkScenario(scenario);
  const raw = { version: 1, ...scenarioForm.state(scenario) };
  return layOut(new Document(raw, { aliasDuplicateObjects: false }));
}
