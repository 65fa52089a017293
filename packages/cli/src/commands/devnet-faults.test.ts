import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAOS, type Devnet, startDevnet } from '@quorate/devnet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandsOf, quorate } from '../../test/quorate.ts';
import { faultsIn } from '../devnet/fault-file.ts';
import { exitCodes } from '../exit-code.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 1, token: 'sesame' });
});
afterAll(() => devnet.close());

const { call, said } = commandsOf(() => devnet);

describe('faults from the command line', () => {
  it('begin, are listed as one writes them, and end', async () => {
    expect(await said('faults')).toBe('no fault is in effect\n');
    expect(await said('fault', 'cut', 'v4', '--for', '10 min', '--id', 'alone')).toBe(
      'alone has begun; quorate devnet heal ends it\n',
    );
    await said('fault', '{"id": "late", "kind": "slow", "node": "v1", "delay": "1 ms"}');
    expect(await said('faults')).toMatch(
      / alone +\d+ \w+ +cut v4 --for '10 min'\n +late +\d+ \w+ +slow v1 'delay=1 ms'\n$/,
    );
    expect(JSON.parse(await said('faults', '--json'))).toMatchObject({ active: [{}, {}] });
    expect(await said('heal', 'late')).toBe('ended late\n');
    expect(await said('heal')).toBe('ended alone\n');
    expect(await said('heal')).toBe('no fault was in effect\n');
  });

  it('hold messages, which are listed, released and dropped', async () => {
    expect(await said('held')).toBe('no message is held\n');
    const { address } = devnet.accounts[0] ?? expect.fail('nobody');
    const choice = ['--message', 'GetAccountInfo', '--account'];
    await said('fault', 'clog', 'p1', 'v4', ...choice, 'alice');
    expect(await said('faults')).toContain(`clog p1 v4 ${choice.join(' ')} alice\n`);
    expect(JSON.parse(await said('faults', '--json'))).toMatchObject({
      active: [{ only: { account: 'alice' } }],
    });
    const read = () => fetch(`${devnet.rest}/v1/accounts/${address}`);
    const ids = async (count: number) => {
      await read();
      return vi.waitFor(async () => {
        const { messages } = JSON.parse(await said('held', '--json'));
        expect(messages.length).toBeGreaterThanOrEqual(count);
        return (messages as { id: string }[]).map(({ id }) => id);
      });
    };
    const [first = ''] = await ids(1);
    expect(await said('held')).toMatch(
      new RegExp(`\\n +${first} +p1 +v4 +\\d+ \\w+ +\\d+ +GetAccountInfo +alice\\n`),
    );
    const [, second = ''] = await ids(2);
    expect(await said('held')).toMatch(/^.*\n.* \d+ s +([2-9]|\d\d) .* alice\n$/);
    expect(await said('release', second, first)).toBe(`released ${second}, ${first}\n`);
    const [third = ''] = await ids(1);
    expect(await said('drop', third)).toBe(`dropped ${third}\n`);
    await ids(1);
    expect(await said('drop', '--all')).toMatch(/^dropped m\d/);
    expect(await said('release', '--all')).toBe('no message was held\n');
    await said('heal');
  });

  it.each([
    [['fault', 'cut', 'v9'], exitCodes.failed, 'from: expected one of *, http, v1, '],
    [['fault', 'crash', 'v1', 'v2'], exitCodes.usage, '"v2": expected at most node'],
    [
      ['fault', 'clog', 'p1', '--account', 'nobody'],
      exitCodes.failed,
      'only.account: expected the name of an account, or an address',
    ],
    [['heal', 'never'], exitCodes.failed, 'no fault never'],
    [['release', 'm0'], exitCodes.failed, 'no message m0 is held'],
    [['release'], exitCodes.usage, 'release: expected the ids of messages, or --all'],
    [['drop', 'm1', '--all'], exitCodes.usage, 'drop: expected the ids of messages, or --all'],
    [['faults', '--chaos', 'wan'], exitCodes.usage, "unknown option '--chaos'"],
  ])('are refused with a reason: %j', async (args, expected, message) => {
    const { code, err } = await call(...args);
    expect(err).toContain(message);
    expect(code).toBe(expected);
  });
});

describe('faults from the start', () => {
  it('are listed by name without starting anything', async () => {
    const { out, code } = await quorate('devnet', '--chaos', 'list', '-n', '7');
    expect(code).toBe(exitCodes.passed);
    expect(out).toContain('down-one: The last validator is down.\n  crash v7\n');
    for (const name of Object.keys(CHAOS)) expect(out).toContain(`${name}: `);
  });

  it.each(Object.keys(CHAOS))('may be those of %s, and payments settle', async (chaos) => {
    await using stormy = await startDevnet({ port: 0, accounts: 1, chaos });
    expect(stormy.faults()).toMatchObject([{ id: chaos }]);
    const paid = await fetch(`${stormy.rest}/v1/faucet-drip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: stormy.accounts[0]?.address, amount: '1', token_id: null }),
    });
    expect(paid.status).toBe(200);
  });

  it('come from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-faults-'));
    const file = join(folder, 'faults.yaml');
    writeFileSync(
      file,
      '- { id: out, kind: crash, node: v2 }\n- { kind: cut, from: v1, to: http }\n',
    );
    await using sick = await startDevnet({ port: 0, faults: faultsIn(file) });
    expect(sick.faults()).toMatchObject([{ id: 'out', node: 'v2' }, { kind: 'cut' }]);
    writeFileSync(file, 'kind: cut');
    expect(() => faultsIn(file)).toThrow('expected a list, such as "- { kind: cut, from: v4 }"');
    writeFileSync(file, '- {');
    expect(() => faultsIn(file)).toThrow(`--faults ${file}: `);
    rmSync(folder, { recursive: true });
    expect(() => faultsIn(file)).toThrow('cannot be read');
  });

  it.each([
    [
      { faults: [{ kind: 'cut', from: 'v9' }] },
      'faults: number 1: from: expected one of *, http, v1',
    ],
    [
      {
        faults: [
          { kind: 'crash', node: 'v1' },
          { kind: 'crash', node: 'v1' },
        ],
      },
      'faults: number 2: node: v1 is down',
    ],
    [{ faults: {} as never }, 'faults: expected a list of faults, got object'],
    [{ chaos: 'calm' }, 'chaos: expected one of wan, lossy, '],
  ])('are refused with a reason: %j', async (options, message) => {
    await expect(startDevnet({ port: 0, ...options })).rejects.toThrow(message);
  });
});
