import { afterAll, beforeAll, describe, expect } from 'vitest';
import { signatureBytes, transactionBytes } from './client/bcs.ts';
import { type Answer, dataOf, errorOf, get } from './client/calls.ts';
import { list } from './client/decoder.ts';
import { type JsonObject, readJson, rpcJson, writeJson } from './client/json.ts';
import {
  type Account,
  accountOf,
  addressText,
  createdId,
  filled,
  hex,
  idOf,
  isSigned,
  multiSigAddress,
  NATIVE,
  oldestSigningBytes,
  signingBytes,
} from './client/keys.ts';
import { rest, transferPage } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  build,
  envelopeOf,
  openWorld,
  payment,
  sign,
  signaturesOf,
  signTogether,
  submit,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ accounts: 20 });
});
afterAll(() => world.devnet.close());

/** A body exactly as a published client prints it. */
async function postText(url: string, body: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: readJson(await response.text()) as JsonObject };
}

/** SDK 2.0: reads the account, builds, signs, submits. */
class Sdk2 {
  readonly account: Account;
  constructor(account: Account) {
    this.account = account;
  }

  async nextNonce(): Promise<bigint> {
    const data = dataOf(await get(`${world.rest}/v1/accounts/${this.account.address}`));
    const { next_nonce } = rest.accountInfo(data, 'data') as { next_nonce: bigint };
    return next_nonce;
  }

  async send(amount: string) {
    const { publicKey } = this.account;
    const nonce = await this.nextNonce();
    const signed = await sign(
      this.account,
      build('Release20260407', publicKey, nonce, [payment(filled(7), amount)]),
    );
    const transaction = hex(transactionBytes(signed.transaction));
    const signature = hex(signatureBytes(signed.signature));
    const body = `{"transaction":"${transaction}","signature":"${signature}","witness_certificates":[]}`;
    const answer = await postText(`${world.rest}/v1/submit-transaction`, body);
    const { Success } = rest.submitResult(dataOf(answer), 'data') as { Success: JsonObject };
    return { signed, certificate: Success as unknown as Parameters<typeof envelopeOf>[0] };
  }
}

