import { DEED_DESCRIPTIONS } from '@quorate/byzantine';
import { createClient, createWallet, type Wallet } from '@quorate/client';
import { createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { pays, personOf } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

/** Each act with the keys that it needs, where clients could notice it most. */
const ACTS = [
  { act: 'twin' },
  { act: 'double-sign' },
  { act: 'sign-invalid' },
  { act: 'withhold' },
  { act: 'forge' },
  { act: 'duplicate-signer' },
  { act: 'wrong-name', as: 'v1' },
  { act: 'stale-view', requests: 2 },
  { act: 'lie', about: 'balance', by: '1000000000000000000000' },
  { act: 'lie', about: 'nonce', by: 5 },
  { act: 'lie', about: 'nonce', by: -1 },
  { act: 'lie', about: 'state', by: 1 },
  { act: 'lie', about: 'epoch', by: 3 },
  { act: 'lie', about: 'pending', by: -1 },
  { act: 'ack-without-apply' },
  { act: 'selective-service', serves: { peers: ['http'] } },
  { act: 'false-records', shows: 'later' },
  { act: 'false-records', shows: 'nothing' },
  { act: 'other-certificates', shows: 'signers' },
  { act: 'other-certificates', shows: 'page' },
  { act: 'other-certificates', shows: 'pruned' },
  { act: 'refuse', code: 'InsufficientFunding' },
  { act: 'refuse', code: 'UnexpectedNonce' },
  { act: 'refuse', code: 'EpochEnding' },
] as const;

const verifier = createVerifier(loadEd25519());

interface Scene {
  readonly devnet: Devnet;
  readonly admin: AdminCaller;
  readonly alice: Signer;
  readonly bob: Signer;
  readonly wallet: Wallet;
  readonly client: ReturnType<typeof createClient>;
}

async function sceneOf(options: Partial<DevnetOptions>): Promise<Scene> {
  const devnet = await startDevnet({ port: 0, seed: 'liar', accounts: 2, ...options });
  const client = createClient({ url: devnet.rest });
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const { networkId } = devnet;
  const wallet = createWallet({ client, signer: alice, networkId, retries: 0 });
  return { devnet, admin: createAdminCaller(devnet), alice, bob, wallet, client };
}

/** Whether a quorum of the committee has signed a certificate. */
function isCertified({ validators }: Devnet, { envelope, signatures }: TransactionCertificate) {
  const { signingBytes } = factsOf(envelope.transaction);
  const keys = new Set(validators.map(({ address }) => address));
  const genuine = signatures.filter(
    ([key, signature]) => keys.has(key) && verifier.verify(key, signingBytes, signature),
  );
  return new Set(genuine.map(([key]) => key)).size >= 3;
}

/** What alice has spent and bob has received, and alice's next nonce. */
async function heldIn({ client, alice, bob }: Scene) {
  const [of, to] = await Promise.all([alice, bob].map(({ address }) => client.account(address)));
  if (of === undefined || to === undefined) throw new Error('somebody is missing');
  return { spent: -of.balance, received: to.balance, nonce: of.nextNonce };
}

async function checked({ admin }: Scene): Promise<object> {
  return (await admin.call('POST', '/check')).body;
}

const begin = ({ admin }: Scene, act: object, node = 'v4') =>
  admin.call('POST', '/faults', { kind: 'byzantine', node, acts: [act] });

it('can do each act that needs no partner', () => {
  expect(new Set(ACTS.map(({ act }) => act))).toEqual(new Set(Object.keys(DEED_DESCRIPTIONS)));
});

describe.each(['memory', 'http'] as const)('a liar among four, over %s', (transport) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await sceneOf({ transport });
  });
  afterAll(() => scene.devnet.close());
  afterEach(async () => {
    await scene.admin.call('DELETE', '/faults');
  });

  it.each(ACTS)('changes nothing for a client: %j', async (act) => {
    const { devnet, client, alice, bob, wallet } = scene;
    const before = await heldIn(scene);
    expect((await begin(scene, act)).status).toBe(200);
    for (const amount of [3n, 4n]) {
      expect(isCertified(devnet, await wallet.transact([pays(bob, amount)]))).toBe(true);
    }
    const after = await heldIn(scene);
    expect(after).toEqual({
      spent: before.spent + 7n,
      received: before.received + 7n,
      nonce: before.nonce + 2n,
    });
    const listed = await client.certificates(alice.address, before.nonce, 2);
    expect(listed.map((each) => isCertified(devnet, each))).toEqual([true, true]);
    await scene.admin.call('DELETE', '/faults');
    expect(await checked(scene)).toMatchObject({ isSound: true });
  });
});

/** Acts that keep a quorum from being reached where another validator is down, or try to feign one. */
const KEEPING_BACK = ACTS.filter(({ act }) =>
  [
    'double-sign',
    'withhold',
    'forge',
    'duplicate-signer',
    'wrong-name',
    'ack-without-apply',
  ].includes(act),
);

describe('a liar among four of which another is down', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await sceneOf({ proxyDeadline: 2000 });
  });
  afterAll(() => scene.devnet.close());

  // More than f are faulty, so an answer is not owed; a false one is never given.
  it.each(KEEPING_BACK)('deceives no client: %j', async (act) => {
    const { devnet, bob, wallet, admin } = scene;
    const before = await heldIn(scene);
    expect((await begin(scene, act)).status).toBe(200);
    await admin.call('POST', '/validators/v1/crash');
    const told = await wallet.transact([pays(bob, 3n)]).catch((failure: unknown) => failure);
    if (told instanceof Error) expect(told).toMatchObject({ status: 503 });
    else expect(isCertified(devnet, told as TransactionCertificate)).toBe(true);
    await admin.call('DELETE', '/faults');
    // It may have failed before anything was signed.
    const isSigned = !(told instanceof Error) || (await wallet.finish()) !== undefined;
    const amount = isSigned ? 3n : 0n;
    expect(await heldIn(scene)).toEqual({
      spent: before.spent + amount,
      received: before.received + amount,
      nonce: before.nonce + (isSigned ? 1n : 0n),
    });
    expect(await checked(scene)).toMatchObject({ isSound: true });
  });
});
