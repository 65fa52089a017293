import { envelopeToJson, type JsonObject, type JsonValue, type NetworkId } from '@quorate/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callRpc, envelopeOf, pays, personOf, signed } from '../test/people.ts';
import { type Devnet, startDevnet } from './devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

function submit(networkId: NetworkId, isSpoilt = false): Promise<JsonObject> {
  const [alice, bob] = [personOf(devnet, 'alice'), personOf(devnet, 'bob')];
  const { transaction } = signed(alice, 0n, pays(bob, 1n));
  if (transaction.release !== 'Release20260407') throw new Error(transaction.release);
  const given = { ...transaction, transaction: { ...transaction.transaction, networkId } };
  const envelope = envelopeOf(alice, given);
  const { signature } = isSpoilt ? envelopeOf(bob, given) : envelope;
  const json = envelopeToJson({ ...envelope, signature }, 'rpc');
  return callRpc(devnet.proxyRpc, 'proxy_submitTransaction', json as JsonValue);
}

it('V2 decides before V3 and V5, at a nonce that is free and at one that is used', async () => {
  const foreign = { error: { message: expect.stringContaining('is for fast:testnet') } };
  expect(await submit('fast:testnet', true)).toMatchObject(foreign);
  expect(await submit('fast:testnet')).toMatchObject(foreign);
  expect(await submit('fast:localnet')).toHaveProperty('result');
  expect(await submit('fast:testnet')).toMatchObject(foreign);
  expect(await submit('fast:testnet', true)).toMatchObject(foreign);
  expect(await submit('fast:localnet', true)).toMatchObject({
    error: { message: expect.stringContaining('invalid signature') },
  });
});