describe('published clients', () => {
  const row = openTable('Flows of published clients (wire.md)');

  row('SDK 2.0: account info, build, sign, submit, certificate', async () => {
    const client = new Sdk2(await world.account());
    const { address } = client.account;
    for (const nonce of [0n, 1n]) {
      expect(await client.nextNonce()).toBe(nonce);
      const { signed, certificate } = await client.send('1234');
      expect(envelopeOf(certificate)).toEqual(signed);
      const query = `from_nonce=${nonce}&limit=1`;
      const data = dataOf(await get(`${world.rest}/v1/accounts/${address}/certificates?${query}`));
      expect(list(rest.certificate)(data, 'data')).toEqual([certificate]);
    }
  });

  row('x402: the certificate that is read again has every signature of the first', async () => {
    const client = new Sdk2(await world.account());
    const { signed, certificate } = await client.send('5');
    const signatures = signaturesOf(certificate);
    expect(signatures.length).toBeGreaterThanOrEqual(3);
    for (const [name, signature] of signatures) {
      expect(await isSigned(signature, signingBytes(signed.transaction), name)).toBe(true);
    }
    const { address } = client.account;
    const query = 'from_nonce=0&limit=1';
    const data = dataOf(await get(`${world.rest}/v1/accounts/${address}/certificates?${query}`));
    const [again] = list(rest.certificate)(data, 'data');
    expect(signaturesOf(again as typeof certificate)).toEqual(
      expect.arrayContaining([...signatures]),
    );
    expect(idOf(signed.transaction)).toMatch(/^[0-9a-f]{64}$/);
  });

  row(
    'SDK 2.0: token info, also of no tokens; pending multisig of an account without',
    async () => {
      expect(dataOf(await get(`${world.rest}/v1/tokens?token_ids=`))).toEqual({
        requested_token_metadata: [],
      });
      const ids = `${hex(filled(1))}%2C${hex(filled(2))}`;
      expect(dataOf(await get(`${world.rest}/v1/tokens?token_ids=${ids}`))).toEqual({
        requested_token_metadata: [
          [hex(filled(1)), null],
          [hex(filled(2)), null],
        ],
      });
      const zero = addressText(filled(0));
      const path = `/v1/accounts/${zero}/pending-multisig-transactions`;
      expect(dataOf(await get(`${world.rest}${path}`))).toEqual([]);
    },
  );

  row('fast command: its history, and a payment that it waits for', async () => {
    const client = new Sdk2(await world.account());
    const { signed } = await client.send('100000');
    await client.send('7');
    const sent = (await historyOf('from', client.account.address)).flat();
    expect(sent.map(({ amount }) => amount)).toEqual(['7', '100000']);
    const got = (await historyOf('to', addressText(filled(7)))).flat();
    const payment = got.find(({ amount, from }) => amount === '100000' && isSame(from, client));
    expect(payment).toMatchObject({ type: 'TokenTransfer', token_id: NATIVE, op_index: 0 });
    expect(payment?.submission_timestamp).toBe(1_763_712_345_678);
    const id = hex(payment?.hash ?? filled(0));
    expect(id).toBe(idOf(signed.transaction));
    const page = await get(`${world.rest}/txs/0x${id}`);
    expect(dataOf(page)).toHaveProperty('envelope');
  });

  row('fast command: rivals of a multisig stay listed until one has its signatures', async () => {
    const members = [await world.account(), await world.account()];
    const authorized_signers = members.map(({ publicKey }) => publicKey);
    const config = { authorized_signers, quorum: 2n, nonce: 0n };
    const address = multiSigAddress(config);
    const drip = { recipient: hex(address), amount: '1000' };
    await postText(`${world.rest}/v1/faucet-drip`, writeJson(drip));
    const vote = (member: number, amount: string) => {
      const transaction = build('Release20260407', address, 0n, [payment(filled(7), amount)]);
      return signTogether(config, members.slice(member, member + 1), transaction);
    };
    const path = `/v1/accounts/${addressText(address)}/pending-multisig-transactions`;
    const listed = async () => list(rest.envelope)(dataOf(await get(`${world.rest}${path}`)), '');
    const [proposed, replacement] = [await vote(0, '5'), await vote(0, '6')];
    for (const envelope of [proposed, replacement, proposed]) {
      expect(dataOf(await submit(world, envelope))).toBe('IncompleteMultiSig');
    }
    const pending = await listed();
    expect(pending).toHaveLength(2);
    expect(pending).toEqual(expect.arrayContaining([proposed, replacement]));
    const chosen = dataOf(await submit(world, await vote(1, '6'))) as unknown as Certified;
    rest.certificate(chosen.Success, 'Success');
    expect(await listed()).toEqual([]);
    const late = await submit(world, await vote(1, '5'));
    expect(errorOf(late)).toMatchObject({ status: 409, code: 'UNEXPECTED_NONCE' });
  });

  row('escrow-example: faucet, config, job, submit, complete; hex addresses', () => escrowFlow());

  row('oldest JSON-RPC: account info and a transfer without archival', async () => {
    const account = await world.account();
    const nonce = await oldestNonce(account);
    const transaction = {
      sender: account.publicKey,
      recipient: filled(0x61),
      nonce,
      timestamp_nanos: 1_763_712_345_678_901_233n,
      claim: { TokenTransfer: { token_id: NATIVE, amount: '65535', user_data: null } },
    };
    const signature = { Signature: await account.sign(oldestSigningBytes(transaction)) };
    const params = { transaction: rpcJson(transaction), signature: rpcJson(signature) };
    const call = { jsonrpc: '2.0', id: 1, method: 'proxy_submitTransaction', params };
    const { status, body } = await postText(world.proxy, writeJson(call));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 1,
      result: { Success: { envelope: readJson(writeJson(params)) } },
    });
    expect(await oldestNonce(account)).toBe(1n);
  });

  row(
    'JSON-RPC: faucet drips of hexadecimal digits (oldest, fastset-dex), result null',
    async () => {
      const recipient = [...filled(0x62)];
      let balance = 0n;
      for (const amount of ['1000000000000000000', '10000000000000000000']) {
        const params = { recipient, amount, token_id: null };
        const call = { jsonrpc: '2.0', id: 1, method: 'proxy_faucetDrip', params };
        const { status, body } = await postText(world.proxy, writeJson(call));
        expect(status).toBe(200);
        expect(body).toEqual({ jsonrpc: '2.0', id: 1, result: null });
        balance += BigInt(`0x${amount}`);
        const data = dataOf(await get(`${world.rest}/v1/accounts/${addressText(filled(0x62))}`));
        expect(data).toMatchObject({ balance: `${balance}` });
      }
    },
  );

  row('a batch of Release20260319 under tag 12 (SDK 1) and 13 (SDK 2.0)', async () => {
    for (const tag of [12, 13]) {
      const account = await world.account();
      const batch = [payment(filled(7), '1'), payment(filled(7), '2')];
      const plain = transactionBytes(build('Release20260319', account.publicKey, 0n, batch));
      const bytes = withBatchTag(plain, tag);
      const prefix = new TextEncoder().encode('VersionedTransaction::');
      const message = new Uint8Array([...prefix, ...bytes]);
      const signature = hex(signatureBytes({ Signature: await account.sign(message) }));
      const body = writeJson({ transaction: hex(bytes), signature, witness_certificates: [] });
      const data = dataOf(await postText(`${world.rest}/v1/submit-transaction`, body));
      rest.submitResult(data, 'data');
      for (const [name, word] of (data as unknown as Certified).Success.signatures) {
        const key = addressKey(name);
        expect(await isSigned(new Uint8Array(Buffer.from(word, 'hex')), message, key)).toBe(true);
      }
    }
  });
});

