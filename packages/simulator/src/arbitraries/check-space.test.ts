import { describe, expect, it } from 'vitest';
import { ScenarioSpaceError } from './check-space.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from './scenario-space.ts';
import { scenarios } from './scenarios.ts';

const range = <T>(least: T, greatest: T = least) => ({ least, greatest });

/** Gives what is said of a space that is wrong in a way that types would not allow. */
function problemsIn(space: object): readonly string[] {
  const given = space as Partial<ScenarioSpace>;
  try {
    scenarios(given);
  } catch (error) {
    if (!(error instanceof ScenarioSpaceError)) throw error;
    expect(() => generateScenario({ ...DEFAULT_SPACE, ...given }, 1n)).toThrow(ScenarioSpaceError);
    return error.problems;
  }
  return [];
}

const { network, operations } = DEFAULT_SPACE;

describe('scenarios refuse a space', () => {
  it.each([
    [
      { validators: range(7, 4) },
      'validators: expected { least, greatest } with whole numbers from 1 to 100, the lesser first, got {"least":7,"greatest":4}',
    ],
    [{ validators: range(0) }, /^validators: .* from 1 to 100, .* got {"least":0,"greatest":0}$/],
    [{ validators: range(1, 101) }, /^validators: .* from 1 to 100/],
    [{ validators: 4 }, /^validators: .* got 4$/],
    [{ validators: { min: 4, max: 7 } }, /^validators: .* got {"min":4,"max":7}$/],
    [{ validators: undefined }, /^validators: .* got undefined$/],
    [{ proxies: range(11) }, /^proxies: .* from 1 to 10, .* got {"least":11,"greatest":11}$/],
    [{ clients: range(0) }, /^clients: .* from 1 to 100/],
    [{ clients: range(1.5, 2) }, /^clients: .* whole numbers/],
    [{ accounts: range(-1) }, /^accounts: .* from 0 to 100/],
    [{ changes: range(0, Number.NaN) }, /^changes: .* from 0 to 100/],
    [{ steps: range(-1, 2) }, /^steps: .* from 0 to 1000, .* got {"least":-1,"greatest":2}$/],
    [{ odds: 5 }, 'odds: expected a probability from 0 to 1, got 5'],
    [{ profile: 'nope' }, 'profile: expected "safe" or "beyond" or "none", got "nope"'],
    [{ delay: range(5, 10) }, /^delay: .* bigint/],
    [{ delay: range(-1n, 1n) }, /^delay: .* got {"least":"-1n","greatest":"1n"}$/],
    [{ network: { ...network, drop: range(0, 2) } }, /^network\.drop: .* from 0 to 1, .* got/],
    [
      { operations: { ...operations, pay: -1 } },
      'operations.pay: expected a number, 0 or more, got -1',
    ],
    [
      { schedules: { fifo: 0, random: 0, pct: 0 } },
      /^schedules: expected at least one weight above 0/,
    ],
    [{ byzantine: 1 }, 'byzantine: expected an object, got 1'],
    [
      { byzantine: { ...DEFAULT_SPACE.byzantine, client: range(1) } },
      /^byzantine\.client: unknown key; did you mean "clients"\?$/,
    ],
    [{ validator: range(4) }, 'validator: unknown key; did you mean "validators"?'],
  ])('%o', (space, problem) => {
    expect(problemsIn(space)).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ]);
  });

  it('for all that is wrong with it', () => {
    expect(problemsIn({ odds: -1, proxies: range(0), steps: range(2, 1) })).toHaveLength(3);
    const table = { crash: range(0, 1) };
    expect(problemsIn({ faults: table })).toContainEqual(
      expect.stringMatching(/^faults\.amnesia: .* got undefined$/),
    );
  });

  it('that is not one', () => {
    expect(() => generateScenario(null as never, 1n)).toThrow(
      /^space: expected an object, got null$/,
    );
  });

  it('and take each that is at the limits', () => {
    const least = {
      validators: range(1),
      proxies: range(1),
      clients: range(1),
      accounts: range(0),
    };
    const most = { validators: range(100), proxies: range(10), accounts: range(100), odds: 1 };
    for (const space of [{}, least, most, { profile: 'none', delay: range(0n), steps: range(0) }]) {
      expect(problemsIn(space)).toEqual([]);
    }
  });
});
