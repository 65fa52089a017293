import type { Signer } from '@quorate/crypto';
import {
  factsOf,
  formatAddress,
  type JsonObject,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { changeCommittee } from '../../test/committee-change.ts';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { DevnetOptions } from '../options.ts';

let devnet: Devnet;
let admin: AdminCaller;
let people: readonly [Signer, Signer];
async function start(options: Partial<DevnetOptions> = {}) {
  devnet = await startDevnet({ port: 0, seed: 'lies', accounts: 2, ...options });
  admin = createAdminCaller(devnet);
  people = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
}
afterEach(() => devnet.close());

function urlOf(name: string): string {
  const found = devnet.validators.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.rpc;
}

const call = (name: string, method: string, params: unknown) =>
  callRpc(urlOf(name), method, params) as Promise<{ result?: JsonObject; error?: JsonObject }>;
const account = (name: string, { address }: Signer) =>
  call(name, 'getAccountInfo', { address: formatAddress(address) });
const sign = (name: string, envelope: TransactionEnvelope) =>
  call(name, 'submitTransaction', submission(envelope));
/** Collects the signatures of these validators at their ports. */
async function signaturesOf(envelope: TransactionEnvelope, signers: readonly string[]) {
  const answers = await Promise.all(signers.map((name) => sign(name, envelope)));
  return answers.map(({ result = {} }) => [result['validator'], result['signature']] as const);
}

const settle = (name: string, envelope: TransactionEnvelope, signatures: Signatures) =>
  call(name, 'submitTransactionCertificate', {
    ...submission(envelope),
    validator_signatures: signatures,
  });
type Signatures = Awaited<ReturnType<typeof signaturesOf>>;

const lie = (node: string, ...acts: readonly object[]) =>
  admin.call('POST', '/faults', { kind: 'byzantine', node, acts });

describe.each(['memory', 'http'] as const)('who asks a liar itself, over %s,', (transport) => {
  beforeEach(() => start({ transport }));

  it('sees its lies, and no lie afterwards', async () => {
    const [alice] = people;
    const honest = await account('v1', alice);
    await lie('v4', { act: 'lie', about: 'balance', by: 1 }, { act: 'lie', about: 'nonce', by: 7 });
    const { result } = await account('v4', alice);
    expect(result).not.toEqual(honest.result);
    expect(result).toMatchObject({ next_nonce: 7 });
    expect(await account('v1', alice)).toEqual(honest);
    await admin.call('DELETE', '/faults');
    expect(await account('v4', alice)).toEqual(honest);
  });

  it('gets signatures that do not verify, and those of others', async () => {
    const [alice, bob] = people;
    const envelope = signed(alice, 0n, pays(bob, 1n));
    const genuine = (await sign('v4', envelope)).result;
    await lie('v4', { act: 'forge' });
    const { signature, ...rest } = (await sign('v4', envelope)).result ?? {};
    expect(rest).toEqual({ ...genuine, signature: undefined });
    expect(signature).not.toEqual(genuine?.['signature']);
    await admin.call('DELETE', '/faults');
    await lie('v4', { act: 'wrong-name', as: 'v2' });
    expect((await sign('v4', envelope)).result?.['validator']).not.toEqual(genuine?.['validator']);
  });

  it('is refused what others sign, about the accounts that the act is narrowed to', async () => {
    const [alice, bob] = people;
    const only = { senders: ['alice'] };
    await lie('v4', { act: 'refuse', code: 'InsufficientFunding', only });
    expect(await sign('v4', signed(alice, 0n, pays(bob, 1n)))).toHaveProperty('error');
    expect(await sign('v4', signed(bob, 0n, pays(alice, 1n)))).toHaveProperty('result');
    await admin.call('DELETE', '/faults');
    const byAddress = { senders: [formatAddress(bob.address)] };
    await lie('v4', { act: 'refuse', code: 'EpochEnding', only: byAddress });
    expect(await sign('v4', signed(bob, 0n, pays(alice, 1n)))).toHaveProperty('error');
  });

  it('sees a lie only if that is for callers, and only so often', async () => {
    const [alice] = people;
    const honest = await account('v4', alice);
    await lie('v4', { act: 'lie', about: 'nonce', by: 7, only: { peers: ['p1', 'v1'] } });
    expect(await account('v4', alice)).toEqual(honest);
    await lie('v4', { act: 'lie', about: 'nonce', by: 9, only: { peers: ['http'] }, times: 1 });
    expect((await account('v4', alice)).result).toMatchObject({ next_nonce: 9 });
    expect(await account('v4', alice)).toEqual(honest);
    await admin.call('POST', '/reset');
    expect((await account('v4', alice)).result).toMatchObject({ next_nonce: 0 });
  });

  it.each([{ act: 'twin' }, { act: 'stale-view', requests: 100 }])(
    'sees what was held when the fault began, and after a return what was returned to: %j',
    async (act) => {
      const [alice] = people;
      const fresh = await account('v1', alice);
      const transaction = await admin.pay();
      await admin.call('POST', '/wait', { transaction, state: 'settled-all' });
      await admin.call('POST', '/snapshots', { name: 'later' });
      const paid = await account('v1', alice);
      await lie('v4', act);
      expect(await account('v4', alice)).toEqual(paid);
      await admin.call('POST', '/reset');
      expect(await account('v4', alice)).toEqual(fresh);
      await admin.call('POST', '/snapshots/later/restore');
      expect(await account('v4', alice)).toEqual(paid);
    },
  );

  it('gets an old view, and after a return none of what was undone', async () => {
    const [alice] = people;
    await admin.call('POST', '/snapshots', { name: 'early' });
    await lie('v4', { act: 'stale-view', requests: 100 });
    const transaction = await admin.pay();
    await admin.call('POST', '/wait', { transaction, state: 'settled-all' });
    const [old, fresh] = [await account('v4', alice), await account('v1', alice)];
    expect(old.result?.['balance']).not.toEqual(fresh.result?.['balance']);
    await admin.call('POST', '/snapshots/early/restore');
    expect((await account('v4', alice)).result).toEqual((await account('v1', alice)).result);
  });

  it('hears that something settled which has not, and the liar catches up afterwards', async () => {
    const [alice, bob] = people;
    await lie('v4', { act: 'ack-without-apply' });
    const envelope = signed(alice, 0n, pays(bob, 1n));
    const signatures = await signaturesOf(envelope, ['v1', 'v2', 'v3']);
    expect(await settle('v4', envelope, signatures)).toHaveProperty('result');
    expect((await account('v4', alice)).result).toMatchObject({ next_nonce: 0 });
    await admin.call('DELETE', '/faults');
    await settle('v4', envelope, signatures);
    expect((await account('v4', alice)).result).toMatchObject({ next_nonce: 1 });
  });
});

describe('two liars among four', () => {
  beforeEach(() => start());

  /** Settles a payment at v1, and a rival of it at v2, both signed by the liars. */
  async function spendTwice(between: () => Promise<unknown>) {
    const [alice, bob] = people;
    const [one, rival] = [signed(alice, 0n, pays(bob, 5n)), signed(alice, 0n, pays(bob, 6n))];
    const first = await signaturesOf(one, ['v1', 'v3', 'v4']);
    await between();
    const second = await signaturesOf(rival, ['v2', 'v3', 'v4']);
    expect(await settle('v1', one, first)).toHaveProperty('result');
    expect(await settle('v2', rival, second)).toHaveProperty('result');
    return {
      at: `${alice.address}/`,
      ids: [one, rival].map((each) => factsOf(each.transaction).id),
    };
  }

  it.each([['double-sign'], ['twin']])(
    'let an account spend twice by %s, and a check says who did',
    async (act) => {
      for (const node of ['v3', 'v4']) await lie(node, { act });
      // What a twin signed is unknown to the validator, which is honest again.
      const { at, ids } = await spendTwice(async () => {
        if (act === 'twin') await admin.call('DELETE', '/faults');
      });
      const { body } = await admin.call('POST', '/check');
      expect(body).toMatchObject({ isSound: false });
      const { validators } = body as { validators: { name: string; problems: string[] }[] };
      const problems = validators.find(({ name }) => name === 'v2')?.problems.join();
      expect(problems).toContain(`at ${at}`);
      expect(problems).toContain(`it has settled ${ids[1]}, and v1 ${ids[0]}; v3, v4 signed both`);
    },
  );

  it('leave what settled twice behind, and a reset ends that', async () => {
    for (const node of ['v3', 'v4']) await lie(node, { act: 'double-sign' });
    await spendTwice(() => Promise.resolve());
    await admin.call('DELETE', '/faults');
    expect((await admin.call('POST', '/check')).body).toMatchObject({ isSound: false });
    await admin.call('POST', '/reset');
    expect((await admin.call('POST', '/check')).body).toMatchObject({ isSound: true });
  });
});

describe('one liar among four', () => {
  beforeEach(() => start());

  it('lets no account spend twice', async () => {
    const [alice, bob] = people;
    const [one, rival] = [signed(alice, 0n, pays(bob, 5n)), signed(alice, 0n, pays(bob, 6n))];
    await lie('v4', { act: 'double-sign' });
    const first = await signaturesOf(one, ['v1', 'v2', 'v4']);
    const second = await signaturesOf(rival, ['v3', 'v4', 'v4']);
    expect(await settle('v1', one, first)).toHaveProperty('result');
    expect(await settle('v3', rival, second)).toHaveProperty('error');
    expect((await admin.call('POST', '/check')).body).toMatchObject({ isSound: true });
  });
});

describe('a validator that lies', () => {
  it('is shown with its acts, and is honest once the time is over', async () => {
    await start();
    const acts = [{ act: 'forge' }, { act: 'withhold', kinds: ['query'] }];
    const given = { kind: 'byzantine', node: 'v2', acts };
    const { body } = await admin.call('POST', '/faults', given);
    expect(body).toMatchObject({ kind: 'byzantine', node: 'v2', acts: [{ act: 'forge' }, {}] });
    const shown = async () =>
      ((await admin.call('GET', '/validators')).body as { name: string; acts?: string[] }[]).find(
        ({ name }) => name === 'v2',
      )?.acts;
    expect(await shown()).toEqual(['forge', 'withhold']);
    await admin.call('DELETE', '/faults');
    expect(await shown()).toBeUndefined();
    expect((await admin.call('POST', '/faults', { ...given, for: '50 ms' })).status).toBe(200);
    await expect.poll(shown).toBeUndefined();
  });

  it('signs twice with the key that it has in its epoch, though it lied before the epoch began', async () => {
    await start();
    const [alice, bob] = people;
    await lie('v4', { act: 'double-sign' });
    await changeCommittee(devnet, ['v1', 'v2', 'v3', 'v4']);
    const served = async () => {
      const { body } = await admin.call('GET', '/validators');
      return (body as { name: string; served: number }[]).map((each) => each.served);
    };
    await expect.poll(served, { timeout: 60_000 }).toEqual([1, 1, 1, 1]);
    const [one, rival] = [signed(alice, 0n, pays(bob, 5n)), signed(alice, 0n, pays(bob, 6n))];
    const [first, second] = [await sign('v4', one), await sign('v4', rival)];
    expect(second.result?.['validator']).toEqual(first.result?.['validator']);
    expect(second.result?.['signature']).not.toEqual(first.result?.['signature']);
  });

  it('lies again after a restart, from its store', async () => {
    await start();
    const [alice] = people;
    await lie('v4', { act: 'twin' }, { act: 'lie', about: 'nonce', by: 3 });
    await admin.call('POST', '/validators/v4/crash');
    await admin.call('POST', '/validators/v4/start');
    expect((await account('v4', alice)).result).toMatchObject({ next_nonce: 3 });
  });
});
