import { request } from 'node:http';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { DripBody, ErrorEnvelope, PayBody, PayFailure, SubmitBody } from './shapes.ts';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, Answered>>;
  readonly security: readonly object[];
  readonly operationId: string;
  readonly tags: readonly string[];
}

interface Answered {
  readonly content?: {
    readonly 'application/json': { readonly schema: { readonly $ref?: string } };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Described; readonly post?: Described }>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Schema {
  readonly $ref?: string;
  readonly example?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

let devnet: Devnet;
let document: Document;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  document = (await (await fetch(`${devnet.rest}/openapi.json`)).json()) as Document;
});
afterAll(() => devnet.close());

/** Every route that is described, with its parameters filled in. */
function routes(): readonly (readonly [method: string, path: string, described: Described])[] {
  return Object.entries(document.paths).flatMap(([path, { get, post }]) => {
    const real = path.replaceAll(/\{\w+\}/g, '7');
    return [
      ...(get === undefined ? [] : [['GET', real, get] as const]),
      ...(post === undefined ? [] : [['POST', real, post] as const]),
    ];
  });
}

function routeOf(method: 'get' | 'post', path: string): Described {
  const described = document.paths[path]?.[method];
  if (described === undefined) throw new Error(`${method} ${path} is not described`);
  return described;
}

/** Gives the body that the page of the document begins with. */
function exampleOf(name: string): object {
  const { schemas } = document.components;
  const fields = Object.entries(schemas[name]?.properties ?? {}).map(([key, field]) => {
    const { example, enum: [first] = [] } = { ...field, ...schemas[basename(field.$ref ?? '')] };
    return [key, example ?? first] as const;
  });
  return Object.fromEntries(fields);
}

interface Refused {
  readonly status: number;
  readonly body: unknown;
}

