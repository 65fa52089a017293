import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../../test/any-scenario.ts';
import { BASE } from '../../../test/base-scenario.ts';
import { ScenarioError } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import { scenarioForm } from '../scenario.ts';
import { loadScenario } from './load.ts';
import type { Setting } from './settings.ts';

/** Lists all values of a file, nested ones too, each by the keys and positions that lead there. */
function placesIn(data: unknown, path: Setting['path'] = []): readonly Setting[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, item]) => {
    const below = [...path, Array.isArray(data) ? Number(key) : key];
    return [{ path: below, value: yamlOf(item) }, ...placesIn(item, below)];
  });
}

/** Writes data as JSON, which YAML reads; a bigint in its digits. */
function yamlOf(data: unknown): string {
  const digits = (_key: string, each: unknown) => (typeof each === 'bigint' ? `${each}` : each);
  return JSON.stringify(data, digits);
}

function rawOf(scenario: Scenario): unknown {
  return { version: 1, ...scenarioForm.state({ ...scenario, provenance: undefined }) };
}

/** Gives what diagnostics say of a setting in the smallest scenario. */
function complaintsOf(...settings: Setting[]): readonly string[] {
  try {
    loadScenario(BASE, 'x.yaml', settings);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.diagnostics.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('a setting', () => {
  it('of any place to its present value changes nothing', () => {
    fc.assert(
      fc.property(anyScenario, fc.array(fc.nat(), { maxLength: 5 }), (any, choices) => {
        const raw = rawOf(any);
        const places = placesIn(raw);
        const settings = choices.flatMap((choice) => places[choice % places.length] ?? []);
        const text = yamlOf(raw);
        expect(loadScenario(text, 'x', settings)).toEqual(loadScenario(text, 'x'));
      }),
      { numRuns: 30 },
    );
  });

  it('of any place in a file makes it the file in which that is written', () => {
    fc.assert(
      fc.property(anyScenario, anyScenario, fc.nat(), (one, other, choice) => {
        const raw = rawOf(one) as Readonly<Record<string, unknown>>;
        const places = placesIn(rawOf(other)).filter(({ path }) => path.length === 1);
        const { path, value } = places[choice % places.length] as Setting;
        const written = yamlOf({ ...raw, [String(path[0])]: JSON.parse(value) });
        expect(outcomeOf(yamlOf(raw), [{ path, value }])).toEqual(outcomeOf(written, []));
      }),
      { numRuns: 30 },
    );
  });

  it('makes the keys that lead to its place, and the later of two holds', () => {
    const scenario = loadScenario(BASE, 'x', [
      { path: ['network', 'default', 'drop'], value: '0.5' },
      { path: ['network', 'default', 'drop'], value: '0.25' },
      { path: ['workload', 0, 'client'], value: 'bob' },
    ]);
    expect(scenario.network.default.drop).toBe(0.25);
    expect(scenario.workload[0]?.client).toBe('bob');
  });

  it('removes the provenance of a frozen scenario: its run is another', () => {
    const provenance = { seed: '0x1', tool: '0.1.0', traceHash: 'ab'.repeat(32) };
    const frozen = `${BASE}\nprovenance: ${JSON.stringify(provenance)}\n`;
    expect(loadScenario(frozen, 'x').provenance).toEqual(provenance);
    const settings = [{ path: ['seed'], value: '2' }];
    expect(loadScenario(frozen, 'x', settings).provenance).toBeUndefined();
  });

  it.each([
    [
      ['cluster', 'validators'],
      '0',
      'cluster.validators: expected a whole number from 1 to 100, got 0',
    ],
    [['cluster', 'validator'], '4', 'cluster: unknown key "validator"; did you mean "validators"?'],
    [['workload', 9, 'client'], 'bob', 'workload: expected an item [9], got a list of 1'],
    [['cluster', 0], '4', 'cluster: expected a list, got keys and values'],
    [['name', 'of'], 'x', 'name: expected keys and values, got "base"'],
    [['workload', 'client'], 'x', 'workload: expected keys and values, got a list'],
    [['constructor', 'name'], 'x', /^: unknown key "constructor"/],
    [['faults'], '[', 'faults: expected a closing ]'],
  ])('of %j to %s is refused by its name', (path, value, complaint) => {
    expect(complaintsOf({ path, value })[0]).toMatch(complaint);
  });

  it('is shown where it would stand, beside what is wrong in the file', () => {
    const text = BASE.replace('name: base', 'nmae: base');
    const settings = [{ path: ['cluster', 'validators'], value: '0' }];
    const line = BASE.split('\n').findIndex((each) => each.includes('validators')) + 1;
    expect(() => loadScenario(text, 'x.yaml', settings)).toThrow(
      new RegExp(`nmae(.|\n)*x\\.yaml:${line}:\\d+: cluster\\.validators: expected`),
    );
  });

  it.each([
    ['cluster.validators=7'],
    [{ path: 'seed', value: '1' }],
    [{ path: ['seed'], value: 1 }],
  ])('is none that is %j', (setting) => {
    const settings = [setting] as unknown as Setting[];
    expect(() => loadScenario(BASE, 'x', settings)).toThrow(
      'settings: expected a list of { path, value } with YAML as the value, got a list',
    );
  });
});

/** Loads a file, or gives what is wrong with it, without the lines: in a written file they are others. */
function outcomeOf(text: string, settings: readonly Setting[]): unknown {
  try {
    return loadScenario(text, 'x', settings);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return new Set(error.diagnostics.map(({ path, message }) => `${path}: ${message}`));
  }
}
