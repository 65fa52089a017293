import { runInNewContext } from 'node:vm';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { type Devnet, startDevnet } from '../devnet.ts';
import {
  AccountInfo,
  answerOf,
  Certificate,
  ErrorEnvelope,
  NetworkInfo,
  PayAnswer,
  PayFailure,
  TokenInfo,
  TransferPage,
} from './shapes.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

async function get(path: string): Promise<unknown> {
  return (await fetch(`${devnet.rest}${path}`)).json();
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

function expectShape(shape: z.ZodType, value: unknown): void {
  expect(shape.safeParse(value).error?.issues ?? []).toEqual([]);
}

/** Lets anything stand where a schema refers to the description of schemas. */
function withoutForeign(schema: unknown): object {
  const isForeign = (value: unknown) =>
    typeof value === 'object' &&
    JSON.stringify(value).startsWith('{"$ref":"https://meta.json-schema');
  return JSON.parse(JSON.stringify(schema, (_, value) => (isForeign(value) ? {} : value)));
}

describe('/openapi.json', () => {
  it('is a valid document of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      (await get('/openapi.json')) as Record<string, unknown>,
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('describes the real answers', async () => {
    const pay = { to: devnet.accounts[0]?.address, amount: '1', chain: 'fast' };
    const sent = await post(`${devnet.rest}/api/pay/send`, pay);
    expectShape(PayAnswer, sent);
    expectShape(PayFailure, await post(`${devnet.rest}/api/pay/send`, {}));
    const { explorerUrl } = sent['result'] as { explorerUrl: string };
    expectShape(answerOf(Certificate), await get(new URL(explorerUrl).pathname));
    const { address } = sent['setup'] as { address: string };
    const account = `/v1/accounts/${address}`;
    expectShape(answerOf(AccountInfo), await get(`${account}?token_balances_filter=`));
    expectShape(
      answerOf(Certificate.array()),
      await get(`${account}/certificates?from_nonce=0&limit=9`),
    );
    expectShape(answerOf(TokenInfo), await get(`/v1/tokens?token_ids=${'ab'.repeat(32)}`));
    expectShape(TransferPage, await get(`/explorer/transfers?from=${address}&limit=1`));
    expectShape(answerOf(NetworkInfo), await get('/v1/network-info'));
    expectShape(ErrorEnvelope, await get('/v1/certificate/abc'));
  });
});

describe('rpc.discover', () => {
  it('lists every method of every endpoint in a valid document of OpenRPC', async () => {
    const { default: schema } = await import('@open-rpc/meta-schema');
    const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
    // What schemas in it may look like is described elsewhere; ours come from a library.
    const document = withoutForeign(schema);
    const validate = ajv.compile(document);
    for (const url of [devnet.proxyRpc, ...devnet.validators.map(({ rpc }) => rpc)]) {
      const { result } = await post(url, { jsonrpc: '2.0', id: 1, method: 'rpc.discover' });
      expect(validate(result) ? [] : validate.errors).toEqual([]);
      const { methods } = result as { methods: readonly { readonly name: string }[] };
      expect(methods.length).toBeGreaterThan(4);
      expect(methods.map(({ name }) => name)).not.toContain('set_getVersion');
    }
  });
});

describe('/api-docs', () => {
  it('shows the document and loads nothing from elsewhere', async () => {
    const response = await fetch(`${devnet.rest}/api-docs`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const page = await response.text();
    const linked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    for (const path of linked.filter((each) => !each.startsWith('data:'))) {
      expect((await fetch(`${devnet.rest}${path}`)).status).toBe(200);
    }
    expect(linked.some((path) => path.includes('//'))).toBe(false);
  });

  it('is dark for who prefers that, and changes with the preference', async () => {
    const program = await (await fetch(`${devnet.rest}/api-docs/start.js`)).text();
    const [toggle, heard] = [vi.fn(), vi.fn()];
    const preference = { matches: true, addEventListener: heard };
    runInNewContext(program, {
      location: { search: '' },
      SwaggerUIBundle: () => undefined,
      matchMedia: () => preference,
      document: { documentElement: { classList: { toggle } } },
    });
    expect(toggle).toHaveBeenLastCalledWith('dark-mode', true);
    preference.matches = false;
    heard.mock.calls[0]?.[1]();
    expect(toggle).toHaveBeenLastCalledWith('dark-mode', false);
    const styles = await (await fetch(`${devnet.rest}/api-docs/swagger-ui.css`)).text();
    expect(styles).toContain('html.dark-mode{');
  });
});
