import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { call, dataOf, errorOf, get } from './client/calls.ts';
import type { JsonObject } from './client/json.ts';
import { addressText, createdId, filled, hex, NATIVE } from './client/keys.ts';
import { rest } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  accountInfo,
  build,
  openSender,
  openWorld,
  payment,
  rpcParams,
  settle,
  sign,
  submit,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

/** Settles a payment with a memo, and gives the JSON of its certificate over both interfaces. */
async function bothShapes(): Promise<readonly [JsonObject, JsonObject]> {
  const sender = await openSender(world);
  const { TokenTransfer } = payment(filled(7), '255');
  const memo = { TokenTransfer: { ...(TokenTransfer as PlainObject), user_data: filled(9) } };
  const data = dataOf(await submit(world, await sender.next(memo)));
  const params = rpcParams(await sender.next(memo));
  const result = await call(world.proxy, 'proxy_submitTransaction', params);
  return [certificateOf(data), certificateOf(result)];
}

function certificateOf(json: unknown): JsonObject {
  return (json as { Success: JsonObject }).Success;
}

function transactionOf(certificate: JsonObject): JsonObject {
  const { transaction } = certificate['envelope'] as { transaction: JsonObject };
  return transaction['Release20260407'] as JsonObject;
}

function transferOf(certificate: JsonObject): JsonObject {
  const [claim] = transactionOf(certificate)['claims'] as readonly { TokenTransfer: JsonObject }[];
  return claim?.TokenTransfer as JsonObject;
}

const BYTES32 = expect.toSatisfy((value: unknown) => isBytes(value, 32));
const BYTES64 = expect.toSatisfy((value: unknown) => isBytes(value, 64));

function isBytes(value: unknown, length: number): boolean {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  );
}

