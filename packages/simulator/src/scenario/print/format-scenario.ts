import { isMap } from 'yaml';
import { problemsIn } from '../check/problems.ts';
import { ScenarioError } from '../diagnostic.ts';
import { parseSource } from '../read/source-document.ts';
import { layOut } from './layout.ts';
import { parseWithRemarks } from './parse-remarks.ts';

/**
 * Rewrites the text of a scenario file in the canonical form: order of keys, lines, quotes. Its
 * meaning and its comments stay the same. Formatting twice changes nothing more.
 *
 * `file` is only the name that diagnostics use.
 *
 * @throws ScenarioError if the text is no YAML or is no mapping; it need not be a valid scenario
 */
export function formatScenario(text: string, file: string): string {
  const { diagnostics, data, locate } = parseSource(text, file);
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  const document = parseWithRemarks(text);
  // Plain notes or an empty file are YAML too, but were hardly meant.
  if (!isMap(document.contents)) throw new ScenarioError(problemsIn(data).map(locate));
  return layOut(document);
}
