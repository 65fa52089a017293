import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { call, dataOf, get } from './client/calls.ts';
import { addressText, filled, hex, signingBytes } from './client/keys.ts';
import { rest, rpc } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  accountInfo,
  build,
  openSender,
  openWorld,
  payment,
  RELEASES,
  type Sender,
  settle,
  settleRpc,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

type Release = (typeof RELEASES)[number];

/** Runs a check over both interfaces that submit, in each release that has the operation. */
async function everywhere(
  check: (sender: Sender, release: Release) => Promise<void>,
  releases: readonly Release[] = RELEASES,
): Promise<void> {
  for (const release of releases) {
    for (const send of [settle, settleRpc])
      await check(await openSender(world, release, send), release);
  }
}

const withEscrow = RELEASES.slice(1);

/** Reads the metadata of a token over REST and JSON-RPC, which have to agree. */
async function metadata(tokenId: Uint8Array): Promise<PlainObject> {
  const shown = dataOf(await get(`${world.rest}/v1/tokens?token_ids=${hex(tokenId)}`));
  const called = await call(world.proxy, 'proxy_getTokenInfo', { token_ids: [[...tokenId]] });
  const [decoded, other] = [rest.tokenInfo(shown, 'data'), rpc.tokenInfo(called, 'result')];
  expect(other).toEqual(decoded);
  const { requested_token_metadata: list } = decoded as {
    requested_token_metadata: readonly (readonly [Uint8Array, PlainObject])[];
  };
  expect(list).toHaveLength(1);
  expect(list[0]?.[0]).toEqual(tokenId);
  return list[0]?.[1] as PlainObject;
}

async function balanceOf(owner: Uint8Array, tokenId: Uint8Array): Promise<string | undefined> {
  const query = `?token_balances_filter=${hex(tokenId)}`;
  const { token_balance: list } = await accountInfo(world, addressText(owner), query);
  return list[0]?.[1];
}

async function stateOf(owner: Uint8Array, key: Uint8Array): Promise<Uint8Array | undefined> {
  const query = `?state_key_filter=${hex(key)}`;
  const { requested_state: list } = await accountInfo(world, addressText(owner), query);
  return list[0]?.[1];
}

function creation(mints: readonly Uint8Array[]): PlainObject {
  return {
    TokenCreation: {
      token_name: 'Tick €',
      decimals: 6,
      initial_amount: '1000',
      mints,
      user_data: filled(9),
    },
  };
}

