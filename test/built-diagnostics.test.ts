import { loadScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROOT } from './built-command.ts';
import { shippedFiles, shippedText } from './scenario-documents.ts';

type Load = typeof loadScenario;

// Typed like the source that it is built from.
const built = (await import(`${ROOT}packages/simulator/dist/index.js`)) as { loadScenario: Load };

const ODD_VALUES = [
  '-1',
  '1.5',
  '"7 parsecs"',
  '[]',
  '{}',
  'null',
  'true',
  'nobody',
  '99999999999',
];

/** An edit of a line with a key: another value, another key, or nothing. */
const edit = fc.oneof(
  fc
    .constantFrom(...ODD_VALUES)
    .map((value) => (line: string) => line.replace(/: .*$/, `: ${value}`)),
  fc
    .constantFrom('kind', 'op', 'nodes', 'to')
    .map((key) => (line: string) => line.replace(/\w+:/, `${key}:`)),
  fc.constant(() => ''),
);

const edited = fc
  .tuple(
    fc.constantFrom(...shippedFiles()),
    fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 3 }),
  )
  .map(([file, edits]) => {
    const lines = shippedText(file).split('\n');
    const places = [...lines.keys()].filter((index) => /^[^#]*\w:/.test(lines[index] ?? ''));
    for (const [at, change] of edits) {
      const place = places[at % places.length] ?? 0;
      lines[place] = change(lines[place] ?? '');
    }
    return lines.join('\n');
  });

function complaintOf(load: Load, text: string): string {
  try {
    load(text, 'edited.yaml');
    return '';
  } catch (error) {
    return String(error);
  }
}

it('says the same of a scenario by the compiled checks of a build as by the schema', () => {
  fc.assert(
    fc.property(edited, (text) => {
      expect(complaintOf(built.loadScenario, text)).toBe(complaintOf(loadScenario, text));
    }),
    { numRuns: 200 },
  );
});
