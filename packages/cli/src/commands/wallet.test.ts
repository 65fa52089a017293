import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, type DevnetAccount, startDevnet } from '@quorate/devnet';
import { formatAddress, hexToBytes, NATIVE_TOKEN_ID, NETWORK_IDS } from '@quorate/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';
import { writeKeyFile } from '../wallet/key-file.ts';

let folder: string;
let keyFile: string;
let devnet: Devnet;
let payee: DevnetAccount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-commands-'));
  keyFile = join(folder, 'key');
  devnet = await startDevnet({ port: 0, accounts: 2, token: 'sesame' });
  const [payer, other] = devnet.accounts as [DevnetAccount, DevnetAccount];
  payee = other;
  writeKeyFile(keyFile, hexToBytes(payer.secretKey));
});
beforeEach(() => {
  for (const name of ['QUORATE_URL', 'QUORATE_TOKEN']) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command of a user who knows the network by its URL. */
const elsewhere = (...args: string[]) => quorate(...args, '--url', devnet.rest);

/** Gives an amount of the native token as programs are told it. */
const fast = (amount: string) => ({
  amount,
  leastUnits: String(BigInt(Number(amount) * 10) * 10n ** 17n),
  decimals: 18,
  tokenId: NATIVE_TOKEN_ID,
  tokenName: 'FAST',
});

async function expectRefusal(code: number, complaint: string, ...args: string[]): Promise<void> {
  const written = await quorate(...args);
  expect(written.err).toContain(complaint);
  expect(written).toMatchObject({ code, out: '' });
}

describe('quorate faucet', () => {
  it('shows the access token that it is given, or that of QUORATE_TOKEN', async () => {
    const faucet = ['faucet', payee.address, '2', '--json', '--url', devnet.rest];
    const given = { given: fast('2'), to: formatAddress(payee.address) };
    const shown = await quorate(...faucet, '--access-token', 'sesame');
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(shown.out)).toEqual(given);
    vi.stubEnv('QUORATE_TOKEN', 'sesame');
    expect(JSON.parse((await quorate(...faucet)).out)).toEqual(given);
  });

  it('says in whole tokens what one drip is at most', async () => {
    await expectRefusal(
      exitCodes.failed,
      'FAUCET_AMOUNT_EXCEEDED: one drip is at most 100000 FAST\n',
      ...['faucet', payee.address, '100000.5', '--access-token', 'sesame', '--url', devnet.rest],
    );
  });
});

describe('a devnet with a token', () => {
  it.each([
    ['--access-token', ['faucet', NATIVE_TOKEN_ID, '2']],
    ['--token', ['committee', 'status']],
    ['--token', ['devnet', 'record']],
  ])('asks by %s for it of who calls %j, and of who has a wrong one', async (option, command) => {
    const call = [...command, '--url', devnet.rest];
    const complaint = `error the devnet requires a token, and got none or a wrong one: give the one it was started with, by ${option} or QUORATE_TOKEN\n`;
    await expectRefusal(exitCodes.usage, complaint, ...call);
    await expectRefusal(exitCodes.usage, complaint, ...call, option, 'wrong');
    vi.stubEnv('QUORATE_TOKEN', 'wrong');
    await expectRefusal(exitCodes.usage, complaint, ...call);
  });
});

describe('quorate account new', () => {
  it('makes no key that nobody would see', async () => {
    const complaint =
      'error give --key-file to say where the key is kept, or --show-secret to print it\n';
    await expectRefusal(exitCodes.usage, complaint, 'account', 'new', '--json');
  });
});

describe('quorate send', () => {
  it.each([
    [1, '1 validator'],
    [4, '3 validators'],
  ])('says how many of %i validators signed', async (validators, signers) => {
    const small = await startDevnet({ port: 0, validators, accounts: 1 });
    try {
      const url = ['--url', small.rest];
      const { out } = await quorate('send', payee.address, '1', '--key-file', keyFile, ...url);
      expect(out).toContain(`\nsigners      ${signers}\n`);
    } finally {
      await small.close();
    }
  });
});

describe('quorate tx', () => {
  it('has a line for each signer, so that addresses stay within 80 columns', async () => {
    const sent = await elsewhere('send', payee.address, '1', '--key-file', keyFile, '--json');
    const { transactionId, signers } = JSON.parse(sent.out);
    expect(signers.length).toBeGreaterThan(1);
    const { out } = await elsewhere('tx', transactionId);
    const lines = out.split('\n').slice(-signers.length - 1, -1);
    expect(lines[0]).toMatch(/^signers {6}fast1/);
    expect(lines.map((line) => line.slice(13))).toEqual(signers);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('an argument or option that names nothing', () => {
  it.each([
    ['send', ['nobody', '1', '--from', 'alice'], 'to: "nobody" is not an address; '],
    ['faucet', ['nobody', '1'], 'to: "nobody" is not an address; '],
    ['account show', ['nobody'], 'who: "nobody" is not an address; '],
    ['send', [NATIVE_TOKEN_ID, 'x'], 'amount: expected a number above 0 with at most 18 decimals'],
    ['send', [NATIVE_TOKEN_ID, '1', '--token', 'GOLD'], '--token: expected 64 hex digits, or FAST'],
    ['token show', ['GOLD'], 'id: expected 64 hex digits, or FAST, got "GOLD"\n'],
    ['tx', ['last'], 'id: expected 64 hex digits, with or without 0x, got "last"\n'],
    ['send', [NATIVE_TOKEN_ID, '1'], 'give --from or --key-file to say who sends\n'],
  ])('is named to who calls %s %j, with where to look', async (command, args, complaint) => {
    const { code, err } = await elsewhere(...command.split(' '), ...args);
    expect(err.startsWith(`error ${complaint}`)).toBe(true);
    expect(err.endsWith(`\n(quorate ${command} --help shows how)\n`)).toBe(true);
    expect(code).toBe(exitCodes.usage);
  });
});

describe('a sender that lacks tokens', () => {
  const sender = () => ['--key-file', keyFile, '--json'];

  it('is told in whole tokens what it has and what it takes', async () => {
    const payer = devnet.accounts[0]?.address ?? '';
    const { out } = await elsewhere('account', 'show', payer, '--json');
    const { balance } = JSON.parse(out) as { balance: { amount: string } };
    const { code, err } = await elsewhere('send', payee.address, '99999999999.5', ...sender());
    expect(err).toBe(
      `error UPSTREAM_ERROR: insufficient funding: the balance is ${balance.amount} FAST, 99999999999.5 FAST is required\n`,
    );
    expect(code).toBe(exitCodes.failed);
  });

  it('is told so in the decimals of the token that it lacks', async () => {
    const gold = ['token', 'create', 'GOLD', '--decimals', '2', '--amount', '10.5', ...sender()];
    const { tokenId } = JSON.parse((await elsewhere(...gold)).out) as { tokenId: string };
    const { err } = await elsewhere('send', payee.address, '11', '--token', tokenId, ...sender());
    expect(err).toContain('the balance is 10.5 GOLD, 11 GOLD is required\n');
  });
});

describe('an id that no network has', () => {
  it.each([
    [['send', NATIVE_TOKEN_ID, '1']],
    [['token', 'create', 'GOLD']],
    [['token', 'mint', NATIVE_TOKEN_ID, NATIVE_TOKEN_ID, '1']],
  ])('is refused by %j before anything is signed or kept', async (command) => {
    for (const id of ['nope', '../../escape']) {
      const call = [...command, '--key-file', keyFile, '--network-id', id, '--url', devnet.rest];
      const complaint = `option '--network-id <id>' argument '${id}' is invalid. Allowed choices are ${NETWORK_IDS.join(', ')}.`;
      await expectRefusal(exitCodes.usage, complaint, ...call);
    }
    expect(readdirSync(folder)).toEqual(['key']);
  });

  it.each(NETWORK_IDS.map((id) => [id]))('is not %s', async (id) => {
    const { err } = await elsewhere('send', 'nobody', '1', '--network-id', id);
    expect(err).toContain('"nobody" is not an address');
  });
});

describe('tokens of one name', () => {
  it('are shown one by one, each with its id', async () => {
    const account = await quorate('account', 'new', '--show-secret', '--json');
    const { address } = JSON.parse(account.out) as { address: string };
    const sender = ['--key-file', keyFile, '--json'];
    const ids: string[] = [];
    for (const decimals of ['2', '0']) {
      const twin = ['token', 'create', 'TWIN', '--decimals', decimals, '--amount', '7', ...sender];
      const { tokenId } = JSON.parse((await elsewhere(...twin)).out) as { tokenId: string };
      expect(await elsewhere('token', 'mint', tokenId, address, '5', ...sender)).toMatchObject({
        code: 0,
      });
      ids.push(tokenId);
    }
    const asked = vi.spyOn(globalThis, 'fetch');
    const { out } = await elsewhere('account', 'show', address);
    // The account, and then all its tokens at once.
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    expect(out).toMatch(/^pending +nothing$/m);
    const lines = out.split('\n').filter((line) => line.startsWith('token TWIN'));
    expect(lines.sort()).toEqual(ids.map((id) => `token TWIN  5 TWIN   ${id}`).sort());
    const { tokens } = JSON.parse((await elsewhere('account', 'show', address, '--json')).out);
    const common = { amount: '5', tokenName: 'TWIN' };
    expect(tokens).toHaveLength(2);
    expect(tokens).toEqual(
      expect.arrayContaining([
        { ...common, leastUnits: '500', decimals: 2, tokenId: ids[0] },
        { ...common, leastUnits: '5', decimals: 0, tokenId: ids[1] },
      ]),
    );
  });
});

describe('the native token', () => {
  it.each([['FAST'], [NATIVE_TOKEN_ID], [NATIVE_TOKEN_ID.toUpperCase()], [`0x${NATIVE_TOKEN_ID}`]])(
    'is shown as %s',
    async (id) => {
      const { code, out } = await elsewhere('token', 'show', id, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({
        tokenId: NATIVE_TOKEN_ID,
        name: 'FAST',
        decimals: 18,
        supply: null,
        admin: null,
        mints: [],
        updates: null,
      });
    },
  );

  it('can be sent by its id, too', async () => {
    const sender = ['--key-file', keyFile, '--token', NATIVE_TOKEN_ID, '--json'];
    const { out } = await elsewhere('send', payee.address, '1.5', ...sender);
    expect(JSON.parse(out)).toMatchObject({ sent: fast('1.5') });
  });

  it('cannot be mistaken for another token', async () => {
    const other = 'ab'.repeat(32);
    const unknown = await elsewhere('token', 'show', other);
    expect(unknown.err).toBe(`error NOT_FOUND: there is no token ${other}\n`);
    expect(unknown.code).toBe(exitCodes.failed);
    const mistaken = await elsewhere('token', 'show', 'fa57');
    expect(mistaken.err).toContain('expected 64 hex digits');
    expect(mistaken.code).toBe(exitCodes.usage);
  });
});

describe('a network that does not run here', () => {
  const ONLY_HERE = 'account names are known only for the devnet that runs in this folder';

  it('has accounts without names', async () => {
    const { usage } = exitCodes;
    const network = ['--url', devnet.rest];
    await expectRefusal(usage, ONLY_HERE, 'account', 'list', ...network);
    await expectRefusal(
      usage,
      `"bob" is not an address; ${ONLY_HERE}`,
      'account',
      'show',
      'bob',
      ...network,
    );
    const send = ['send', payee.address, '1', '--from', 'alice'];
    await expectRefusal(
      usage,
      `--from: no key is known for "alice"; ${ONLY_HERE}; give --key-file`,
      ...send,
      ...network,
    );
    vi.stubEnv('QUORATE_URL', devnet.rest);
    await expectRefusal(usage, ONLY_HERE, 'account', 'list');
    await expectRefusal(
      usage,
      `"bob" is not an address; ${ONLY_HERE}`,
      'send',
      'bob',
      '1',
      '--from',
      'alice',
    );
  });

  it.each([['notaurl'], ['127.0.0.1:7400'], ['localhost:7400'], ['ftp://localhost'], ['']])(
    'is not named by %j',
    async (url) => {
      const complaint = `expected a URL such as http://127.0.0.1:7400, got "${url}"`;
      const list = ['account', 'list'];
      await expectRefusal(exitCodes.usage, `--url: ${complaint}`, ...list, '--url', url);
      await expectRefusal(exitCodes.usage, `--url: ${complaint}`, 'devnet', 'record', '--url', url);
      vi.stubEnv('QUORATE_URL', url);
      await expectRefusal(exitCodes.usage, `QUORATE_URL: ${complaint}`, ...list);
    },
  );

  it.each([['00'], ['zz'], [`0x${'ab'.repeat(31)}`], ['']])(
    'is not asked for a transaction with %j, which is not an id',
    async (id) => {
      const complaint = 'id: expected 64 hex digits, with or without 0x';
      await expectRefusal(exitCodes.usage, complaint, 'tx', id, '--url', devnet.rest);
    },
  );

  it('that does not answer is named, with what to do', async () => {
    const gone = await startDevnet({ port: 0, accounts: 0 });
    await gone.close();
    const show = ['account', 'show', payee.address, '--url', gone.rest];
    const complaint = new RegExp(
      `UNREACHABLE: no answer from ${gone.rest}: .*; start a network here with \`npx quorate devnet\`, or name one with --url`,
    );
    const { code, err } = await quorate(...show);
    expect(err).toMatch(complaint);
    expect(code).toBe(exitCodes.failed);
  });
});
