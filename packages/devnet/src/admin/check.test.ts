import { openCrypto } from '@quorate/crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { checkRunning } from './check.ts';

let devnet: Devnet;
let admin: AdminCaller;

beforeEach(async () => {
  devnet = await startDevnet({ port: 0, accounts: 2 });
  admin = createAdminCaller(devnet);
});
afterEach(async () => {
  await devnet.close();
});

/** Has alice pay at her first nonce, and waits until nothing is under way any more. */
async function pay(amount: bigint): Promise<void> {
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const params = submission(signed(alice, 0n, pays(bob, amount)));
  expect(await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', params)).toHaveProperty(
    'result',
  );
  await admin.call('POST', '/wait', { idleMs: 100, timeoutMs: 10_000 });
}

it('finds nothing wrong with a network whose validators have all settled the same', async () => {
  await pay(1n);
  const findings = await devnet.check();
  const sound = { certificates: 1, pruned: 0, isReplayed: true, problems: [] };
  expect(findings).toMatchObject({
    networkId: 'fast:localnet',
    validators: ['v1', 'v2', 'v3', 'v4'].map((name) => ({ name, ...sound })),
    others: [
      { name: 'p1', problems: [] },
      { name: 'faucet', problems: [] },
    ],
    isSound: true,
  });
  expect(new Set(findings.validators.map(({ digest }) => digest)).size).toBe(1);
  expect(await admin.call('POST', '/check')).toEqual({ status: 200, body: findings });
});

it('allows that a validator lags, and that it is down', async () => {
  await admin.call('POST', '/validators/v4/crash');
  await pay(1n);
  const { isSound, validators } = await devnet.check();
  expect(isSound).toBe(true);
  expect(validators.map(({ certificates }) => certificates)).toEqual([1, 1, 1, 0]);
});

it('finds both sides of a double spend that a quorum with amnesia has let through', async () => {
  await pay(1n);
  for (const node of ['v1', 'v2', 'v3', 'p1']) {
    await admin.call('POST', '/faults', { id: node, kind: 'amnesia', node });
    await admin.call('DELETE', `/faults/${node}`);
  }
  await pay(2n);
  const { isSound, validators } = await devnet.check();
  expect(isSound).toBe(false);
  expect(validators.map(({ name, problems }) => [name, problems.length])).toEqual([
    ['v1', 0],
    ['v2', 0],
    ['v3', 0],
    ['v4', 1],
  ]);
  expect(validators[3]?.problems[0]).toMatch(
    /^at .*\/0* it has settled \w{64}, and v1 \w{64}; v[123](, v[123])+ signed both$/,
  );
});

it('ends when the devnet closes', async () => {
  const { signer } = openCrypto('trusted');
  const genesis = buildGenesis(freshNetwork(DEFAULT_CONSTITUTION, 0n), (role) =>
    signer(secretKeyOf('1', role)),
  );
  const check = checkRunning({
    network: { genesis, validatorNames: () => ['v1'] },
    snapshots: { copy: async () => new Map([['v1', []]]) },
    closing: AbortSignal.abort(),
  });
  await expect(check).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
