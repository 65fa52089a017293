import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import {
  BURN_ADDRESS,
  formatAddress,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type TokenId,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callRpc, envelopeOf, pays, personOf, signed, submission } from '../../../test/people.ts';
import { type Devnet, startDevnet } from '../../devnet.ts';

let devnet: Devnet;
const [alice, bob, carol, dave, erin] = ['alice', 'bob', 'carol', 'dave', 'erin'] as const;
const person = (name: string): Signer => personOf(devnet, name);
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
});
afterAll(() => devnet.close());

const others: Devnet[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((each) => each.close()));
});

async function settle(envelope: TransactionEnvelope, { proxyRpc }: Devnet = devnet) {
  const answer = await callRpc(proxyRpc, 'proxy_submitTransaction', submission(envelope));
  expect(answer).toHaveProperty('result.Success');
  return `0x${transactionId(envelope.transaction)}`;
}

function stranger(seed: number): Signer {
  return createSigner(loadEd25519(), new Uint8Array(32).fill(seed));
}

// What the published `fast` command takes for a row; it discards the whole page if one is none.
const ROW = {
  hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  from: expect.stringMatching(/^fast1[02-9ac-hj-np-z]{58}$/),
  to: expect.stringMatching(/^fast1[02-9ac-hj-np-z]{58}$/),
  nonce: expect.any(Number),
  submission_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  type: expect.stringMatching(/^(TokenTransfer|Mint|Burn)$/),
  token_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  amount: expect.stringMatching(/^[0-9a-f]+$/),
  op_index: expect.any(Number),
};

interface Row extends Readonly<Record<keyof typeof ROW, unknown>> {
  readonly hash: string;
  readonly amount: string;
}

