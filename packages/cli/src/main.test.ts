import { describe, expect, it } from 'vitest';
import { quorate } from '../test/quorate.ts';

describe('main', () => {
  it.each([
    [[], 'Usage: quorate'],
    [['fly'], "unknown command 'fly'"],
    [['rum'], 'Did you mean run?'],
    [['run'], "missing required argument 'file-or-folder'"],
    [['run', 'x', '--sede', '7'], 'Did you mean --seed?'],
    [['run', 'x', '--seed', '-1'], 'Expected a number such as 7 or 0x5eed, below 2^64.'],
    [['run', 'x', '--seed', `${2n ** 64n}`], 'Expected a number such as 7 or 0x5eed, below 2^64.'],
    [['run', 'x', '--crypto', 'openssl'], 'Allowed choices are full, cache, trusted, memo, stub.'],
    [['run', 'x', '--ed25519', 'openssl'], 'Allowed choices are sodium, noble.'],
    [['run', 'x', '--set', 'cluster'], 'Expected a place and a value, such as'],
    [['run', 'x', '--workers', '101'], 'Expected a whole number from 1 to 100.'],
    [['run', 'x', '--workers', '0'], 'Expected a whole number from 1 to 100.'],
    [['run', 'x', '--seeds', '1..2', '--jobs', '501'], 'Expected a whole number from 1 to 500.'],
    [['fuzz', '--jobs', '100000'], 'Expected a whole number from 1 to 500.'],
    [['fuzz', '--jobs', '0'], 'Expected a whole number from 1 to 500.'],
    [
      ['run', 'x', '--seeds', '1..2', '--verbose'],
      "option '--seeds <first..last>' cannot be used with option '--verbose'",
    ],
    [['run', 'x', '--seeds', '7'], 'Expected two seeds such as 1..200, the lower one first.'],
    [['run', 'x', '--seeds', '1-9'], 'Expected two seeds such as 1..200, the lower one first.'],
    [['run', 'x', '--seeds', '9..1'], 'Expected two seeds such as 1..200, the lower one first.'],
    [['run', 'x', '--seeds', '1..100000001'], 'Expected at most 100000000 seeds.'],
    [['run', 'x', '--workers', 'two'], 'Expected a whole number from 1 to 100.'],
    [
      ['run', 'x', '--seeds', '1..2', '--seed', '1'],
      "option '--seeds <first..last>' cannot be used with option '--seed <seed>'",
    ],
    [['run', 'x', '--seeds', '1..2', '--jobs', '0'], 'Expected a whole number from 1 to 500.'],
    [['run', 'x', '--jobs', '2'], "'--jobs' has nothing to share without '--seeds'"],
    [['fuzz', '--runs', 'many'], 'Expected a whole number, 1 or more.'],
    [
      ['devnet', 'recrod'],
      "unknown command 'recrod'; expected one of check, record, events, faults, ",
    ],
    [['devnet', 'record', '--port', '7500'], "unknown option '--port'"],
    [['devnet', '--json', 'record'], "unknown option '--json'"],
    [
      ['send', 'bob', '1', '--from', 'alice', '--key-file', 'k'],
      "option '--key-file <file>' cannot be used with option '--from <name>'",
    ],
    [
      ['committee', 'leave', '--operator', 'v1', '--key-file', 'k'],
      "option '--key-file <file>' cannot be used with option '--operator <validator>'",
    ],
    [['explore'], "missing required argument 'file'"],
    [['explore', 'x', '--crashes', '-1'], 'Expected a whole number from 0 to 100.'],
    [['explore', 'x', '--max-states', '0'], 'Expected a whole number, 1 or more.'],
    [['replay'], "missing required argument 'folder-or-file'"],
    [
      ['replay', 'x', '--until', 'soon'],
      'a number of events or a time such as "1.5 s", not "soon"',
    ],
    [['scenario'], 'Usage: quorate scenario'],
    [['campaign', '--help'], "unknown command 'campaign'"],
    [['help', 'campaign'], "unknown command 'campaign'"],
    [['scenario', 'run', '-h'], "unknown command 'run'"],
    [['help', 'scenario', 'run'], "unknown command 'run'"],
    [['help', 'devent'], "unknown command 'devent'\n(Did you mean devnet?)"],
    [['devent', '--help'], "unknown command 'devent'\n(Did you mean devnet?)"],
    [['help', 'scenario', 'fmtt'], "unknown command 'fmtt'\n(Did you mean fmt?)"],
    [['scenario', 'help', 'fmtt'], "unknown command 'fmtt'\n(Did you mean fmt?)"],
    [
      ['help', 'devnet', 'recrod'],
      "unknown command 'recrod'; expected one of check, record, events, faults, ",
    ],
    ...['x', '70000'].map((port): [string[], string] => [
      ['devnet', '--port', port],
      `error option '--port <port>' argument '${port}' is invalid. Expected a whole number from 0 to 65535.`,
    ]),
    [['devnet', '--balance', '1000000000000000'], 'Expected a whole number of at most 15 digits.'],
    [
      ['devnet', '--ephemeral', '--data-dir', 'mydata'],
      "option '--ephemeral' cannot be used with option '--data-dir <folder>'",
    ],
  ])('answers %j with exit code 64 and says why', async (args, complaint) => {
    const { code, out, err } = await quorate(...args);
    expect(code).toBe(64);
    expect(err).toContain(complaint);
    expect(out).toBe('');
  });

  it('prints its version', async () => {
    const { code, out, err } = await quorate('--version');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['--help']],
    [['run', '--help']],
    [['help', 'run']],
    [['devnet', '--help']],
    [['devnet', 'record', '-h']],
    [['help']],
    [['scenario', 'help', 'fmt']],
  ])('helps with %j', async (args) => {
    const { code, out, err } = await quorate(...args);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: quorate/);
    expect(err).toBe('');
  });

  it.each([
    [['help', 'scenario', 'fmt'], 'quorate scenario fmt '],
    [['help', 'devnet', 'record'], 'quorate devnet record '],
    [['help', 'scenario'], 'quorate scenario '],
    [['help', 'help'], 'quorate '],
  ])('helps with what %j names', async (args, usage) => {
    const { code, out } = await quorate(...args);
    expect(code).toBe(0);
    expect(out.startsWith(`Usage: ${usage}[options]`)).toBe(true);
  });

  it.each([
    [['account', 'list'], ['QUORATE_URL']],
    [['send'], ['QUORATE_URL']],
    [['faucet'], ['QUORATE_URL', 'QUORATE_TOKEN']],
    [['token', 'show'], ['QUORATE_URL']],
    [
      ['committee', 'status'],
      ['QUORATE_URL', 'QUORATE_TOKEN'],
    ],
    [['devnet'], ['QUORATE_TOKEN']],
    [
      ['devnet', 'record'],
      ['QUORATE_URL', 'QUORATE_TOKEN'],
    ],
  ])('names in the help of %j what it reads of the environment: %j', async (command, variables) => {
    const { out } = await quorate(...command, '--help');
    for (const name of variables) expect(out).toContain(name);
  });

  it('answers a missing file with exit code 65', async () => {
    const { code, err } = await quorate('run', 'no-such-file.yaml');
    expect(code).toBe(65);
    expect(err).toContain('no-such-file.yaml: no such file or folder');
  });

  it('prints the schema', async () => {
    const { code, out } = await quorate('scenario', 'schema');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ title: 'a Quorate scenario' });
  });
});
