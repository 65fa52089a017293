import type { Diagnostic } from '../diagnostic.ts';
import { ScenarioError } from '../diagnostic.ts';
import { loadScenario } from '../read/load.ts';
import { parseSource } from '../read/source-document.ts';
import { adviseOn } from './advice.ts';
import { vainExpectations } from './vain-expectations.ts';

/** What a lint finds in a scenario file. */
export interface Lint {
  /** What keeps the file from being loaded. */
  readonly mistakes: readonly Diagnostic[];
  /** What is valid but probably not meant; looked for only if there are no mistakes. */
  readonly advice: readonly Diagnostic[];
}

/**
 * Checks the text of a scenario file for mistakes and for what is probably not meant.
 *
 * `file` is only the name that diagnostics use.
 *
 * @throws ArgumentError if `text` is no string
 */
export function lintScenario(text: string, file: string): Lint {
  try {
    const scenario = loadScenario(text, file);
    const { data, locate } = parseSource(text, file);
    const advice = [...adviseOn(scenario), ...vainExpectations(data, scenario)].map(locate);
    return { mistakes: [], advice: advice.sort((a, b) => a.line - b.line || a.column - b.column) };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { mistakes: error.diagnostics, advice: [] };
  }
}
