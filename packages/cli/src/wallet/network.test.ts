import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, formatAddress } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandError } from '../command-error.ts';
import { findNetwork, inNames, type Named } from './network.ts';

let folder: string;
let path: string;
beforeEach(() => {
  vi.stubEnv('QUORATE_URL', undefined);
  folder = mkdtempSync(join(tmpdir(), 'quorate-network-'));
  path = join(folder, 'devnet.json');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const ALICE = { name: 'alice', publicKey: 'ab'.repeat(32), secretKey: 'cd'.repeat(32) };
const HERE = {
  rest: 'http://127.0.0.1:7400',
  seed: 'mine',
  genesisTimeNanos: '5',
  networkId: 'fast:testnet',
  accounts: [ALICE],
  validators: [{ name: 'v1', address: formatAddress('ef'.repeat(32) as Address) }],
};
const ACCOUNT = { name: 'alice', address: ALICE.publicKey };
const { validators: _, ...TOLD } = HERE;
const KNOWN = {
  ...TOLD,
  accounts: [ACCOUNT],
  names: [ACCOUNT, { name: 'v1', address: 'ef'.repeat(32) }],
};

function tell(told: unknown): void {
  writeFileSync(path, typeof told === 'string' ? told : JSON.stringify(told));
}

describe('findNetwork', () => {
  it('finds the devnet that runs here without being told', () => {
    tell(HERE);
    expect(findNetwork({}, path)).toMatchObject(KNOWN);
  });

  it.each([
    ['http://127.0.0.1:7400'],
    ['http://127.0.0.1:7400/'],
    ['HTTP://localhost:7400'],
    // The form in which the devnet prints the URL of REST.
    ['http://127.0.0.1:7400/v1'],
    ['http://127.0.0.1:7400/_devnet/v1'],
    ['http://localhost:7400/v1/'],
  ])('knows it by its URL %s, given as an option or by the environment', (url) => {
    tell(HERE);
    expect(findNetwork({ url }, path)).toMatchObject(KNOWN);
    vi.stubEnv('QUORATE_URL', url);
    expect(findNetwork({}, path)).toMatchObject(KNOWN);
    const elsewhere = 'http://127.0.0.1:7500';
    expect(findNetwork({ url: elsewhere }, path).rest).toBe(elsewhere);
    expect(findNetwork({ networkId: 'fast:mainnet' }, path).networkId).toBe('fast:mainnet');
  });

  it.each([
    ['http://127.0.0.1:7500'],
    ['https://127.0.0.1:7400'],
    ['http://127.0.0.1:7400/below'],
    ['http://localhost.example:7400'],
  ])('takes what answers at %s for another network', (url) => {
    tell(HERE);
    const unknown = { seed: undefined, genesisTimeNanos: undefined, accounts: [], names: [] };
    const other = { rest: url, networkId: 'fast:localnet', ...unknown };
    expect(findNetwork({ url }, path)).toMatchObject(other);
  });

  it.each([
    ['http://127.0.0.1:7500/v1/', 'http://127.0.0.1:7500'],
    ['http://127.0.0.1:7500/below/v1', 'http://127.0.0.1:7500/below'],
    ['http://127.0.0.1:7500/_devnet/v1/', 'http://127.0.0.1:7500'],
    ['http://127.0.0.1:7500/v12', 'http://127.0.0.1:7500/v12'],
  ])('takes %s up to where the paths of REST begin', (url, rest) => {
    expect(findNetwork({ url }, path).rest).toBe(rest);
  });

  it.each([
    ['{'],
    ['null'],
    ['[]'],
    [{}],
    [{ ...HERE, rest: 'here' }],
    [{ ...HERE, seed: 1 }],
    [{ ...HERE, genesisTimeNanos: 'now' }],
    [{ ...HERE, networkId: 'fast:nonet' }],
    [{ ...HERE, accounts: {} }],
    [{ ...HERE, accounts: [null] }],
    [{ ...HERE, accounts: [{ ...ALICE, secretKey: 'cd' }] }],
    [{ ...HERE, validators: [{ name: 'v1', address: 'v1' }] }],
  ])('names a file that says %j, and does without where it is not needed', (told) => {
    tell(told);
    const find = () => findNetwork({}, path);
    expect(find).toThrow(CommandError);
    expect(find).toThrow(
      `${path} is damaged: expected rest, seed, genesisTimeNanos, networkId, accounts and validators`,
    );
    expect(findNetwork({ url: 'http://127.0.0.1:7500' }, path).seed).toBeUndefined();
  });

  it('says what to do where there is no network', () => {
    expect(() => findNetwork({}, path)).toThrow(/^no network: start .* with --url or QUORATE_URL$/);
  });
});

describe('inNames', () => {
  const address = formatAddress(ALICE.publicKey as Address);
  const stranger = formatAddress('01'.repeat(32) as Address);

  it.each([
    [`${address} pays ${stranger}`, `alice pays ${stranger}`],
    [`[${ALICE.publicKey}, ${address}]`, '[alice, alice]'],
    [`x${address}, ${address}x, ${address.slice(0, -1)}`],
  ])('writes the names of whole addresses that are known: %s', (text, named = text) => {
    expect(inNames(text, [ACCOUNT as Named])).toBe(named);
  });
});