interface Page {
  readonly transfers: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

async function pageOf(query: Record<string, string>, { rest }: Devnet = devnet): Promise<Page> {
  const headers = { accept: 'application/json' };
  const url = `${rest}/explorer/transfers?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers });
  const page = (await response.json()) as Page;
  expect([response.status, Object.keys(page)]).toEqual([
    200,
    ['transfers', 'has_more', 'next_cursor'],
  ]);
  for (const row of page.transfers) expect(row).toEqual(ROW);
  expect(page.has_more).toBe(page.next_cursor !== null);
  return page;
}

/** Reads page by page, like the command. */
async function allOf(query: Record<string, string>): Promise<readonly (readonly Row[])[]> {
  const pages: (readonly Row[])[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await pageOf({ ...query, order: 'desc', ...(cursor && { cursor }) });
    pages.push(page.transfers);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
}

const addressOf = (name: string): string => formatAddress(person(name).address);
const amountsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ amount }) => amount);

describe('GET /explorer/transfers', () => {
  it('shows a payment to who sent it and to who got it', async () => {
    const recipient = stranger(0x71);
    const hash = await settle(signed(person(alice), 0n, pays(recipient, 100_000n)));
    const [from, to] = [addressOf(alice), formatAddress(recipient.address)];
    const row = {
      hash,
      from,
      to,
      nonce: 0,
      submission_timestamp: '2025-10-09T08:53:20.000000Z',
      type: 'TokenTransfer',
      token_id: `0x${NATIVE_TOKEN_ID}`,
      amount: '186a0',
      op_index: 0,
    };
    const page = { transfers: [row], has_more: false, next_cursor: null };
    expect(await pageOf({ from, limit: '50', order: 'desc' })).toEqual(page);
    expect(await pageOf({ to, limit: '50', order: 'desc' })).toEqual(page);
    expect(await pageOf({ from, to })).toEqual(page);
    expect((await pageOf({ to, from: addressOf(bob) })).transfers).toEqual([]);
    expect((await pageOf({ from: to })).transfers).toEqual([]);
  });

  it('lists the newest first, each once, in pages of the size asked for', async () => {
    const [payer, recipient] = [person(bob), stranger(0x72)];
    await settle(signed(payer, 0n, pays(recipient, 1n)));
    const [two, three, four] = [2n, 3n, 4n].map((amount) => pays(recipient, amount));
    if (two === undefined || three === undefined || four === undefined) throw new Error('three');
    await settle(signed(payer, 1n, two, pays(stranger(0x73), 9n), three, four));
    await settle(signed(payer, 2n, pays(recipient, 5n)));
    const to = formatAddress(recipient.address);
    for (const [party, amounts] of [
      [{ to }, ['5', '4', '3', '2', '1']],
      [{ from: addressOf(bob) }, ['5', '4', '3', '9', '2', '1']],
    ] as const) {
      for (const limit of [1, 2, 100]) {
        const pages = await allOf({ ...party, limit: `${limit}` });
        expect(pages.flatMap(amountsOf)).toEqual(amounts);
        expect(pages).toHaveLength(Math.ceil(amounts.length / limit));
      }
    }
    expect((await pageOf({ to, limit: '1' })).transfers).toMatchObject([{ nonce: 2, op_index: 0 }]);
  });

  it('hides nothing that was there already if something arrives between two pages', async () => {
    const [payer, recipient] = [person(carol), stranger(0x74)];
    for (const nonce of [0n, 1n, 2n])
      await settle(signed(payer, nonce, pays(recipient, nonce + 1n)));
    const to = formatAddress(recipient.address);
    const { transfers, next_cursor } = await pageOf({ to, limit: '1' });
    expect(amountsOf(transfers)).toEqual(['3']);
    await settle(signed(payer, 3n, pays(recipient, 4n)));
    const rest = await allOf({ to, cursor: next_cursor ?? '' });
    expect(rest.flatMap(amountsOf).slice(-2)).toEqual(['2', '1']);
  });

  it('shows what is minted and burned, and leaves out what moves no amount', async () => {
    const minter = person(dave);
    const tokenId = operationId(minter.address, 0n, 0) as TokenId;
    const recipient = stranger(0x75);
    const operations: readonly Operation[] = [
      {
        kind: 'TokenCreation',
        tokenName: 'Points',
        decimals: 0,
        initialAmount: 100n,
        mints: [minter.address],
        userData: null,
      },
      { kind: 'Mint', tokenId, recipient: recipient.address, amount: 255n },
      { kind: 'Burn', tokenId, amount: 16n },
    ];
    for (const [nonce, operation] of operations.entries()) {
      await settle(signed(minter, BigInt(nonce), operation));
    }
    const from = addressOf(dave);
    const minted = { type: 'Mint', from, amount: 'ff', token_id: `0x${tokenId}` };
    expect((await pageOf({ from })).transfers).toMatchObject([
      { type: 'Burn', from, to: formatAddress(BURN_ADDRESS), amount: '10' },
      minted,
    ]);
    const to = formatAddress(recipient.address);
    expect((await pageOf({ to })).transfers).toMatchObject([{ ...minted, to }]);
    expect((await pageOf({ to: from })).transfers).toEqual([]);
  });

  it('writes any time that a sender can claim in a form that the command reads', async () => {
    const [payer, recipient] = [person(erin), stranger(0x76)];
    const times = [1_790_909_989_705_580_999n, 0n, 2n ** 128n - 1n];
    for (const [nonce, timestampNanos] of times.entries()) {
      const { transaction } = signed(payer, BigInt(nonce), pays(recipient, 1n)).transaction as {
        transaction: object;
      };
      const versioned = {
        release: 'Release20260407',
        transaction: { ...transaction, timestampNanos },
      };
      await settle(envelopeOf(payer, versioned as TransactionEnvelope['transaction']));
    }
    const { transfers } = await pageOf({ to: formatAddress(recipient.address) });
    expect(transfers.map(({ submission_timestamp }) => submission_timestamp)).toEqual([
      '9999-12-31T23:59:59.999999Z',
      '1970-01-01T00:00:00.000000Z',
      '2026-10-02T02:59:49.705580Z',
    ]);
  });

  it.each([
    ['', 'query: expected from or to'],
    ['from=fast1x', 'from: '],
    ['to=', 'to: '],
    ['to=TO&to=TO', 'to: expected once'],
    ['to=TO&limit=0', 'limit: expected 1 to 100'],
    ['to=TO&limit=101', 'limit: '],
    ['to=TO&order=asc', 'order: expected desc'],
    ['to=TO&cursor=', 'cursor: '],
    ['to=TO&cursor=0', 'cursor: '],
    ['to=TO&cursor=x.0', 'cursor: '],
    ['from=TO&cursor=0@v1.0', 'cursor: '],
  ])('refuses %j with a reason', async (query, reason) => {
    const filled = query.replaceAll('TO', addressOf(alice));
    const response = await fetch(`${devnet.rest}/explorer/transfers?${filled}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringContaining(reason) },
    });
  });

  it('may be read by pages of this machine, and by no others', async () => {
    const url = `${devnet.rest}/explorer/transfers?to=${addressOf(alice)}`;
    const readers = async (asked: string, origin: string, method = 'GET') => {
      const { status, headers } = await fetch(asked, { method, headers: { origin } });
      return [status, headers.get('access-control-allow-origin')];
    };
    const page = 'http://localhost:3000';
    expect(await readers(url, page)).toEqual([200, page]);
    expect(await readers(url, page, 'OPTIONS')).toEqual([204, page]);
    expect(await readers(`${url}&limit=0`, page)).toEqual([400, page]);
    expect(await readers(url, 'http://evil.example')).toEqual([200, null]);
  });

  it.each(['memory', 'http'] as const)(
    'answers over %s while a quorum is up, and says so when it is not',
    async (transport) => {
      const other = await startDevnet({ port: 0, transport });
      others.push(other);
      const recipient = stranger(0x77);
      other.validators[0]?.crash();
      await settle(signed(personOf(other, alice), 0n, pays(recipient, 7n)), other);
      const to = formatAddress(recipient.address);
      expect(amountsOf((await pageOf({ to }, other)).transfers)).toEqual(['7']);
      other.validators[1]?.crash();
      const response = await fetch(`${other.rest}/explorer/transfers?to=${to}`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
    },
  );
});

describe('GET /txs/{id}', () => {
  it('leads to the certificate of the transaction', async () => {
    const hash = await settle(signed(person('frank'), 0n, pays(stranger(0x78), 1n)));
    const response = await fetch(`${devnet.rest}/txs/${hash}`);
    expect(response.url).toBe(`${devnet.rest}/v1/certificate/${hash.slice(2)}`);
    expect(await response.json()).toMatchObject({ data: { envelope: {} } });
  });

  it('refuses what is no id', async () => {
    const response = await fetch(`${devnet.rest}/txs/7`);
    expect(response.status).toBe(400);
  });
});
