import {
  type JsonObject,
  NATIVE_TOKEN_ID,
  operationId,
  PROXY_SUBMIT_RESULT,
  stringifyJson,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import {
  callRpc,
  envelopeOf,
  pays,
  personOf,
  postText,
  signed,
  submission,
} from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let memory: Devnet;
let http: Devnet;
beforeAll(async () => {
  [memory, http] = await Promise.all([
    startDevnet({ port: 0 }),
    startDevnet({ port: 0, transport: 'http' }),
  ]);
});
afterAll(() => Promise.all([memory.close(), http.close()]));

/** Submits to both devnets and gives what each answers, without which validators signed. */
async function both(envelope: TransactionEnvelope): Promise<readonly JsonObject[]> {
  const answers = await Promise.all(
    [memory, http].map(({ proxyRpc }) =>
      callRpc(proxyRpc, 'proxy_submitTransaction', submission(envelope)),
    ),
  );
  return answers.map((answer) => {
    if (answer['result'] === undefined) return answer;
    const result = PROXY_SUBMIT_RESULT.fromJson(answer['result'], 'rpc', 'result');
    if (result.kind !== 'Success') return answer;
    expect(result.certificate.signatures.length).toBeGreaterThanOrEqual(memory.quorum);
    return { kind: 'Success', ...submission(result.certificate.envelope) };
  });
}

async function accounts(devnet: Devnet): Promise<string> {
  const reads = devnet.accounts.map(({ name }) =>
    callRpc(devnet.proxyRpc, 'proxy_getAccountInfo', {
      address: [...Buffer.from(personOf(devnet, name).address, 'hex')],
      token_balances_filter: [],
      state_key_filter: [],
    }),
  );
  return stringifyJson(await Promise.all(reads));
}

describe('validators beyond HTTP', () => {
  it('have no fault of a link without the proxy, which would do nothing, and say how they are reached', async () => {
    const [admin, nearby] = [createAdminCaller(http), createAdminCaller(memory)];
    for (const [from, to] of [
      ['http', 'v1'],
      ['v1', 'faucet'],
      ['v1', ['v2', 'http']],
    ]) {
      const fault = { id: 'cut', kind: 'cut', from, to };
      expect(await admin.call('POST', '/faults', fault)).toMatchObject({
        status: 400,
        body: {
          error: {
            message: `to: validators are reached over HTTP here, and no fault strikes between ${from} and ${to}: expected p1 or * on one side`,
          },
        },
      });
    }
    for (const [from, to] of [
      ['http', 'v1'],
      ['v1', ['v2', 'faucet']],
    ]) {
      const fault = { id: 'cut', kind: 'cut', from, to };
      expect(await nearby.call('POST', '/faults', fault)).toMatchObject({ status: 200 });
      await nearby.call('DELETE', '/faults');
    }
    for (const [from, to] of [
      ['v1', 'faucet'],
      ['http', ['faucet', 'wallet']],
      [['http', 'faucet'], 'http'],
    ]) {
      const message = `to: no message goes between ${from} and ${to}: expected p1 or * on one side`;
      expect(await nearby.call('POST', '/faults', { kind: 'cut', from, to })).toMatchObject({
        status: 400,
        body: { error: { message } },
      });
    }
    for (const to of ['p1', '*', ['p1', 'v2']]) {
      const { status } = await admin.call('POST', '/faults', { kind: 'cut', from: 'v1', to });
      expect(status).toBe(200);
      await admin.call('DELETE', '/faults');
    }
    const shown = async ({ call }: typeof admin) => (await call('GET', '/validators')).body[3];
    expect([await shown(admin), await shown(nearby)]).toMatchObject([
      { over_http: true },
      { over_http: false },
    ]);
  });

  it('are sent what was held once it is released, and never what was dropped', async () => {
    const admin = createAdminCaller(http);
    const only = { message: 'SubmitTransaction' };
    const clog = { id: 'hold', kind: 'clog', from: 'p1', direction: 'one-way', only };
    expect((await admin.call('POST', '/faults', clog)).status).toBe(200);
    const answers = both(signed(personOf(http, 'ivan'), 0n, pays(personOf(http, 'bob'), 1n)));
    const held = await vi.waitFor(
      async () => {
        const { body } = await admin.call('GET', '/held');
        const { messages } = body as { readonly messages: readonly { id: string; to: string }[] };
        const first = ['v1', 'v2', 'v3', 'v4'].map((name) =>
          messages.find(({ to }) => to === name),
        );
        expect(first).not.toContain(undefined);
        return first.map((each) => each?.id);
      },
      { timeout: 20_000 },
    );
    const [dropped, ...released] = held;
    await admin.call('DELETE', `/held/${dropped}`);
    for (const id of released) await admin.call('POST', `/held/${id}/release`);
    const [here, there] = await answers;
    expect(there).toEqual(here);
    expect(here).toMatchObject({ kind: 'Success' });
    expect((await admin.call('GET', '/validators')).body).toMatchObject([
      { name: 'v1', signed: 0 },
      {},
      {},
      {},
    ]);
    await admin.call('DELETE', '/faults');
  });

  it('answer as those of one process do: the same certificates, refusals and accounts', async () => {
    const person = (name: string) => personOf(memory, name);
    const [alice, bob, carol] = [person('alice'), person('bob'), person('carol')];
    const tokenId = operationId(alice.address, 1n, 0) as string as TokenId;
    const configId = operationId(carol.address, 0n, 0) as never;
    const jobId = operationId(bob.address, 1n, 0) as never;
    const first = signed(alice, 0n, pays(bob, 5n));
    const transactions: readonly (readonly [TransactionEnvelope, string])[] = [
      [first, 'Success'],
      [first, 'Success'],
      [signed(alice, 0n, pays(carol, 5n)), '-32000'],
      [signed(alice, 5n, pays(carol, 5n)), '-32000'],
      [signed(bob, 0n, pays(alice, 2n ** 200n)), '-32000'],
      [signed(bob, 0n, pays(alice, 1n), { kind: 'Burn', tokenId, amount: 1n }), '-32000'],
      [envelopeOf(bob, signed(carol, 0n, pays(alice, 1n)).transaction), '-32000'],
      [signed(bob, 0n), '-32000'],
      [
        signed(alice, 1n, {
          kind: 'TokenCreation',
          tokenName: 'T',
          decimals: 2,
          initialAmount: 9n,
          mints: [bob.address],
          userData: null,
        }),
        'Success',
      ],
      [signed(bob, 0n, { kind: 'Mint', tokenId, recipient: carol.address, amount: 4n }), 'Success'],
      [
        signed(carol, 0n, {
          kind: 'Escrow',
          escrow: {
            kind: 'CreateConfig',
            tokenId: NATIVE_TOKEN_ID,
            evaluator: carol.address,
            evaluationFee: { kind: 'Bps', bps: 100 },
            minEvaluatorFee: 1n,
          },
        }),
        'Success',
      ],
      [
        signed(bob, 1n, {
          kind: 'Escrow',
          escrow: {
            kind: 'CreateJob',
            configId,
            provider: alice.address,
            providerFee: 1000n,
            description: 'paint it',
          },
        }),
        'Success',
      ],
      [signed(alice, 2n, { kind: 'Escrow', escrow: { kind: 'Complete', jobId } }), '-32000'],
      [signed(carol, 1n, { kind: 'Escrow', escrow: { kind: 'Reject', jobId } }), 'Success'],
    ];
    for (const [envelope, expected] of transactions) {
      const [near, far] = await both(envelope);
      expect(far).toEqual(near);
      expect(stringifyJson(near ?? null)).toContain(expected);
    }
    expect(await accounts(http)).toBe(await accounts(memory));
  });

  it('answer no request of a node from before the network was put back', async () => {
    const rpc = http.validators[0]?.rpc ?? '';
    const ask = (era: number) => callRpc(rpc, 'quorate_getTokenInfo', { tokenIds: [], era });
    const [answered, late] = [{ result: { type: 'TokenInfo' } }, { error: { code: -32000 } }];
    expect(await ask(0)).toMatchObject(answered);
    await http.reset();
    expect([await ask(0), await ask(1)]).toMatchObject([late, answered]);
  });

  it('are reached without a limit on requests, where the devnet is bound elsewhere', async () => {
    const open = await startDevnet({ port: 0, host: '0.0.0.0', transport: 'http' });
    const rpc = open.validators[0]?.rpc ?? '';
    const call = '{"jsonrpc":"2.0","id":1,"method":"getVersion"}';
    const answers = await Promise.all(Array.from({ length: 300 }, () => postText(rpc, call)));
    await open.close();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
