import { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { discoverable } from '../rpc/discover.ts';
import { createDocsApp } from './docs-app.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, validators: 1 });
});
afterAll(() => devnet.close());

const documentAt = async (url: string): Promise<unknown> => (await fetch(url)).json();

it.each(['/openapi.json', '/_devnet/v1/openapi.json'])(
  '%s is built once, and says where its reader is',
  async (path) => {
    const build = vi.spyOn(OpenApiGeneratorV31.prototype, 'generateDocument');
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.1']) {
      const url = devnet.rest.replace('127.0.0.1', host);
      expect(await documentAt(`${url}${path}`)).toMatchObject({ servers: [{ url }] });
    }
    expect(build).toHaveBeenCalledTimes(1);
    build.mockRestore();
  },
);

it('the document of the admin interface is built anew once there are other nodes', async () => {
  const namesV2 = async () =>
    JSON.stringify(await documentAt(`${devnet.admin}/openapi.json`)).includes('"v2"');
  expect(await namesV2()).toBe(false);
  await createAdminCaller(devnet).call('POST', '/validators');
  expect(await namesV2()).toBe(true);
});

it('the document of JSON-RPC is built once, and is the same in REST', async () => {
  const { 'rpc.discover': openRpc } = discoverable('a test', {});
  expect(await openRpc()).toBe(await openRpc());
  const inRest = await createDocsApp({ openRpc }).request('/openrpc.json');
  expect(await inRest.json()).toEqual(await openRpc());
});
