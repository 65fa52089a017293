import { problemsIn } from '../check/problems.ts';
import { ScenarioError } from '../diagnostic.ts';
import type { RawScenario, Scenario } from '../scenario.ts';
import { scenarioForm } from '../scenario.ts';
import { type Setting, withSettings } from './settings.ts';
import { parseSource } from './source-document.ts';

/**
 * Reads a scenario from YAML 1.2 or JSON, and replaces values by settings where there are any.
 *
 * `file` is only the name that diagnostics use. A mistake in a setting is shown at the place of its
 * value.
 *
 * @throws ScenarioError with every mistake in the file, each at its line and column
 * @throws ArgumentError if `text` is no string or a setting is malformed
 */
export function loadScenario(
  text: string,
  file: string,
  settings: readonly Setting[] = [],
): Scenario {
  const source = parseSource(text, file);
  if (!source.isReadable) throw new ScenarioError(source.diagnostics);
  const { data, problems } = withSettings(source.data, settings);
  const diagnostics = [
    ...source.diagnostics,
    ...[...problems, ...problemsIn(data)].map(source.locate),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  return scenarioForm.load(data as RawScenario);
}
