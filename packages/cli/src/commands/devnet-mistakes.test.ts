import { describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';

/** Where every refusal of an option points. */
const HELP = '(quorate devnet --help shows how)\n';

describe('quorate devnet', () => {
  it.each([
    [
      '5',
      /^error --prune-older-than takes a number and a unit of time \(.*h\), such as "5min", not "5"\n/,
    ],
    ['5us', /^error --prune-older-than takes a time in whole milliseconds, not "5us"\n/],
    ['9999999999h', /^error --prune-older-than takes a shorter time, not "9999999999h"\n/],
  ])('says how a time is written, by which option: %s', async (time, said) => {
    const args = ['--ephemeral', '--port', '0', '--prune-older-than', time];
    const { code, err } = await quorate('devnet', ...args);
    expect(code).toBe(exitCodes.usage);
    expect(err).toMatch(said);
    expect(err.endsWith(HELP)).toBe(true);
  });

  it.each([
    ['--host', '', /^error --host: expected an address .*, got none\n/],
    ['--host', '0', /^error --host: expected an address .*, got 0\n/],
    ['-n', '0', /^error -n, --validators: expected a whole number from 1 to 100, got 0\n/],
    ['--port', '65530', /^error --port: the ports of 4 validators end at 65553, beyond 65535\n/],
    [
      '--faucet-cooldown',
      '999999999999999',
      /^error --faucet-cooldown: expected at most 9007199254740 seconds, got 999999999999999\n/,
    ],
    ['--archive', 'x1', /^error --archive: expected names such as v4, or p1, got x1\n/],
    ['--allow-host', 'http://x', /^error --allow-host: expected names .*, got http:\/\/x\n/],
  ])('names the option that is wrong: %s "%s"', async (option, value, said) => {
    const args = ['--ephemeral', '--port', '0', '--prune-keep', '1', option, value];
    const { code, err } = await quorate('devnet', ...args);
    expect(code).toBe(exitCodes.usage);
    expect(err).toMatch(said);
    expect(err.endsWith(HELP)).toBe(true);
  });

  it('says that no folder was named', async () => {
    const { code, err } = await quorate('devnet', '--port', '0', '--data-dir', '');
    expect(code).toBe(exitCodes.usage);
    expect(err).toBe(`error --data-dir: expected the path of a folder, got none\n${HELP}`);
  });
});
