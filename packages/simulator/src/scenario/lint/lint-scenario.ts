import type { Diagnostic } from '../diagnostic.ts';
import { ScenarioError } from '../diagnostic.ts';
import { loadScenario } from '../load.ts';
import { parseSource } from '../source-document.ts';
import { adviseOn } from './advice.ts';
import { vainExpectations } from './vain-expectations.ts';

/** What there is to say about a scenario file. */
export interface Lint {
  /** What keeps the file from being loaded. */
  readonly mistakes: readonly Diagnostic[];
  /** What can be run and is hardly meant; looked for where there are no mistakes. */
  readonly advice: readonly Diagnostic[];
}

/** Looks through the text of a scenario file; `file` is only what diagnostics call it. Throws ArgumentError where it is given no text. */
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
