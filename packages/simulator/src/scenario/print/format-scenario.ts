import { isMap } from 'yaml';
import { ScenarioError } from '../diagnostic.ts';
import { problemsIn } from '../problems.ts';
import { parseSource } from '../source-document.ts';
import { layOut } from './layout.ts';
import { parseWithRemarks } from './parse-remarks.ts';

/**
 * Rewrites the text of a scenario file in the canonical form: order of keys, lines, quotes. What it
 * says stays the same, and so do its comments. Formatting twice changes nothing more.
 *
 * `file` is only what diagnostics call the text.
 *
 * @throws ScenarioError when the text is no YAML, or has no keys and values; whether they are those of a
 * scenario does not matter
 */
export function formatScenario(text: string, file: string): string {
  const { diagnostics, data, locate } = parseSource(text, file);
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  const document = parseWithRemarks(text);
  // Notes, or an empty file, are YAML as well, and hardly what was meant.
  if (!isMap(document.contents)) throw new ScenarioError(problemsIn(data).map(locate));
  return layOut(document);
}
