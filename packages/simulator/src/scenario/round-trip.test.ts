import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../test/any-scenario.ts';
import { ScenarioError } from './diagnostic.ts';
import { formatScenario } from './print/format-scenario.ts';
import { printScenario } from './print/print-scenario.ts';
import { loadScenario } from './read/load.ts';
import type { Scenario } from './scenario.ts';
import { scenarioForm } from './scenario.ts';

describe('printScenario', () => {
  it('writes what is read back as it was, and what formatting leaves as it is', () => {
    fc.assert(
      fc.property(anyScenario, (original) => {
        const text = printScenario(original);
        expect(loadScenario(text, 'x')).toEqual(original);
        expect(formatScenario(text, 'x')).toBe(text);
      }),
    );
  });
});

describe('loadScenario', () => {
  it('finds a key that is not of the format wherever it stands, by line and column', () => {
    fc.assert(
      fc.property(anyScenario, fc.nat(), (any, choice) => {
        // The keys of state cells may be any text.
        const original = { ...any, expect: { ...any.expect, states: [] } };
        const lines = toJson(original).split('\n');
        const openings = lines.flatMap((line, index) => (/[^\\"]*\{$/.test(line) ? [index] : []));
        const opening = openings[choice % openings.length] ?? 0;
        const isAlone = /^\s*\}/.test(lines[opening + 1] ?? '');
        const text = lines.toSpliced(opening + 1, 0, `"Zzz": 0${isAlone ? '' : ','}`).join('\n');
        expect(placesOfMistakes(text)).toContainEqual([opening + 2, 1]);
      }),
    );
  });
});

describe('formatScenario', () => {
  it('changes nothing of what a file says, whatever its layout', () => {
    fc.assert(
      fc.property(anyScenario, (original) => {
        const text = toJson(original);
        expect(loadScenario(text, 'x')).toEqual(original);
        expect(loadScenario(formatScenario(text, 'x'), 'x')).toEqual(original);
      }),
    );
  });
});

function toJson(scenario: Scenario): string {
  return JSON.stringify({ version: 1, ...scenarioForm.state(scenario) }, null, 1);
}

function placesOfMistakes(text: string): readonly (readonly [line: number, column: number])[] {
  try {
    loadScenario(text, 'x');
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.diagnostics.map(({ line, column }) => [line, column]);
  }
}
