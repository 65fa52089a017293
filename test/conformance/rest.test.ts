import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { dataOf, errorOf, get, post, refused } from './client/calls.ts';
import { list } from './client/decoder.ts';
import type { JsonObject } from './client/json.ts';
import {
  type Account,
  addressText,
  filled,
  hex,
  idOf,
  multiSigAddress,
  NATIVE,
  signingBytes,
} from './client/keys.ts';
import { rest, restCertificate } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  accountInfo,
  build,
  openSender,
  openWorld,
  payment,
  rpcParams,
  type Sender,
  sign,
  signTogether,
  submit,
  type World,
} from './world.ts';

let world: World;
/** An account with two tokens, two state cells and five certificates. */
let rich: Sender;
let tokens: readonly Uint8Array[];

beforeAll(async () => {
  world = await openWorld();
  rich = await openSender(world);
  const creation = {
    TokenCreation: {
      token_name: 'Tick',
      decimals: 0,
      initial_amount: '5',
      mints: [],
      user_data: null,
    },
  };
  await rich.send(creation);
  const first = rich.created();
  await rich.send(creation);
  tokens = [first, rich.created()];
  await rich.send({ StateInitialization: { key: filled(1), initial_state: filled(2) } });
  await rich.send({ StateInitialization: { key: filled(3), initial_state: filled(4) } });
  await rich.send(payment(filled(7)));
});
afterAll(() => world.devnet.close());

function url(path: string): string {
  return `${world.rest}${path}`;
}

function certificatesUrl(query: string): string {
  return url(`/v1/accounts/${rich.account.address}/certificates?${query}`);
}

async function noncesOf(query: string): Promise<readonly bigint[]> {
  const data = dataOf(await get(certificatesUrl(query)));
  const certificates = list(rest.certificate)(data, 'data') as readonly PlainObject[];
  return certificates.map((certificate) => {
    const { transaction } = certificate['envelope'] as { transaction: PlainObject };
    const { nonce } = transaction['Release20260407'] as { nonce: bigint };
    return nonce;
  });
}

/** Expects a refusal of an account endpoint, or of the certificate endpoint. */
async function refusedWith(path: string, status: number, code: string): Promise<void> {
  expect(errorOf(await get(url(path))), path).toMatchObject({ status, code });
}

const sorted = (hexes: readonly string[]): readonly string[] => hexes.toSorted();

