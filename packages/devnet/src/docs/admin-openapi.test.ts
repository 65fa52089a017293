import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

interface Described {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Content | undefined>>;
  readonly requestBody?: Content;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: object;
}

let devnet: Devnet;
let admin: AdminCaller;
let document: Document;
let paid: string;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
beforeAll(async () => {
  // With a token from the start, which is described as well.
  devnet = await startDevnet({ validators: 1, accounts: 1, networkId: 'fast:testnet' });
  admin = createAdminCaller(devnet);
  document = (await (await fetch(`${devnet.admin}/openapi.json`)).json()) as Document;
  ajv.addSchema({ $id: 'doc', components: document.components });
  paid = await admin.pay();
});
afterAll(() => devnet.close());

function describedOf(method: string, path: string): Described {
  const described = document.paths[`/_devnet/v1${path}`]?.[method.toLowerCase()];
  if (described === undefined) throw new Error(`${method} ${path} is not described`);
  return described;
}

/** Gives what is wrong with a value according to the document, if anything. */
function faultsOf({ content }: Content, value: unknown): unknown {
  const text = JSON.stringify(content['application/json'].schema);
  const schema = JSON.parse(text.replaceAll('#/components', 'doc#/components')) as object;
  return ajv.validate(schema, value) ? null : ajv.errors;
}

function expectDescribed(content: Content | undefined, value: unknown): void {
  if (content === undefined) throw new Error('that answer is not described');
  expect(faultsOf(content, value)).toBe(null);
}

describe('the OpenAPI document of the admin interface', () => {
  it('is valid, and describes the routes that exist, each under its own name', async () => {
    expect(await new Validator().validate(document as never)).toMatchObject({ valid: true });
    const { body } = await admin.call('GET', '');
    const real = (body as { routes: string[] }).routes.map((each) =>
      each.replaceAll(/:(\w+)/g, '{$1}'),
    );
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(real.toSorted());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what is answered', async () => {
    const calls = [
      ['GET', ''],
      ['GET', '/openapi.json'],
      ['GET', '/committee'],
      ['GET', '/committees'],
      ['GET', '/committee-requests'],
      ['GET', '/genesis'],
      ['GET', '/evm-signer'],
      ['GET', '/validators'],
      ['POST', '/validators'],
      ['GET', '/transactions'],
      ['GET', '/transactions/{id}'],
      ['GET', '/journal'],
      ['POST', '/wait', { transaction: paid, state: 'settled-all' }],
      ['POST', '/wait', { idleMs: 1 }],
      ['POST', '/check'],
      ['POST', '/snapshots', { name: 'one' }],
      ['GET', '/snapshots'],
      ['POST', '/faults', { id: 'one', kind: 'cut', from: 'v1' }],
      ['GET', '/faults'],
      ['DELETE', '/faults/{id}'],
      ['POST', '/faults', { id: 'one', kind: 'clog', from: 'p1', only: { message: 'Request' } }],
      ['GET', '/held'],
      ['POST', '/held/release'],
      ['DELETE', '/held'],
      ['DELETE', '/faults'],
      ['POST', '/snapshots/{name}/restore'],
      ['DELETE', '/snapshots/{name}'],
      ['POST', '/reset'],
      ['POST', '/validators/{name}/keys', {}, 'v1'],
      ['POST', '/validators/{name}/crash', {}, 'v1'],
      ['POST', '/validators/{name}/start', {}, 'v1'],
      ['POST', '/validators/{name}/amnesia', {}, 'v1'],
    ] as const;
    for (const [method, path, body, name = 'one'] of calls) {
      const id = path.startsWith('/transactions') ? paid : 'one';
      const real = path.replace('{id}', id).replace('{name}', name);
      const { status, body: answer } = await admin.call(method, real, body);
      expect(status, real).toBe(200);
      const { responses, requestBody } = describedOf(method, path);
      expectDescribed(responses['200'], answer);
      if (method === 'POST') expectDescribed(requestBody, body ?? {});
    }
  });

  it('describes a body wherever a request without its content-type is refused', async () => {
    const refused = await fetch(`${devnet.admin}/reset`, { method: 'POST' });
    expect(refused.status).toBe(415);
    const posts = Object.values(document.paths).flatMap(({ post }) => post ?? []);
    expect(posts.length).toBeGreaterThan(0);
    for (const { operationId, requestBody, responses } of posts) {
      expect(requestBody, operationId).toMatchObject({ required: true });
      expect(Object.keys(responses), operationId).toContain('415');
    }
    expectDescribed(describedOf('POST', '/reset').responses['415'], await refused.json());
  });

  it('says how it refuses', async () => {
    const refused = [
      ['POST', '/snapshots/{name}/export', 404],
      ['POST', '/wait', 400],
      ['DELETE', '/faults/{id}', 404],
      ['POST', '/held/{id}/release', 404],
      ['DELETE', '/held/{id}', 404],
    ] as const;
    for (const [method, path, expected] of refused) {
      const { status, body } = await admin.call(method, path.replaceAll(/\{\w+\}/g, 'none'));
      expect(status).toBe(expected);
      expectDescribed(describedOf(method, path).responses[status], body);
    }
  });

  it('takes no fault that the devnet does not take', async () => {
    const { requestBody } = describedOf('POST', '/faults');
    if (requestBody === undefined) throw new Error('no body is described');
    for (const body of [{ kind: 'gold' }, { kind: 'crash', node: 'v9' }, { kind: 'pause' }]) {
      expect((await admin.call('POST', '/faults', body)).status).toBe(400);
      expect(faultsOf(requestBody, body)).not.toBe(null);
    }
  });
});
