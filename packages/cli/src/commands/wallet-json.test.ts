import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, type DevnetAccount, startDevnet } from '@quorate/devnet';
import { formatAddress, hexToBytes, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { writeKeyFile } from '../wallet/key-file.ts';

let folder: string;
let keyFile: string;
let devnet: Devnet;
let sender: string;
let payee: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-json-'));
  keyFile = join(folder, 'key');
  devnet = await startDevnet({ port: 0, accounts: 2 });
  const [payer, other] = devnet.accounts as [DevnetAccount, DevnetAccount];
  sender = formatAddress(payer.address);
  payee = formatAddress(other.address);
  writeKeyFile(keyFile, hexToBytes(payer.secretKey));
});
afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true });
});

/** Gives what a command tells programs. */
async function told(...args: string[]) {
  const { code, out, err } = await quorate(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const ask = (...args: string[]) => told(...args, '--url', devnet.rest);
const pay = (...args: string[]) => ask(...args, '--key-file', keyFile);

const HALF = {
  amount: '0.5',
  leastUnits: '500000000000000000',
  decimals: 18,
  tokenId: NATIVE_TOKEN_ID,
  tokenName: 'FAST',
};

/** Gives what programs are told of a settled transaction of the sender. */
function settled(nonce: string, operation: string) {
  const members = devnet.validators.map(({ address }) => formatAddress(address));
  return {
    transactionId: expect.stringMatching(/^[0-9a-f]{64}$/),
    release: expect.stringMatching(/^Release/),
    sender,
    nonce,
    operations: [operation],
    signers: expect.toSatisfy(
      (signers: string[]) =>
        new Set(signers).size >= devnet.quorum && signers.every((each) => members.includes(each)),
    ),
  };
}

describe('programs are told', () => {
  it('of a key, where it is and what it is, as requested', async () => {
    const address = expect.stringMatching(/^fast1/);
    const path = join(folder, 'fresh');
    expect(await told('account', 'new', '--key-file', path)).toEqual({
      address,
      keyFile: path,
      secretKey: null,
    });
    expect(await told('account', 'new', '--show-secret')).toEqual({
      address,
      keyFile: null,
      secretKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('what the faucet gave', async () => {
    expect(await ask('faucet', payee, '0.5')).toEqual({ given: HALF, to: payee });
  });

  it('of a transfer and a token, the same as `tx` and `token show` tell', async () => {
    const sent = await pay('send', payee, '0.5');
    expect(sent).toEqual({ sent: HALF, to: payee, ...settled('0', 'TokenTransfer') });
    for (const id of [sent.transactionId, `0x${sent.transactionId.toUpperCase()}`]) {
      expect(await ask('tx', id)).toEqual({
        ...settled('0', 'TokenTransfer'),
        transactionId: sent.transactionId,
      });
    }

    const created = await pay('token', 'create', 'GOLD', '--decimals', '2', '--amount', '1000');
    const { tokenId } = created;
    const gold = (amount: string, leastUnits: string) => ({
      amount,
      leastUnits,
      decimals: 2,
      tokenId,
      tokenName: 'GOLD',
    });
    const identity = {
      tokenId: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'GOLD',
      decimals: 2,
    };
    expect(created).toEqual({
      ...identity,
      supply: gold('1000', '100000'),
      ...settled('1', 'TokenCreation'),
    });
    expect(await pay('token', 'mint', tokenId, payee, '1.25')).toEqual({
      minted: gold('1.25', '125'),
      to: payee,
      ...settled('2', 'Mint'),
    });
    expect(await ask('token', 'show', tokenId)).toEqual({
      ...identity,
      supply: gold('1001.25', '100125'),
      admin: sender,
      mints: [sender],
      updates: '0',
    });
    expect(await ask('account', 'show', sender)).toEqual({
      name: null,
      address: sender,
      balance: { ...HALF, amount: '999999.5', leastUnits: `9999995${'0'.repeat(17)}` },
      nextNonce: '3',
      pendingTransactionId: null,
      tokens: [gold('1000', '100000')],
    });
  });
});