interface Transfer {
  readonly hash: Uint8Array;
  readonly from: Uint8Array;
  readonly amount: string;
  readonly submission_timestamp: number;
}

/** Reads page by page what an account has sent or got, as the `fast` command does. */
async function historyOf(side: 'from' | 'to', address: string): Promise<readonly Transfer[][]> {
  const pages: Transfer[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ [side]: address, limit: '1', order: 'desc' });
    if (cursor !== '') query.set('cursor', cursor);
    const { status, body } = await get(`${world.rest}/explorer/transfers?${query}`);
    expect(status).toBe(200);
    const page = transferPage(body, 'page') as unknown as {
      transfers: Transfer[];
      has_more: boolean;
      next_cursor: string | null;
    };
    pages.push(page.transfers);
    cursor = page.has_more ? page.next_cursor : null;
  }
  return pages;
}

function isSame(address: Uint8Array, { account }: Sdk2): boolean {
  return addressText(address) === account.address;
}

/** The part of a success that names who signed. */
interface Certified {
  readonly Success: { readonly signatures: readonly (readonly [string, string])[] };
}

function addressKey(text: string): Uint8Array {
  const validator = world.devnet.validators.find(
    ({ address }) => addressText(new Uint8Array(Buffer.from(address, 'hex'))) === text,
  );
  return new Uint8Array(Buffer.from(validator?.address ?? '', 'hex'));
}

/** The tag of the claim follows the release, the network, sender, nonce and time. */
function withBatchTag(bytes: Uint8Array, tag: number): Uint8Array {
  const place = 1 + 1 + 'fast:localnet'.length + 32 + 8 + 16;
  expect(bytes[place]).toBe(12);
  return bytes.with(place, tag);
}