describe('primitive types', () => {
  const row = openTable('Primitive types');

  row('account address: a string in REST, 32 integers in JSON-RPC', async () => {
    const [shown, called] = await bothShapes();
    expect(transferOf(shown)['recipient']).toBe(addressText(filled(7)));
    expect(transferOf(called)['recipient']).toEqual(Array(32).fill(7));
    expect(transactionOf(called)['sender']).toEqual(BYTES32);
  });

  row('account address in a REST path: bech32m, hex or base64', async () => {
    const { publicKey, address } = await world.account();
    const base64 = Buffer.from(publicKey).toString('base64');
    const expected = await accountInfo(world, address);
    expect(expected.sender).toEqual(publicKey);
    const forms = [
      address.toUpperCase(),
      hex(publicKey),
      hex(publicKey).toUpperCase(),
      encodeURIComponent(base64),
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
    ];
    for (const form of forms) expect(await accountInfo(world, form)).toEqual(expected);
    const wrong = address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    expect(errorOf(await get(`${world.rest}/v1/accounts/${wrong}`)).code).toBe('INVALID_REQUEST');
  });

  row('Signature: a string in REST, 64 integers in JSON-RPC', async () => {
    const [shown, called] = await bothShapes();
    const [first] = called['signatures'] as readonly unknown[];
    expect(shown).toMatchObject({
      envelope: { signature: { Signature: expect.stringMatching(/^[0-9a-f]{128}$/) } },
    });
    expect(called).toMatchObject({ envelope: { signature: { Signature: BYTES64 } } });
    expect(first).toEqual([BYTES32, BYTES64]);
  });

  row(
    'Amount: a decimal string in REST, hexadecimal digits in JSON-RPC, 256 bits when signed',
    async () => {
      const [shown, called] = await bothShapes();
      expect(transferOf(shown)['amount']).toBe('255');
      expect(transferOf(called)['amount']).toBe('ff');
      const sender = await openSender(world);
      const most = `${2n ** 256n - 1n}`;
      await sender.send({
        TokenCreation: {
          token_name: 'Most',
          decimals: 255,
          initial_amount: most,
          mints: [],
          user_data: null,
        },
      });
      const token = createdId(sender.publicKey, 0n, 0n);
      await sender.send(payment(filled(7), most, token));
      const query = `?token_balances_filter=${hex(token)}`;
      const held = await accountInfo(world, addressText(filled(7)), query);
      expect(held.token_balance[0]?.[1]).toBe(most);
    },
  );

  row('TokenId: a string in REST, 32 integers in JSON-RPC', async () => {
    const [shown, called] = await bothShapes();
    expect(transferOf(shown)['token_id']).toBe(hex(NATIVE));
    expect(transferOf(called)['token_id']).toEqual([...NATIVE]);
  });

  row('Nonce, Quorum: an integer of 64 bits, from 0', async () => {
    const [shown, called] = await bothShapes();
    expect(transactionOf(shown)['nonce']).toBe(0);
    expect(transactionOf(called)['nonce']).toBe(0);
    const { publicKey, address } = await world.account();
    const far = build('Release20260407', publicKey, 2n ** 63n - 1n, [payment(filled(7))]);
    expect((await accountInfo(world, address)).next_nonce).toBe(0n);
    const sender = await world.account();
    const refusal = errorOf(await submit(world, await sign(sender, far)));
    expect(refusal.status).toBeGreaterThanOrEqual(400);
  });

  row('UserData: null where it is absent', async () => {
    const sender = await openSender(world);
    const data = dataOf(await submit(world, await sender.next(payment(filled(7)))));
    expect(transferOf(certificateOf(data))['user_data']).toBeNull();
    const [shown, called] = await bothShapes();
    expect(transferOf(shown)['user_data']).toBe('09'.repeat(32));
    expect(transferOf(called)['user_data']).toEqual(Array(32).fill(9));
  });

  row('State, StateKey, ClaimData: a string', async () => {
    const sender = await openSender(world);
    const init = { StateInitialization: { key: filled(1), initial_state: filled(2) } };
    const claim = {
      ExternalClaim: {
        claim: {
          verifier_committee: [],
          verifier_quorum: 0n,
          claim_data: new Uint8Array([0, 255]),
        },
        signatures: [],
      },
    };
    const data = dataOf(await submit(world, await sender.next(init, claim)));
    const { claims } = transactionOf(certificateOf(data));
    expect(claims).toEqual([
      { StateInitialization: { key: '01'.repeat(32), initial_state: '02'.repeat(32) } },
      {
        ExternalClaim: {
          claim: { verifier_committee: [], verifier_quorum: 0, claim_data: '00ff' },
          signatures: [],
        },
      },
    ]);
  });

  row('NetworkId: one of a fixed set; another network is refused', async () => {
    const [shown] = await bothShapes();
    expect(transactionOf(shown)['network_id']).toBe('fast:localnet');
    const account = await world.account();
    const here = build('Release20260407', account.publicKey, 0n, [payment(filled(7))]);
    for (const network_id of ['fast:testnet', 'eip155:1', '']) {
      const { Release20260407 } = here as { Release20260407: PlainObject };
      const elsewhere = { Release20260407: { ...Release20260407, network_id } };
      const refusal = errorOf(await submit(world, await sign(account, elsewhere)));
      expect([400, 502]).toContain(refusal.status);
    }
    await settle(world, await sign(account, here));
  });

  row('EscrowConfigId, EscrowJobId: a string', async () => {
    const sender = await openSender(world);
    await sender.send({
      Escrow: {
        CreateConfig: {
          token_id: NATIVE,
          evaluator: sender.publicKey,
          evaluation_fee: { Bps: 0 },
          min_evaluator_fee: '0',
        },
      },
    });
    const configId = sender.created();
    const provider = filled(3);
    await sender.send({
      Escrow: {
        CreateJob: { config_id: configId, provider, provider_fee: '1', description: '' },
      },
    });
    const job = dataOf(await get(`${world.rest}/v1/escrow-jobs/${hex(sender.created())}`));
    rest.job(job, 'data');
    expect(job).toMatchObject({ config_id: hex(configId), job_id: hex(sender.created()) });
  });

  row('timestamp_nanos: an integer, none of its digits lost', async () => {
    const shapes = await bothShapes();
    for (const shape of shapes) {
      expect(transactionOf(shape)['timestamp_nanos']).toBe(1_763_712_345_678_901_233n);
    }
  });
});