describe('REST endpoints', () => {
  const row = openTable('REST endpoints');

  row('GET /v1/certificate/{tx_id}: 200 with data and meta', async () => {
    const sender = await openSender(world);
    const { transaction } = await sender.next(payment(filled(7)));
    const certificate = await sender.send(payment(filled(7)));
    const id = idOf(transaction);
    for (const text of [id, id.toUpperCase(), `0x${id}`]) {
      const data = dataOf(await get(url(`/v1/certificate/${text}`)));
      expect(restCertificate(data, 'data')).toEqual(certificate);
    }
  });

  row(
    'GET /v1/certificate/{tx_id}: deliverable and compute_claim_tx_hash are integers',
    async () => {
      const sender = await openSender(world);
      const key = filled(1);
      const update = {
        StateUpdate: {
          key,
          previous_state: filled(2),
          next_state: filled(3),
          compute_claim_tx_hash: filled(4),
          compute_claim_tx_timestamp: 1n,
        },
      };
      const operations = [{ StateInitialization: { key, initial_state: filled(2) } }, update];
      const { transaction } = await sender.next(...operations);
      await sender.send(...operations);
      const data = dataOf(await get(url(`/v1/certificate/${idOf(transaction)}`)));
      const { envelope } = data as { envelope: { transaction: { Release20260407: JsonObject } } };
      expect(envelope.transaction.Release20260407['claims']).toMatchObject([
        {},
        { StateUpdate: { compute_claim_tx_hash: Array(32).fill(4) } },
      ]);
    },
  );

  row(
    'GET /v1/accounts/{address}: filters omitted mean no token balances and no state',
    async () => {
      const info = await accountInfo(world, rich.account.address);
      expect(info).toEqual({
        sender: rich.publicKey,
        balance: `${1_000_000n * 10n ** 18n - 1234n}`,
        next_nonce: 5n,
        pending_confirmation: null,
        requested_state: [],
        requested_certificates: null,
        requested_validated_transaction: null,
        token_balance: [],
      });
    },
  );

  row('GET /v1/accounts/{address}: token_balances_filter= means all tokens held', async () => {
    const info = await accountInfo(world, rich.account.address, '?token_balances_filter=');
    const held = info.token_balance.map(([id, balance]) => `${hex(id)}:${balance}`);
    expect(sorted(held)).toEqual(sorted(tokens.map((token) => `${hex(token)}:5`)));
  });

  row('GET /v1/accounts/{address}: token_balances_filter with ids', async () => {
    const [first, second] = tokens.map(hex);
    for (const separator of [',', '%2C']) {
      const query = `?token_balances_filter=${first}${separator}${second}`;
      const info = await accountInfo(world, rich.account.address, query);
      expect(info.token_balance.map(([id]) => hex(id))).toEqual(
        expect.arrayContaining([first, second]),
      );
    }
    const only = await accountInfo(
      world,
      rich.account.address,
      `?token_balances_filter=${second?.toUpperCase()}`,
    );
    expect(only.token_balance.map(([id]) => hex(id))).toEqual([second]);
    const native = `?token_balances_filter=${hex(NATIVE)}`;
    const asked = await accountInfo(world, rich.account.address, native);
    expect(asked.token_balance).toEqual([[NATIVE, asked.balance]]);
  });

  row('GET /v1/accounts/{address}: state_key_filter= means all state keys', async () => {
    const info = await accountInfo(world, rich.account.address, '?state_key_filter=');
    const cells = info.requested_state.map((cell) => cell.map(hex).join(':'));
    expect(sorted(cells)).toEqual([
      `${'01'.repeat(32)}:${'02'.repeat(32)}`,
      `${'03'.repeat(32)}:${'04'.repeat(32)}`,
    ]);
    expect(info.token_balance).toEqual([]);
  });

  row('GET /v1/accounts/{address}: state_key_filter with keys', async () => {
    const query = `?state_key_filter=${'03'.repeat(32)},${'09'.repeat(32)}`;
    const info = await accountInfo(world, rich.account.address, query);
    expect(info.requested_state).toEqual([[filled(3), filled(4)]]);
  });

  row('GET /v1/accounts/{address}: an account nobody has seen', async () => {
    expect(await accountInfo(world, addressText(filled(0xee)))).toMatchObject({
      balance: '0',
      next_nonce: 0n,
    });
    await accountInfo(world, addressText(filled(0)));
  });

  row('GET /v1/accounts/{address}/certificates: from from_nonce, at most limit', async () => {
    expect(await noncesOf('from_nonce=0&limit=200')).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(await noncesOf('from_nonce=1&limit=2')).toEqual([1n, 2n]);
    expect(await noncesOf('from_nonce=4&limit=1')).toEqual([4n]);
    expect(await noncesOf('from_nonce=5&limit=200')).toEqual([]);
  });

  row('GET /v1/accounts/{address}/pending-multisig-transactions', async () => {
    const signers = [await world.account(), await world.account()];
    const authorized_signers = signers.map(({ publicKey }) => publicKey);
    const config = { authorized_signers, quorum: 2n, nonce: 0n };
    const address = multiSigAddress(config);
    await (await openSender(world)).send(payment(address, '5000'));
    const pending = url(`/v1/accounts/${addressText(address)}/pending-multisig-transactions`);
    expect(dataOf(await get(pending))).toEqual([]);
    const transaction = build('Release20260407', address, 0n, [payment(filled(7))]);
    const partial = await signTogether(config, signers.slice(0, 1), transaction);
    expect(dataOf(await submit(world, partial))).toBe('IncompleteMultiSig');
    expect(dataOf(await submit(world, partial))).toBe('IncompleteMultiSig');
    expect(list(rest.envelope)(dataOf(await get(pending)), 'data')).toEqual([partial]);
    const other = await signTogether(config, signers.slice(1), transaction);
    expect(dataOf(await submit(world, other))).toMatchObject({ Success: {} });
    expect(dataOf(await get(pending))).toEqual([]);
  });

  row('every response has meta.timestamp, RFC 3339 in UTC', async () => {
    dataOf(await get(url(`/v1/accounts/${rich.account.address}`)));
    errorOf(await get(url('/v1/accounts/nobody')));
    errorOf(await get(url('/v1/nothing')));
    errorOf(await post(url('/v1/submit-transaction'), '{'));
  });
});