async function oldestNonce({ publicKey }: Account): Promise<bigint> {
  const address = [...publicKey];
  const params = { address, token_balance_filter: null, certificate_by_nonce: null };
  const call = { jsonrpc: '2.0', id: 1, method: 'proxy_getAccountInfo', params };
  const { body } = await postText(world.proxy, JSON.stringify(call));
  return BigInt((body['result'] as { next_nonce: number }).next_nonce);
}

/** The flow of escrow-example: accounts by their hex digits, no witnesses, its own polling. */
async function escrowFlow(): Promise<void> {
  const party = (byte: string) => accountOf(byte.repeat(32));
  const [client, provider, evaluator] = [await party('a1'), await party('a2'), await party('a3')];

  const nonceOf = async ({ publicKey }: Account): Promise<bigint> => {
    const answer = await get(`${world.rest}/v1/accounts/${hex(publicKey)}`);
    if (answer.status === 404) return 0n;
    return BigInt((dataOf(answer) as { next_nonce: number }).next_nonce);
  };
  const send = async (account: Account, operation: JsonObject | object): Promise<Uint8Array> => {
    const nonce = await nonceOf(account);
    const escrow = { Escrow: operation } as Parameters<typeof build>[3][number];
    const signed = await sign(
      account,
      build('Release20260407', account.publicKey, nonce, [escrow]),
    );
    const body = writeJson({
      transaction: hex(transactionBytes(signed.transaction)),
      signature: hex(signatureBytes(signed.signature)),
    });
    const answer = await postText(`${world.rest}/v1/submit-transaction`, body);
    expect(dataOf(answer)).toHaveProperty('Success');
    return createdId(account.publicKey, nonce, 0n);
  };

  const drip = { recipient: hex(client.publicKey), amount: `${10n ** 21n}` };
  const dripped = await postText(`${world.rest}/v1/faucet-drip`, writeJson(drip));
  expect(dataOf(dripped)).toBeNull();

  const unit = 10n ** 18n;
  const config_id = await send(evaluator, {
    CreateConfig: {
      token_id: NATIVE,
      evaluator: evaluator.publicKey,
      evaluation_fee: { Bps: 1000 },
      min_evaluator_fee: `${unit}`,
    },
  });
  const job_id = await send(client, {
    CreateJob: {
      config_id,
      provider: provider.publicKey,
      provider_fee: `${100n * unit}`,
      description: 'Translate a page',
    },
  });
  const byProvider = `${world.rest}/v1/escrow-jobs?provider=${hex(provider.publicKey)}`;
  const [job] = list(rest.job)(dataOf(await get(byProvider)), 'data');
  expect(job).toMatchObject({ job_id, status: 'Funded', evaluator_fee: `${10n * unit}` });
  await send(provider, { Submit: { job_id, deliverable: filled(0xde) } });
  await send(evaluator, { Complete: { job_id } });

  const certified = `${world.rest}/v1/escrow-jobs/${hex(job_id)}?certs=true`;
  expect(rest.jobWithCertificates(dataOf(await get(certified)), 'data')).toMatchObject({
    job: { status: 'Completed', deliverable: filled(0xde) },
    certificates: [{}, {}, { envelope: { transaction: {} } }],
  });
  for (const [status, count] of Object.entries({ Completed: 1, Funded: 0 })) {
    const data = dataOf(await get(`${byProvider}&status=${status}&certs=true`));
    expect(list(rest.jobWithCertificates)(data, 'data')).toHaveLength(count);
  }
  const balances = await Promise.all(
    [client, provider, evaluator].map(async ({ publicKey }) => {
      const data = dataOf(await get(`${world.rest}/v1/accounts/${hex(publicKey)}`));
      return (data as { balance: string }).balance;
    }),
  );
  expect(balances).toEqual([890n * unit, 100n * unit, 10n * unit].map(String));
  expect(errorOf(await get(`${byProvider}&status=funded`)).status).toBe(400);
}