function send(method: string, path: string, headers: Record<string, string>): Promise<Refused> {
  return new Promise((resolve, reject) => {
    const sending = request(`${devnet.rest}${path}`, { method, headers }, async (response) => {
      const text = (await response.toArray()).join('');
      sending.destroy();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sending.on('error', reject);
    sending.flushHeaders();
  });
}

function idsText(count: number): string {
  return Array.from({ length: count }, (_, id) => id.toString(16).padStart(64, '0')).join();
}

function askTokens(count: number): Promise<Response> {
  return fetch(`${devnet.rest}/v1/tokens?token_ids=${idsText(count)}`);
}

/** Tells whether the document takes a value of a parameter, and whether the server does. */
async function takers(path: string, name: string, value: string): Promise<readonly boolean[]> {
  const parameter = routeOf('get', path).parameters?.find((each) => each.name === name);
  const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
  const isDescribed = ajv.validate({ properties: { value: parameter?.schema } }, { value });
  const query = path.includes(`{${name}}`) ? '' : `${name}=${encodeURIComponent(value)}`;
  const real = path.replace(`{${name}}`, value).replace('{address}', ID);
  const { status } = await fetch(`${devnet.rest}${real}?${query}&client=${ID}&from=${ID}`);
  return [isDescribed, status !== 400];
}

const ID = 'ab'.repeat(32);
const JSON_TYPE = { 'content-type': 'application/json' };

type Spoilt = readonly (readonly [status: number, headers: Record<string, string>])[];

const REFUSED_EVERYWHERE: Spoilt = [[403, { host: 'evil.example', 'content-length': '0' }]];
const REFUSED_WITH_A_BODY: Spoilt = [
  ...REFUSED_EVERYWHERE,
  [400, { ...JSON_TYPE, 'content-length': '0' }],
  [413, { ...JSON_TYPE, 'content-length': '4194305' }],
  [415, { 'content-type': 'text/plain', 'content-length': '2' }],
];

const ACCOUNT = '/v1/accounts/{address}';
const TRANSFERS = '/explorer/transfers';
const NATIVE = 'fa575e70'.padEnd(64, '0');
const DRIP = { recipient: ID, amount: '1' };
const PAYMENT_BODY = { to: ID, amount: '0.1', chain: 'fast' };
const PAYMENT = /^\/api\/pay\//;

describe('the OpenAPI document', () => {
  it.each([
    ['GET', REFUSED_EVERYWHERE],
    ['POST', REFUSED_WITH_A_BODY],
  ] as const)('lists how a %s is refused at its head, and as what', async (asked, spoilt) => {
    for (const [, path, { responses }] of routes().filter(([method]) => method === asked)) {
      const [name, shape] = PAYMENT.test(path)
        ? ['PayError', PayFailure]
        : ['ErrorEnvelope', ErrorEnvelope];
      for (const [expected, headers] of spoilt) {
        const { status, body } = await send(asked, path, headers);
        expect(status, path).toBe(expected);
        const { $ref } = responses[status]?.content?.['application/json'].schema ?? {};
        expect($ref, path).toBe(`#/components/schemas/${name}`);
        expect(shape.safeParse(body).success, path).toBe(true);
      }
      expect(Object.keys(responses), path).toContain('429');
    }
  });

  it.each([
    ['/api/pay/send', '200 400 401 403 408 413 415 429 431 500 503'],
    ['/v1/submit-transaction', '200 400 403 404 408 409 413 415 429 431 500 502 503'],
    ['/v1/faucet-drip', '200 400 401 403 408 413 415 429 431 500 502 503'],
  ])('lists the outcomes of %s', (path, statuses) => {
    expect(Object.keys(routeOf('post', path).responses).join(' ')).toBe(statuses);
  });

  it('lists how the host refuses what it cannot read to its end: without a body', async () => {
    for (const [, path, { responses }] of routes()) {
      for (const status of [408, 431]) {
        expect(responses[status], path).toEqual({ description: expect.stringMatching(/no body/) });
      }
    }
    const response = await askTokens(2000);
    expect([response.status, await response.text()]).toEqual([431, '']);
  });

  it('tells a caller that asks for far too many tokens how many there may be', async () => {
    const response = await askTokens(1000);
    expect(response.status).toBe(400);
    const { error } = ErrorEnvelope.parse(await response.json());
    expect(error.message).toBe('token_ids: expected at most 100 ids, got 1000');
  });

  it.each([
    ['/v1/certificate/{tx_id}', 'tx_id', [ID, `0x${ID.toUpperCase()}`], ['x', `${ID}0`]],
    ['/v1/escrow-jobs/{job_id}', 'job_id', [ID, `0x${ID}`], ['x']],
    ['/v1/committee-changes/{epoch}', 'epoch', ['1', '4294967295'], ['4294967296', '-1']],
    ['/v1/tokens', 'token_ids', ['', idsText(100)], ['x', `${ID},`, idsText(101)]],
    [ACCOUNT, 'token_balances_filter', ['', `0x${ID}`, idsText(100)], ['x', idsText(101)]],
    [ACCOUNT, 'state_key_filter', ['', ID, idsText(100)], ['x', idsText(101)]],
    ['/v1/escrow-jobs', 'status', ['Funded', 'Refunded'], ['', 'funded', 'Rejected']],
    ['/v1/escrow-jobs', 'certs', ['true', 'false'], ['', '1']],
    [TRANSFERS, 'limit', ['1', '100'], ['0', '101', 'x']],
    [TRANSFERS, 'order', ['desc'], ['asc']],
  ] as const)('takes of %s as %s what the server takes', async (path, name, taken, refused) => {
    for (const value of taken) expect(await takers(path, name, value), value).toEqual([true, true]);
    for (const value of refused) {
      expect(await takers(path, name, value), value).toEqual([false, false]);
    }
  });

  it.each([
    ['/v1/submit-transaction', SubmitBody, { transaction: 'zz', signature: '00' }, false],
    ['/v1/submit-transaction', SubmitBody, { transaction: '', signature: '00' }, false],
    ['/v1/faucet-drip', DripBody, { ...DRIP, token_id: `0x${NATIVE.toUpperCase()}` }, true],
    ['/v1/faucet-drip', DripBody, { ...DRIP, memo: 'ignored' }, true],
    ['/v1/faucet-drip', DripBody, { ...DRIP, amount: '-5' }, false],
    ['/v1/faucet-drip', DripBody, { ...DRIP, amount: '0' }, false],
    ['/api/pay/send', PayBody, { ...PAYMENT_BODY, memo: 'ignored' }, true],
    ['/api/pay/send', PayBody, { ...PAYMENT_BODY, amount: '-1' }, false],
    ['/api/pay/send', PayBody, { ...PAYMENT_BODY, amount: '1e3' }, false],
  ] as const)('takes as a body of %s what the server takes', async (path, shape, body, isTaken) => {
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) };
    const { status } = await fetch(`${devnet.rest}${path}`, init);
    expect([shape.safeParse(body).success, status === 200]).toEqual([isTaken, isTaken]);
  });

  it.each([
    ['/v1/faucet-drip', 'FaucetDrip'],
    ['/api/pay/send', 'PaySend'],
  ] as const)('has its page begin with a body of %s that the server takes', async (path, name) => {
    const example = exampleOf(name);
    // In place of one that is missing the page draws something of the pattern.
    expect(Object.values(example)).not.toContain(undefined);
    const body = JSON.stringify(example);
    const init = { method: 'POST', headers: JSON_TYPE, body };
    expect((await fetch(`${devnet.rest}${path}`, init)).status, body).toBe(200);
  });

  it('says where the token is shown, if one is set', () => {
    expect(document.components.securitySchemes).toMatchObject({
      token: { type: 'http', scheme: 'bearer' },
    });
    for (const [, path, { security }] of routes()) {
      const isPrivate = ['/v1/faucet-drip', '/api/pay/send'].includes(path);
      expect(security, path).toEqual(isPrivate ? [{ token: [] }, {}] : []);
    }
  });

  it('has a name of its own and a heading for each operation', () => {
    const operations = routes().map(([method, , { operationId, tags }]) => ({
      name: operationId,
      heading: [method, ...tags],
    }));
    const names = operations.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+[A-Za-z]+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    const headings = new Set(operations.map(({ heading }) => heading.join(': ')));
    expect([...headings].toSorted()).toEqual(['GET: Queries', 'POST: Submissions']);
  });

  it('calls integers integers', () => {
    const { parameters } = routeOf('get', '/v1/accounts/{address}/certificates');
    const schemas = parameters?.map(({ name, schema }) => [name, schema]);
    expect(Object.fromEntries(schemas ?? [])).toMatchObject({
      from_nonce: { type: 'integer', format: 'int64', minimum: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
    });
  });

  it('has its page send an empty filter, which asks for all', () => {
    const filters = routeOf('get', ACCOUNT).parameters?.filter(({ name }) => /filter/.test(name));
    expect(filters).toHaveLength(2);
    for (const filter of filters ?? []) expect(filter).toMatchObject({ allowEmptyValue: true });
  });

  it('lets what may be null be null', () => {
    expect(document.components.schemas).toMatchObject({
      AccountInfoResponse: {
        properties: {
          pending_confirmation: {
            anyOf: [{ $ref: '#/components/schemas/ValidatedTransaction' }, { type: 'null' }],
          },
        },
      },
    });
  });
});