describe('REST errors and limits', () => {
  const row = openTable('REST errors and limits');
  const id = 'ab'.repeat(32);

  row('400 invalid transaction id; it has 64 hex characters', async () => {
    for (const wrong of [
      id.slice(2),
      `${id}ab`,
      id.replace('a', 'g'),
      'x',
      `0x${id.slice(2)}`,
      `0x0x${id}`,
      `0X${id}`,
      '%00',
      '%F0%9F',
    ]) {
      await refusedWith(`/v1/certificate/${wrong}`, 400, 'INVALID_REQUEST');
    }
  });

  row('404 certificate not found', () => refusedWith(`/v1/certificate/${id}`, 404, 'NOT_FOUND'));

  row('404 no such path, 405 no such method', async () => {
    await refusedWith('/v1/', 404, 'NOT_FOUND');
    await refusedWith('/v2/accounts', 404, 'NOT_FOUND');
    expect(errorOf(await post(url(`/v1/certificate/${id}`), {})).status).toBe(405);
  });

  row('400 invalid address', async () => {
    for (const wrong of ['x', 'fast1', 'ab'.repeat(31), '%20', 'a'.repeat(5000)]) {
      await refusedWith(`/v1/accounts/${wrong}`, 400, 'INVALID_REQUEST');
      await refusedWith(
        `/v1/accounts/${wrong}/certificates?from_nonce=0&limit=1`,
        400,
        'INVALID_REQUEST',
      );
      await refusedWith(
        `/v1/accounts/${wrong}/pending-multisig-transactions`,
        400,
        'INVALID_REQUEST',
      );
    }
  });

  row('400 invalid filter', async () => {
    const account = `/v1/accounts/${rich.account.address}`;
    for (const wrong of ['x', id.slice(1), `${id},`, `,${id}`]) {
      await refusedWith(`${account}?token_balances_filter=${wrong}`, 400, 'INVALID_REQUEST');
      await refusedWith(`${account}?state_key_filter=${wrong}`, 400, 'INVALID_REQUEST');
    }
  });

  row(
    'limit: 1 to 200 certificates, 201 is an error; from_nonce and limit are required',
    async () => {
      await noncesOf('from_nonce=0&limit=200');
      for (const limit of ['201', '9223372036854775807']) {
        expect(errorOf(await get(certificatesUrl(`from_nonce=0&limit=${limit}`)))).toMatchObject({
          status: 400,
          code: 'TOO_MANY_CERTIFICATES_REQUESTED',
        });
      }
      const wrong = ['limit=1', 'from_nonce=0', 'from_nonce=-1&limit=1', 'from_nonce=0&limit=0'];
      for (const query of [
        ...wrong,
        'from_nonce=0&limit=x',
        'from_nonce=1.0&limit=1',
        'from_nonce=&limit=1',
        '',
      ]) {
        expect(errorOf(await get(certificatesUrl(query))).code, query).toBe('INVALID_REQUEST');
      }
    },
  );

  row('400 a faucet drip of nothing, or of a token that there is not', async () => {
    const recipient = '11'.repeat(32);
    for (const [wrong, field] of [
      [{ amount: '0' }, 'amount'],
      [{ amount: '1', token_id: '09'.repeat(32) }, 'token_id'],
    ] as const) {
      const answer = await post(`${world.rest}/v1/faucet-drip`, { recipient, ...wrong });
      expect(errorOf(answer)).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(field),
      });
    }
  });

  row('409 UNEXPECTED_NONCE names both nonces', async () => {
    const sender = await openSender(world);
    const early = build('Release20260407', sender.publicKey, 1n, [payment(filled(7))]);
    const error = errorOf(await submit(world, await sign(sender.account, early)));
    expect(error).toMatchObject({
      status: 409,
      code: 'UNEXPECTED_NONCE',
      message: expect.stringContaining('nonce'),
      details: { tx_nonce: 1, expected_nonce: 0 },
    });
    for (const amount of ['1', '2', '3']) await sender.send(payment(filled(7), amount));
    const late = build('Release20260407', sender.publicKey, 0n, [payment(filled(8))]);
    expect(errorOf(await submit(world, await sign(sender.account, late)))).toMatchObject({
      status: 409,
      details: { tx_nonce: 0, expected_nonce: 3 },
    });
  });

  row('502 UPSTREAM_ERROR with the reason of the validators', async () => {
    const sender = await openSender(world);
    const much = await sender.next(payment(filled(7), `${2n ** 200n}`));
    expect(errorOf(await submit(world, much))).toMatchObject({
      status: 502,
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('insufficient'),
    });
  });

  row('400 VERIFIER_SIGNATURES_INVALID for a verifier signature that cannot count', async () => {
    const [member, other, stranger] = [
      await world.account(),
      await world.account(),
      await world.account(),
    ];
    const claimed = (signatures: readonly PlainObject[], quorum = 1n): PlainObject => ({
      ExternalClaim: {
        claim: {
          verifier_committee: [member.publicKey, other.publicKey],
          verifier_quorum: quorum,
          claim_data: new TextEncoder().encode('what was seen'),
        },
        signatures,
      },
    });
    const claimer = await openSender(world);
    const form = await claimer.next(claimed([]));
    const message = signingBytes(form.transaction);
    const by = async (verifier: Account): Promise<PlainObject> => ({
      verifier_addr: verifier.publicKey,
      sig: await verifier.sign(message),
    });
    const good = await by(member);
    for (const [signatures, reason] of [
      [[good, await by(stranger)], 'is not in the verifier committee'],
      [[good, good], 'signed twice'],
      [[good, { verifier_addr: other.publicKey, sig: filled(7, 64) }], 'does not verify'],
    ] as const) {
      const transaction = build('Release20260407', claimer.publicKey, 0n, [claimed(signatures)]);
      const { signature } = form;
      const error = errorOf(await submit(world, { transaction, signature }));
      expect(error).toMatchObject({
        status: 400,
        code: 'VERIFIER_SIGNATURES_INVALID',
        message: expect.stringContaining(reason),
        details: { NonSubmittableOperation: { reason: expect.stringContaining(reason) } },
      });
      const params = rpcParams({ transaction, signature });
      expect(await refused(world.proxy, 'proxy_submitTransaction', params)).toMatchObject({
        code: -32000,
        data: expect.stringContaining('NonSubmittableOperation'),
      });
    }
    const unsound = await claimer.next(claimed([], 3n));
    expect(errorOf(await submit(world, unsound))).toMatchObject({
      status: 502,
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('above the committee size'),
    });
  });

  row('404 an escrow job that there is not', () =>
    refusedWith(`/v1/escrow-jobs/${id}`, 404, 'NOT_FOUND'),
  );
});
