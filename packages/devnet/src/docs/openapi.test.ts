import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { ErrorEnvelope, PayFailure } from './shapes.ts';

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
  readonly components: { readonly securitySchemes: object; readonly schemas: object };
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

function askTokens(count: number): Promise<Response> {
  const ids = Array.from({ length: count }, (_, id) => id.toString(16).padStart(64, '0'));
  return fetch(`${devnet.rest}/v1/tokens?token_ids=${ids.join()}`);
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Spoilt = readonly (readonly [status: number, headers: Record<string, string>])[];

const REFUSED_EVERYWHERE: Spoilt = [[403, { host: 'evil.example', 'content-length': '0' }]];
const REFUSED_WITH_A_BODY: Spoilt = [
  ...REFUSED_EVERYWHERE,
  [400, { ...JSON_TYPE, 'content-length': '0' }],
  [413, { ...JSON_TYPE, 'content-length': '4194305' }],
  [415, { 'content-type': 'text/plain', 'content-length': '2' }],
];

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

  it('has whoever asks for far too many tokens told how many there may be', async () => {
    const response = await askTokens(1000);
    expect(response.status).toBe(400);
    const { error } = ErrorEnvelope.parse(await response.json());
    expect(error.message).toBe('token_ids: expected at most 100 ids, got 1000');
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
