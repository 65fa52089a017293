import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let admin: AdminCaller;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 8, seed: 'held' });
  admin = createAdminCaller(devnet);
});
afterAll(() => devnet.close());
afterEach(async () => {
  await admin.call('DELETE', '/held');
  await admin.call('DELETE', '/faults');
});

interface Held {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly message: string;
  readonly transaction_id: string | null;
  readonly content: string;
}

const MEMBERS = ['v1', 'v2', 'v3', 'v4'];
const person = (name: string) => personOf(devnet, name);
const submit = (envelope: TransactionEnvelope) =>
  callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
const idOf = ({ transaction }: TransactionEnvelope) => factsOf(transaction).id;
const held = async () => (await admin.call('GET', '/held')).body as { messages: Held[] };
const heldOnce = (fits: (messages: readonly Held[]) => boolean): Promise<readonly Held[]> =>
  vi.waitFor(
    async () => {
      const { messages } = await held();
      expect(fits(messages)).toBe(true);
      return messages;
    },
    { timeout: 20_000 },
  );
const begin = async (fault: object) => {
  const { status, body } = await admin.call('POST', '/faults', { kind: 'clog', ...fault });
  expect([status, body]).toEqual([200, expect.anything()]);
};
const release = async (id: string) =>
  expect((await admin.call('POST', `/held/${id}/release`)).status).toBe(200);
const wait = (transaction: string, timeoutMs = 30_000) =>
  admin.call('POST', '/wait', { transaction, state: 'settled-all', timeoutMs });
const addressOf = (name: string) => person(name).address;

