import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { call, dataOf, get, refused } from './client/calls.ts';
import { type JsonObject, readJson, rpcJson, writeJson } from './client/json.ts';
import {
  type Account,
  addressText,
  filled,
  hex,
  idOf,
  isSigned,
  multiSigAddress,
  NATIVE,
  oldestSigningBytes,
  signingBytes,
} from './client/keys.ts';
import { restCertificate } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  build,
  committeeOf,
  openSender,
  openWorld,
  payment,
  RELEASES,
  settle,
  settleRpc,
  sign,
  signaturesOf,
  signTogether,
  submit,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

/** A multisig account of three, two of whom sign, with some money. */
async function openTogether(nonce = 5n): Promise<{
  readonly signers: readonly Account[];
  readonly config: PlainObject;
  readonly address: Uint8Array;
}> {
  const signers = [await world.account(), await world.account(), await world.account()];
  const config = {
    authorized_signers: signers.map(({ publicKey }) => publicKey),
    quorum: 2n,
    nonce,
  };
  const address = multiSigAddress(config);
  await (await openSender(world)).send(payment(address, '5000'));
  return { signers, config, address };
}

/** A payment in the shape that names no network, signed, as the parameters of JSON-RPC. */
async function oldestParams(
  { sign, publicKey }: Account,
  flags: PlainObject = {},
): Promise<JsonObject> {
  const transaction = {
    sender: publicKey,
    recipient: filled(7),
    nonce: 0n,
    timestamp_nanos: 1_763_712_345_678_901_233n,
    claim: { TokenTransfer: { token_id: NATIVE, amount: '65535', user_data: null } },
    ...flags,
  };
  const signature = { Signature: await sign(oldestSigningBytes(transaction)) };
  return { transaction: rpcJson(transaction), signature: rpcJson(signature) };
}

describe('transaction certificates', () => {
  const row = openTable('Transaction certificate (REST)');

  row('TransactionCertificate: a quorum of distinct validators has signed its bytes', async () => {
    for (const release of RELEASES) {
      for (const send of [settle, settleRpc]) {
        const sender = await openSender(world, release, send);
        const { transaction } = await sender.next(payment(filled(7)));
        const signatures = signaturesOf(await sender.send(payment(filled(7))));
        const names = signatures.map(([name]) => hex(name));
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBeGreaterThanOrEqual(world.devnet.quorum);
        expect(committeeOf(world)).toEqual(expect.arrayContaining(names));
        for (const [name, signature] of signatures) {
          expect(await isSigned(signature, signingBytes(transaction), name)).toBe(true);
        }
      }
    }
  });

  row('TransactionEnvelope: the transaction as it was submitted', async () => {
    const sender = await openSender(world);
    const signed = await sender.next(payment(filled(7)));
    await sender.send(payment(filled(7)));
    const url = `${world.rest}/v1/certificate/${idOf(signed.transaction)}`;
    const found = restCertificate(dataOf(await get(url)), 'data') as PlainObject;
    expect(found['envelope']).toEqual(signed);
  });

  row('SignatureOrMultiSig: Signature', async () => {
    const sender = await openSender(world);
    expect(await sender.send(payment(filled(7)))).toMatchObject({
      envelope: { signature: { Signature: expect.any(Uint8Array) } },
    });
  });

  row('SignatureOrMultiSig: MultiSig, with config and signatures', async () => {
    for (const [index, send] of [settle, settleRpc].entries()) {
      const { signers, config, address } = await openTogether();
      const transaction = build('Release20260407', address, 0n, [payment(filled(7))]);
      const chosen = [signers[index], signers[2]] as Account[];
      await send(world, await signTogether(config, chosen, transaction));
    }
  });

  row('MultiSigConfig: authorized_signers, nonce and quorum make the address', async () => {
    const { signers, config, address } = await openTogether();
    const others = [
      { ...config, nonce: 6n },
      { ...config, quorum: 1n },
      { ...config, authorized_signers: signers.map(({ publicKey }) => publicKey).reverse() },
    ];
    const transaction = build('Release20260407', address, 0n, [payment(filled(7))]);
    for (const other of others) {
      expect(addressText(multiSigAddress(other))).not.toBe(addressText(address));
      const { status } = await submit(world, await signTogether(other, signers, transaction));
      expect(status).toBeGreaterThanOrEqual(400);
    }
    await settle(world, await signTogether(config, signers, transaction));
  });

  row('MultiSigConfig: a nonce of 64 bits, none of its digits lost', async () => {
    for (const nonce of [2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]) {
      const { signers, config, address } = await openTogether(nonce);
      const signed = await signTogether(
        config,
        signers,
        build('Release20260407', address, 0n, [payment(filled(7))]),
      );
      for (const send of [settle, settleRpc]) await send(world, signed);
    }
  });

  row('VersionedTransaction: exactly one key out of the three releases', async () => {
    const account = await world.account();
    const { transaction, signature } = await sign(
      account,
      build('Release20260407', account.publicKey, 0n, [payment(filled(7))]),
    );
    const { Release20260407: body } = transaction as { Release20260407: PlainObject };
    const wrong = [{ ...transaction, Release20260508: body }, { Release20260303: body }, {}];
    for (const versioned of wrong) {
      const params = { transaction: rpcJson(versioned), signature: rpcJson(signature) };
      const { code } = await refused(world.proxy, 'proxy_submitTransaction', params);
      expect(code).toBe(-32602);
    }
  });
});

