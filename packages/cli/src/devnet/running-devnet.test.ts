import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import { formatAddress } from '@quorate/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin } from '../committee/admin.ts';
import { changeCommittee } from '../committee/change.ts';
import { readGenesis } from '../committee/known-committees.ts';
import { inNames, type KnownNetwork } from '../wallet/network.ts';
import { namesOf } from './running-devnet.ts';

const TOKEN = 'sesame';

let devnet: Devnet;
let network: KnownNetwork;
let alice: string;

beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 1, validators: 1, token: TOKEN });
  const { rest, seed, networkId, accounts } = devnet;
  const genesisTimeNanos = String(devnet.genesisTimeNanos);
  const known = { rest, seed, networkId, genesisTimeNanos };
  network = { ...known, client: createClient({ url: rest }), accounts, names: [] };
  alice = formatAddress(accounts[0]?.address ?? expect.fail('nobody'));
});
afterAll(() => devnet.close());

it('names accounts, and validators by every key with which they ever had a seat', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-names-'));
  const keyOf = () => formatAddress(devnet.validators[0]?.address ?? expect.fail('nobody'));
  const first = keyOf();
  try {
    const admin = createAdmin(devnet.rest, TOKEN);
    const { genesisTime } = await readGenesis(admin);
    await changeCommittee({ network, admin, genesisTime, folder }, ['v1']);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(keyOf()).not.toBe(first);
  const addresses = [first, keyOf(), alice];
  const names = await namesOf(network, addresses, TOKEN);
  expect(addresses.map((each) => inNames(each, names))).toEqual(['v1', 'v1', 'alice']);
});

it.each([
  ['of a devnet that does not tell', 'wrong', {}],
  ['of another network, which is not asked', TOKEN, { seed: undefined }],
])('leaves the addresses %s without names', async (_, token, other) => {
  expect(await namesOf({ ...network, ...other }, [alice], token)).toEqual([]);
});

it('asks for no names where all are known', async () => {
  const [{ name, address } = expect.fail('nobody')] = devnet.accounts;
  const names = [{ name, address }];
  expect(await namesOf({ ...network, names }, [alice], TOKEN)).toBe(names);
});