describe('operations', () => {
  const row = openTable('Operations');

  row('TokenTransfer: token_id, recipient, amount, user_data', () =>
    everywhere(async (sender) => {
      const recipient = (await world.account()).publicKey;
      const { balance } = await accountInfo(world, addressText(recipient));
      const transfer = payment(recipient, '340282366920938463463')['TokenTransfer'] as PlainObject;
      await sender.send({ TokenTransfer: { ...transfer, user_data: filled(7) } });
      const after = await accountInfo(world, addressText(recipient));
      expect(BigInt(after.balance) - BigInt(balance)).toBe(340282366920938463463n);
    }),
  );

  row('TokenCreation: token_name, decimals, initial_amount, mints, user_data', () =>
    everywhere(async (sender) => {
      await sender.send(creation([filled(1), filled(2)]));
      const token = sender.created();
      expect(await metadata(token)).toEqual({
        update_id: 0n,
        admin: sender.publicKey,
        token_name: 'Tick €',
        decimals: 6,
        total_supply: '1000',
        mints: [filled(1), filled(2)],
      });
      expect(await balanceOf(sender.publicKey, token)).toBe('1000');
    }),
  );

  row('TokenManagement: token_id, update_id, mints, user_data, new_admin, new_token_name', () =>
    everywhere(async (sender, release) => {
      await sender.send(creation([filled(1)]));
      const token = sender.created();
      const manage = (update: bigint, changes: PlainObject, name: string | null): PlainObject => ({
        TokenManagement: {
          token_id: token,
          update_id: update,
          new_admin: null,
          mints: [],
          user_data: null,
          ...changes,
          ...(release === 'Release20260508' ? { new_token_name: name } : {}),
        },
      });
      const mints = [
        [{ Add: true }, filled(3)],
        [{ Remove: true }, filled(1)],
      ];
      await sender.send(manage(0n, { mints }, null));
      expect(await metadata(token)).toMatchObject({ update_id: 1n, mints: [filled(3)] });
      await sender.send(manage(1n, { new_admin: filled(8) }, 'Tock'));
      expect(await metadata(token)).toMatchObject({
        update_id: 2n,
        admin: filled(8),
        token_name: release === 'Release20260508' ? 'Tock' : 'Tick €',
      });
    }),
  );

  row('Mint: token_id, recipient, amount; the sender is a current mint', () =>
    everywhere(async (sender) => {
      await sender.send(creation([sender.publicKey]));
      const token = sender.created();
      await sender.send({ Mint: { token_id: token, recipient: filled(5), amount: '17' } });
      expect(await metadata(token)).toMatchObject({ total_supply: '1017' });
      expect(await balanceOf(filled(5), token)).toBe('17');
    }),
  );

  row('Burn: token_id, amount', () =>
    everywhere(async (sender) => {
      await sender.send(creation([]));
      const token = sender.created();
      await sender.send({ Burn: { token_id: token, amount: '300' } });
      expect(await metadata(token)).toMatchObject({ total_supply: '700' });
      expect(await balanceOf(sender.publicKey, token)).toBe('700');
    }),
  );

  row('StateInitialization: key, initial_state', () =>
    everywhere(async (sender) => {
      const key = filled(1);
      await sender.send({ StateInitialization: { key, initial_state: filled(10) } });
      expect(await stateOf(sender.publicKey, key)).toEqual(filled(10));
    }),
  );

  row('StateUpdate: key, states, compute_claim_tx_hash, compute_claim_tx_timestamp', () =>
    everywhere(async (sender) => {
      const key = filled(1);
      await sender.send({ StateInitialization: { key, initial_state: filled(10) } });
      await sender.send({
        StateUpdate: {
          key,
          previous_state: filled(10),
          next_state: filled(11),
          compute_claim_tx_hash: filled(12),
          compute_claim_tx_timestamp: 1_763_712_345_678_901_235n,
        },
      });
      expect(await stateOf(sender.publicKey, key)).toEqual(filled(11));
    }),
  );

  row('StateReset: key, reset_state', () =>
    everywhere(async (sender) => {
      const key = filled(1);
      await sender.send({ StateInitialization: { key, initial_state: filled(10) } });
      await sender.send({ StateReset: { key, reset_state: filled(13) } });
      expect(await stateOf(sender.publicKey, key)).toEqual(filled(13));
    }),
  );

  row('ExternalClaim: claim and the signatures of its verifiers', () =>
    everywhere(async (sender, release) => {
      const verifiers = [await world.account(), await world.account(), await world.account()];
      const claimed = (signatures: readonly PlainObject[]): PlainObject => ({
        ExternalClaim: {
          claim: {
            verifier_committee: verifiers.map(({ publicKey }) => publicKey),
            verifier_quorum: 2n,
            claim_data: new TextEncoder().encode('what was seen'),
          },
          signatures,
        },
      });
      const form = await sender.next(claimed([]));
      const message = signingBytes(form.transaction);
      const signatures = await Promise.all(
        verifiers.slice(0, 2).map(async (verifier) => ({
          verifier_addr: verifier.publicKey,
          sig: await verifier.sign(message),
        })),
      );
      const transaction = build(release, sender.publicKey, 0n, [claimed(signatures)]);
      await settle(world, { transaction, signature: form.signature });
    }),
  );
});

describe('several operations at once', () => {
  const row = openTable('Operations: several at once');

  row('Batch (Release20260319): several operations, all or nothing', () =>
    everywhere(
      async (sender) => {
        await sender.send(payment(filled(6), '1'), creation([]), payment(filled(6), '2'));
        expect(await metadata(sender.created(1n))).toMatchObject({ total_supply: '1000' });
      },
      ['Release20260319'],
    ),
  );

  row('claims (Release20260407, Release20260508): several operations', () =>
    everywhere(async (sender) => {
      await sender.send(payment(filled(6), '1'), creation([]), payment(filled(6), '2'));
      expect(await metadata(sender.created(1n))).toMatchObject({ total_supply: '1000' });
    }, withEscrow),
  );
});
