import { describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';

describe('quorate fuzz', () => {
  it.each([
    ['an unknown strategy', ['--strategy', 'luck'], '--strategy takes random or pct and a depth'],
    [
      'a time without a unit',
      ['--time', '60'],
      '--time takes a number and a unit of time (ns, us, ms, s, min, h), such as "5min"',
    ],
    ['seeds and runs', ['--seeds', '1..5', '--runs', '5'], "cannot be used with option '--runs"],
    ['an unknown mutant', ['--mutants', 'no-such'], 'no mutant is called no-such; there are '],
    ['an invalid number of committee changes', ['--changes', 'many'], 'Expected a count such as 2'],
    ['an invalid base seed', ['--base-seed', 'luck'], 'Expected commit, time, or a number'],
    [
      'hunts for each mutant where none is hunted',
      ['--runs', '1', '--repeats', '7'],
      '--repeats needs --mutants',
    ],
    ['a trend of no scoreboard', ['--runs', '1', '--trend', 'x'], '--trend needs --mutants'],
    [
      'a time to shrink where only runs count',
      ['--runs', '1', '--shrink-time', '1s'],
      '--shrink-time needs --time',
    ],
    [
      'a report of what hunts do not find',
      ['--mutants', 'canary', '--junit', 'x'],
      "'--mutants [ids...]' cannot be used with option '--junit",
    ],
    [
      'a hunt with more liars than any mutant needs',
      ['--mutants', '--profile', 'beyond'],
      "'--mutants [ids...]' cannot be used with option '--profile",
    ],
  ])('refuses %s', async (_, args, complaint) => {
    const { code, err } = await quorate('fuzz', ...args);
    expect(code).toBe(exitCodes.usage);
    expect(err).toMatch(/^error /);
    expect(err).toContain(complaint);
    expect(err.endsWith('\n(quorate fuzz --help shows how)\n')).toBe(true);
  });

  it('refuses a report that cannot be written', async () => {
    const { code, err } = await quorate('fuzz', '--runs', '1', '--junit', '/dev/null/report.xml');
    expect(code).toBe(exitCodes.environment);
    expect(err).toMatch(/^error --junit: \S+ cannot be written: /);
  });
});
