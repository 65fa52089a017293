import { buildScenario } from './build-scenario.ts';
import { ScenarioError } from './diagnostic.ts';
import { problemsIn } from './problems.ts';
import type { RawScenario } from './raw-scenario.ts';
import type { Scenario } from './scenario.ts';
import { parseSource } from './source-document.ts';

/**
 * Read a scenario from YAML 1.2 or JSON.
 *
 * `file` is only what diagnostics call the text.
 *
 * @throws ScenarioError with every mistake in the file, each at its line and column; ArgumentError where it is
 * given no text
 */
export function loadScenario(text: string, file: string): Scenario {
  const source = parseSource(text, file);
  if (!source.isReadable) throw new ScenarioError(source.diagnostics);
  const diagnostics = [...source.diagnostics, ...problemsIn(source.data).map(source.locate)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  );
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  return buildScenario(source.data as RawScenario);
}
