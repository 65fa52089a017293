import { createSigner, loadEd25519 } from '@quorate/crypto';
import { type Devnet, type DevnetAccount, startDevnet } from '@quorate/devnet';
import {
  envelopeToJson,
  factsOf,
  hexToBytes,
  type JsonObject,
  type JsonValue,
  NATIVE_TOKEN_ID,
  parseJson,
  stringifyJson,
  type VersionedTransaction,
} from '@quorate/protocol';
import { getBytes, hexlify, verifyMessage } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvmContract, readerContract } from './evm-contract.ts';

let devnet: Devnet;
let contract: EvmContract;
let certificate: JsonObject;
let transaction: VersionedTransaction;

beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  contract = await readerContract();
  const [alice, bob] = devnet.accounts as [DevnetAccount, DevnetAccount];
  transaction = payment(alice, bob);
  const signer = createSigner(loadEd25519(), hexToBytes(alice.secretKey));
  const signature = signer.sign(factsOf(transaction).signingBytes);
  const envelope = { transaction, signature: { kind: 'Signature', signature } } as const;
  const { result } = await ask('proxy_submitTransaction', envelopeToJson(envelope, 'rpc'));
  certificate = (result as JsonObject)['Success'] as JsonObject;
});

afterAll(() => devnet.close());

function payment(from: DevnetAccount, to: DevnetAccount): VersionedTransaction {
  return {
    release: 'Release20260407',
    transaction: {
      networkId: devnet.networkId,
      sender: from.address,
      nonce: 0n,
      timestampNanos: 1n,
      claims: [
        {
          kind: 'TokenTransfer',
          tokenId: NATIVE_TOKEN_ID,
          recipient: to.address,
          amount: 5n,
          userData: null,
        },
      ],
      archival: false,
      feeToken: null,
    },
  };
}

async function ask(method: string, params: JsonValue): Promise<JsonObject> {
  const response = await fetch(devnet.proxyRpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return parseJson(await response.text()) as JsonObject;
}

async function crossSign(): Promise<{ readonly message: string; readonly signature: string }> {
  const { result } = await ask('proxy_evmSignCertificate', { certificate });
  const { format, transaction: bytes, signature } = result as JsonObject;
  expect(format).toBe('eip191-abi');
  return { message: hexlify(Uint8Array.from(bytes as number[])), signature: signature as string };
}

describe('proxy_evmSignCertificate', () => {
  it('signs so that an independent library recovers one and the same address', async () => {
    const { message, signature } = await crossSign();
    const address = verifyMessage(getBytes(message), signature);
    expect(address.toLowerCase()).toBe(await devnet.evmAddress());
    const altered = `${message.slice(0, -2)}01`;
    const other = verifyMessage(getBytes(altered), signature);
    expect(other.toLowerCase()).not.toBe(await devnet.evmAddress());
  });

  it('answers to the name that bridge clients call, with the same signature', async () => {
    const called = await ask('crossSign_evmSignCertificate', { certificate });
    expect(called).toEqual(await ask('proxy_evmSignCertificate', { certificate }));
    expect(called).toHaveProperty('result.signature');
    const described = await ask('rpc.discover', {});
    const { methods } = described['result'] as { methods: readonly { readonly name: string }[] };
    expect(methods.map(({ name }) => name)).toContain('crossSign_evmSignCertificate');
  });

  it('has the transaction id in bytes 32 to 63 (X7.17)', async () => {
    const { message } = await crossSign();
    expect(message.slice(2 + 64, 2 + 128)).toBe(factsOf(transaction).id);
  });

  it('is verified and read by a Solidity contract', async () => {
    const { message, signature } = await crossSign();
    const [signer] = await contract.call('signerOf', [message, signature]);
    expect(signer.toLowerCase()).toBe(await devnet.evmAddress());
    const [alice, bob] = devnet.accounts as [DevnetAccount, DevnetAccount];
    expect(await contract.call('paymentOf', [message])).toEqual([
      `0x${factsOf(transaction).id}`,
      `0x${alice.address}`,
      0n,
      `0x${NATIVE_TOKEN_ID}`,
      `0x${bob.address}`,
      5n,
    ]);
  });

  it('refuses a certificate without a quorum (X7.19)', async () => {
    const signatures = (certificate['signatures'] as readonly JsonValue[]).slice(0, 2);
    const answer = await ask('proxy_evmSignCertificate', {
      certificate: { ...certificate, signatures },
    });
    expect(answer).toMatchObject({ error: { code: -32000 } });
  });
});
