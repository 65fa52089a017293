import type { JsonObject } from '@quorate/protocol';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRpc } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let endpoints: readonly string[];
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  endpoints = [devnet.proxyRpc, devnet.validators[0]?.rpc ?? ''];
});
afterAll(() => devnet.close());

interface Method {
  readonly name: string;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly result: { readonly schema: object };
}

async function methodsOf(url: string): Promise<readonly Method[]> {
  const { result } = await callRpc(url, 'rpc.discover', {});
  return (result as JsonObject)['methods'] as unknown as readonly Method[];
}

async function methodOf(name: string): Promise<Method> {
  const all = (await Promise.all(endpoints.map(methodsOf))).flat();
  const found = all.find((method) => method.name === name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

const BYTES = Array.from({ length: 32 }, () => 7);

function idsOf(count: number): readonly (readonly number[])[] {
  return Array.from({ length: count }, () => BYTES);
}

function rangeOf(limit: number): object {
  return { start: 0, limit };
}

function accepts(schema: object, value: unknown): boolean {
  return new Ajv({ strict: false, validateFormats: false }).compile(schema)(value);
}

describe('the OpenRPC document', () => {
  it('says of parameters whether they are required, as the methods do', async () => {
    for (const url of endpoints) {
      for (const { name, params } of await methodsOf(url)) {
        const required = params.filter((param) => param.required).map((param) => param.name);
        const { error } = await callRpc(url, name, {});
        if (required.length === 0) expect(error, name).toBeUndefined();
        else
          expect(
            required.some((each) => missing(error).includes(each)),
            name,
          ).toBe(true);
      }
    }
  });

  it('calls few parameters optional', async () => {
    const all = (await Promise.all(endpoints.map(methodsOf))).flat();
    const optional = all.flatMap(({ name, params }) =>
      params.filter(({ required }) => !required).map((param) => `${name} ${param.name}`),
    );
    expect(optional).toEqual([
      'proxy_submitTransaction witness_certificates',
      'proxy_faucetDrip token_id',
      'proxy_getAccountInfo token_balances_filter',
      'proxy_getAccountInfo state_key_filter',
      'proxy_getAccountInfo certificate_by_nonce',
      'getAccountInfo token_balance_filter',
      'getAccountInfo state_key_filter',
      'getAccountInfo certificate_by_nonce',
    ]);
  });

  it('allows the largest possible nonce', async () => {
    const { params } = await methodOf('proxy_getTransactionCertificates');
    const schema = params.find(({ name }) => name === 'from_nonce')?.schema ?? {};
    expect(schema).toMatchObject({ type: 'integer', format: 'int64', minimum: 0 });
    expect(accepts(schema, Number(2n ** 63n - 1n))).toBe(true);
    const asked = { address: BYTES, from_nonce: 2n ** 63n - 1n, limit: 1 };
    expect(await callRpc(devnet.proxyRpc, 'proxy_getTransactionCertificates', asked)).toMatchObject(
      { result: [] },
    );
  });

  it.each([
    ['proxy_getTokenInfo', 'token_ids', [idsOf(0), idsOf(100)], [null, idsOf(101)]],
    ['getTokenInfo', 'token_ids', [idsOf(100)], [idsOf(101)]],
    ['proxy_getAccountInfo', 'state_key_filter', [null, idsOf(100)], [idsOf(101)]],
    ['getAccountInfo', 'token_balance_filter', [null, idsOf(100)], [idsOf(101)]],
    ['getAccountInfo', 'certificate_by_nonce', [null, rangeOf(200)], [rangeOf(0), rangeOf(201)]],
    ['proxy_getTransactionCertificates', 'limit', [1, 200], [0, 201]],
    ['getTransactions', 'page', [{ limit: 0 }, { limit: 201, token: null }], [{ token: 0 }]],
    ['proxy_faucetDrip', 'amount', ['0xFF', '01'], ['', '0', '-1', 'xyz']],
    ['quorate_proveReadiness', 'challenge', ['c4'.repeat(32)], ['c4', 'C4'.repeat(32)]],
  ])('takes of %s as %s what the server takes', async (name, param, taken, refused) => {
    const { params } = await methodOf(name);
    const schema = params.find((each) => each.name === param)?.schema ?? {};
    const url = endpoints[name.startsWith('proxy_') ? 0 : 1] ?? '';
    const others = { address: BYTES, recipient: BYTES, amount: '1', from_nonce: 0, limit: 1 };
    const validator = devnet.validators[0]?.address;
    for (const value of [...taken, ...refused]) {
      const isTaken = taken.includes(value as never);
      const { error } = await callRpc(url, name, { ...others, validator, [param]: value });
      expect([accepts(schema, value), error === undefined], String(value)).toEqual([
        isTaken,
        isTaken,
      ]);
    }
  });

  it('describes what getPerformanceInfo gives', async () => {
    const { schema } = (await methodOf('getPerformanceInfo')).result;
    const { result } = await callRpc(endpoints[1] ?? '', 'getPerformanceInfo', {});
    expect(accepts(schema, result)).toBe(true);
    const { required } = schema as { readonly required: readonly string[] };
    expect(required).toEqual(Object.keys(result as object));
    expect(accepts(schema, {})).toBe(false);
  });
});

/** Gives what an error about missing parameters says of them. */
function missing(error: unknown): string {
  const { code, data } = error as { readonly code: number; readonly data: string };
  expect(code).toBe(-32602);
  return data;
}
