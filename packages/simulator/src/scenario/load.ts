import { buildScenario } from './build-scenario.ts';
import { ScenarioError } from './diagnostic.ts';
import { problemsIn } from './problems.ts';
import type { RawScenario } from './raw-scenario.ts';
import type { Scenario } from './scenario.ts';
import { type Setting, withSettings } from './settings.ts';
import { parseSource } from './source-document.ts';

/**
 * Read a scenario from YAML 1.2 or JSON, with other values in some places where there are settings.
 *
 * `file` is only what diagnostics call the text. A mistake in a setting is shown where its value would stand.
 *
 * @throws ScenarioError with every mistake in the file, each at its line and column; ArgumentError where it is
 * given no text, or settings that are none
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
  return buildScenario(data as RawScenario);
}
