import { envelopeToJson, type JsonObject, type JsonValue } from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRpc, pays, personOf, signed } from '../test/people.ts';
import { type Devnet, startDevnet } from './devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

function submit(nonce: bigint, amount: bigint): Promise<JsonObject> {
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const envelope = envelopeToJson(signed(alice, nonce, pays(bob, amount)), 'rpc');
  return callRpc(devnet.proxyRpc, 'proxy_submitTransaction', envelope as JsonValue);
}

describe('a transaction at a nonce that another has settled', () => {
  it('V5 is refused with the next nonce of its sender, however far that is', async () => {
    for (const nonce of [0n, 1n, 2n]) expect(await submit(nonce, 1n)).toHaveProperty('result');
    for (const nonce of [0n, 1n, 2n]) {
      expect(await submit(nonce, 2n)).toMatchObject({
        error: { data: `{"UnexpectedNonce":{"tx_nonce":${nonce},"expected_nonce":3}}` },
      });
    }
  });
});
