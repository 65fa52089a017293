import { describe, expect, it } from 'vitest';
import { isRunning, parseStat, stateOf } from './process-state.ts';

/** The line of a process, as `man 5 proc` lays it out. */
function stat(name: string, state: string, threads: number): string {
  return `42 (${name}) ${state} 1 42 42 0 -1 4228364 0 0 0 0 0 0 0 0 20 0 ${threads} 0 1234567 0 0\n`;
}

describe('parseStat', () => {
  it.each([
    ['one that runs', stat('node', 'R', 11), false],
    ['one that sleeps', stat('node', 'S', 11), false],
    ['one that is stopped', stat('node', 'T', 1), false],
    ['one that nobody has asked yet how it ended', stat('node', 'Z', 1), true],
    ['one that is dead', stat('node', 'X', 1), true],
    ['one that is dead, as older systems say it', stat('node', 'x', 0), true],
    ['one that was killed while a thread of it still writes', stat('node', 'Z', 2), false],
    ['one that has chosen its name badly', stat('a) Z 1 (b', 'S', 1), false],
  ])('tells whether it has ended, of %s', (_, text, hasEnded) => {
    expect(parseStat(text)).toEqual({ began: '1234567', hasEnded });
  });

  it('rejects any other line', () => {
    expect(parseStat('')).toBeUndefined();
    expect(parseStat('42 (node) Z')).toBeUndefined();
  });
});

describe('isRunning', () => {
  it('tells this process from one that cannot exist', () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(stateOf(process.pid)).toMatchObject({ hasEnded: false });
    expect(isRunning(2 ** 22 + 1)).toBe(false);
    expect(stateOf(2 ** 22 + 1)).toBeUndefined();
  });
});