describe('transactions', () => {
  const row = openTable('Transaction (all releases)');

  row('every release is given back as the release that was submitted', async () => {
    for (const release of RELEASES) {
      const sender = await openSender(world, release);
      const { transaction } = await sender.next(payment(filled(7)));
      await sender.send(payment(filled(7)));
      const url = `${world.rest}/v1/certificate/${idOf(transaction)}`;
      const data = dataOf(await get(url)) as { envelope: { transaction: JsonObject } };
      expect(Object.keys(data.envelope.transaction)).toEqual([release]);
    }
  });

  row('archival: true and false', async () => {
    const account = await world.account();
    for (const [nonce, archival] of [true, false].entries()) {
      const plain = build('Release20260407', account.publicKey, BigInt(nonce), [
        payment(filled(7)),
      ]);
      const { Release20260407: body } = plain as { Release20260407: PlainObject };
      const transaction = { Release20260407: { ...body, archival } };
      await settle(world, await sign(account, transaction));
      const { status } = await get(`${world.rest}/v1/certificate/${idOf(transaction)}`);
      expect(status).toBe(200);
    }
  });

  row('fee_token: null, the native token, or absent from the JSON', async () => {
    const account = await world.account();
    const { transaction, signature } = await sign(
      account,
      build('Release20260407', account.publicKey, 0n, [payment(filled(7))]),
    );
    const body = rpcJson(transaction) as { Release20260407: JsonObject };
    const { fee_token: _, ...rest } = body.Release20260407;
    const result = await call(world.proxy, 'proxy_submitTransaction', {
      transaction: { Release20260407: rest },
      signature: rpcJson(signature),
    });
    expect(result).toMatchObject({
      Success: { envelope: { transaction: { Release20260407: { fee_token: null } } } },
    });
  });

  row(
    'the shape of JSON-RPC payloads: recipient at the top, archival present or absent',
    async () => {
      for (const flags of [{}, { archival: false }, { archival: true }]) {
        const params = await oldestParams(await world.account(), flags);
        const result = await call(world.proxy, 'proxy_submitTransaction', params);
        expect(result).toMatchObject({ Success: { envelope: readJson(writeJson(params)) } });
      }
    },
  );

  row('the shape that names no network: on fast:localnet alone (rule V2)', async () => {
    const elsewhere = await openWorld({ networkId: 'fast:testnet', validators: 1 });
    try {
      const params = await oldestParams(await elsewhere.account());
      expect(await refused(elsewhere.proxy, 'proxy_submitTransaction', params)).toMatchObject({
        code: -32000,
        message: expect.stringContaining('this is fast:testnet'),
      });
    } finally {
      await elsewhere.devnet.close();
    }
  });
});