describe('messages that a fault holds', () => {
  it('are those that are chosen, and everybody else is served', async () => {
    const only = { message: 'SubmitTransaction', account: 'alice' };
    await begin({ id: 'hold', from: 'p1', to: MEMBERS, only });
    const kept = signed(person('alice'), 0n, pays(person('bob'), 10n ** 18n));
    const other = signed(person('bob'), 0n, pays(person('alice'), 1n));
    const answers = [kept, other].map(submit);
    expect((await wait(idOf(other))).status).toBe(200);
    const messages = await heldOnce((found) => found.length >= 4);
    expect(new Set(messages.map(({ to }) => to))).toEqual(new Set(MEMBERS));
    for (const each of messages) {
      expect(each).toMatchObject({
        fault: 'hold',
        from: 'p1',
        message: 'SubmitTransaction',
        transaction_id: idOf(kept),
        content: 'alice pays bob 1 FAST at nonce 0',
      });
    }
    await admin.call('DELETE', '/faults/hold');
    expect((await wait(idOf(kept))).status).toBe(200);
    for (const answer of answers) expect(await answer).toHaveProperty('result');
    expect((await held()).messages).toEqual([]);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    'arrive in the order asked for: of two payments at one nonce the %s wins',
    async (...[, place]) => {
      const sender = place === 0 ? 'carol' : 'dave';
      const only = { message: 'SubmitTransaction', account: addressOf(sender) };
      await begin({ from: 'p1', to: MEMBERS, direction: 'one-way', only });
      const rivals = [1n, 2n].map((amount) =>
        signed(person(sender), 0n, pays(person('bob'), amount)),
      );
      const answers = rivals.map(submit);
      const ids = rivals.map(idOf);
      const isWhole = (found: readonly Held[]) =>
        ids.every((id) => found.filter((each) => each.transaction_id === id).length >= 4);
      const messages = await heldOnce(isWhole);
      const [winner = '', loser = ''] = place === 0 ? ids : ids.toReversed();
      for (const of of [winner, loser]) {
        for (const each of messages) if (each.transaction_id === of) await release(each.id);
      }
      expect((await wait(winner)).status).toBe(200);
      await admin.call('DELETE', '/faults');
      const ended = await Promise.all(answers);
      expect(ended.map((answer) => Object.keys(answer).includes('result'))).toEqual(
        ids.map((id) => id === winner),
      );
      expect((await admin.call('GET', `/transactions/${loser}`)).status).toBe(404);
      expect(await devnet.check()).toMatchObject({ isSound: true });
    },
  );

  it('are answers too, about what they answer even if they do not say so', async () => {
    const account = addressOf('erin');
    await begin({
      from: 'v4',
      to: 'p1',
      direction: 'one-way',
      only: { message: 'Response', account },
    });
    await begin({ from: 'v3', to: 'p1', only: { message: 'Response Settled' } });
    const paid = signed(person('erin'), 0n, pays(person('bob'), 1n));
    void submit(paid);
    const has = (from: string, message: string) => (found: readonly Held[]) =>
      found.some((each) => each.from === from && each.message === message);
    await heldOnce(has('v4', 'Response Signed'));
    await heldOnce(has('v3', 'Response Settled'));
    const read = fetch(`${devnet.rest}/v1/accounts/${account}`);
    await heldOnce(has('v4', 'Response AccountInfo'));
    expect((await read).status).toBe(200);
    const { messages } = await held();
    expect(
      messages.every(({ from, message }) => from === 'v4' || message === 'Response Settled'),
    ).toBe(true);
  });

  it('can be dropped, and the fault tells how many were released and dropped', async () => {
    await begin({
      id: 'hold',
      from: 'p1',
      to: 'v4',
      only: { message: 'Request', about: 'ab'.repeat(32) },
    });
    const paid = signed(person('frank'), 0n, pays(person('bob'), 1n));
    await admin.call('DELETE', '/faults/hold');
    await begin({
      id: 'hold',
      from: 'p1',
      to: 'v4',
      only: { message: 'Request', about: idOf(paid) },
    });
    void submit(paid);
    const [first] = await heldOnce((found) => found.length >= 1);
    expect((await admin.call('DELETE', `/held/${first?.id}`)).status).toBe(200);
    expect((await admin.call('POST', `/held/${first?.id}/release`)).body).toEqual({
      error: { code: 'NOT_FOUND', message: `no message ${first?.id} is held` },
    });
    const [second] = await heldOnce((found) => found.length >= 1);
    await release(second?.id ?? '');
    await vi.waitFor(async () => {
      const { body } = await admin.call('GET', '/faults');
      expect(body).toMatchObject({ active: [{ id: 'hold', released: 1, dropped: 1 }] });
    });
    await admin.call('DELETE', '/faults/hold');
    const { body } = await admin.call('GET', '/faults');
    expect((body as { ended: object[] }).ended.at(-1)).toMatchObject({ released: 1, dropped: 1 });
    expect((await wait(idOf(paid))).status).toBe(200);
  });

  it('are released all at once, while what they cause is held again', async () => {
    await begin({ from: 'p1', to: MEMBERS });
    const paid = signed(person('grace'), 0n, pays(person('bob'), 1n));
    void submit(paid);
    await heldOnce((found) => found.length >= 4);
    const { body } = await admin.call('POST', '/held/release');
    expect((body as { released: string[] }).released.length).toBeGreaterThanOrEqual(4);
    await heldOnce((found) => found.some(({ message }) => message !== 'SubmitTransaction'));
    await admin.call('DELETE', '/faults');
    expect((await wait(idOf(paid))).status).toBe(200);
  });
});

describe('what is held', () => {
  const holdOne = async (to: string) => {
    await begin({ id: 'hold', from: 'p1', to, only: { message: 'GetAccountInfo' } });
    const read = () => fetch(`${devnet.rest}/v1/accounts/${addressOf('heidi')}`);
    expect((await read()).status).toBe(200);
    const [first] = await heldOnce((found) => found.length > 0);
    return first?.id ?? '';
  };

  it('is lost when the network is put back, and the fault goes on', async () => {
    await admin.call('POST', '/snapshots', { name: 'before' });
    const id = await holdOne('v1');
    await admin.call('POST', '/snapshots/before/restore');
    expect(await held()).toMatchObject({ count: 0, messages: [] });
    expect((await admin.call('DELETE', `/held/${id}`)).status).toBe(404);
    expect((await admin.call('GET', '/faults')).body).toMatchObject({ active: [{ id: 'hold' }] });
  });

  it('outlives the crash of either end, and is lost if released while its receiver is down', async () => {
    const id = await holdOne('v4');
    await admin.call('POST', '/validators/v4/crash');
    expect((await held()).messages.map((each) => each.id)).toContain(id);
    await release(id);
    await admin.call('POST', '/validators/v4/start');
    expect((await admin.call('GET', '/faults')).body).toMatchObject({ active: [{ released: 1 }] });
  });

  it('is told as far as a caller wants to know', async () => {
    await holdOne('v2');
    expect((await admin.call('GET', '/held?first=1')).body).toMatchObject({
      messages: [{ to: 'v2', content: 'heidi' }],
    });
    expect((await admin.call('GET', '/held?first=0')).body).toMatchObject({
      error: { message: 'first: expected a whole number from 1 to 1000' },
    });
  });
});

describe('a choice that cannot be', () => {
  it.each([
    [{}, 'only: expected message, about or account'],
    [
      { message: 'SubmitTransactions' },
      'only.message: expected Request, Response, one of Execute, ',
    ],
    [{ message: 'Response ' }, 'or what an answer says, such as "Response Signed"'],
    [{ message: [] }, 'only.message: '],
    [{ about: 'alice' }, 'only.about: expected 64 hex digits'],
    [{ account: 'nobody' }, 'only.account: expected the name of an account, or an address'],
    [{ kind: 'SubmitTransaction' }, 'only: unknown key "kind"; expected message, about, account'],
  ])('is refused, and %j says where: %s', async (only, field) => {
    const { status, body } = await admin.call('POST', '/faults', {
      kind: 'clog',
      from: 'v1',
      only,
    });
    expect(status).toBe(400);
    expect((body as { error: { message: string } }).error.message).toContain(field);
  });
});
