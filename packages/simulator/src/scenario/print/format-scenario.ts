import { parseDocument } from 'yaml';
import { ScenarioError } from '../diagnostic.ts';
import { parseSource } from '../source-document.ts';
import { layOut } from './layout.ts';

/**
 * Rewrites the text of a scenario file in the canonical form: order of keys, lines, quotes. What it
 * says stays the same, and so do its comments. Formatting twice changes nothing more.
 *
 * `file` is only what diagnostics call the text.
 *
 * @throws ScenarioError when the text is no YAML; whether it is a scenario does not matter
 */
export function formatScenario(text: string, file: string): string {
  const { diagnostics } = parseSource(text, file);
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  return layOut(parseDocument(text, { version: '1.2', schema: 'core', intAsBigInt: true }));
}
