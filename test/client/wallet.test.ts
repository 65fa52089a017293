import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Client,
  ClientError,
  createClient,
  createdIds,
  createWallet,
  memoryOutbox,
  signerOf,
  type WalletOptions,
} from '@quorate/client';
import { fileOutbox } from '@quorate/client/node';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { type Devnet, type DevnetAccount, startDevnet } from '@quorate/devnet';
import {
  type Address,
  DecodeError,
  NATIVE_TOKEN_ID,
  type Operation,
  transactionId,
} from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let devnet: Devnet;
let used = 0;

beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 80 });
});
afterAll(() => devnet.close());

/** Takes an account that no other test has touched. */
function account(): DevnetAccount {
  const taken = devnet.accounts[used];
  used += 1;
  if (taken === undefined) throw new Error('the devnet has too few accounts');
  return taken;
}

function client(fetching: typeof fetch = fetch): Client {
  return createClient({ url: devnet.rest, fetch: fetching });
}

function walletOf({ secretKey }: DevnetAccount, options: Partial<WalletOptions> = {}) {
  const { networkId } = devnet;
  return createWallet({ client: client(), signer: signerOf(secretKey), networkId, ...options });
}

function payment(recipient: Address, amount: bigint): Operation {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient,
    amount,
    userData: null,
  };
}

async function balanceOf({ address }: DevnetAccount): Promise<bigint> {
  return (await client().account(address)).balance;
}

describe('createWallet', () => {
  it.each([['fast:local'], ['FAST:LOCALNET'], [''], ['../../escape'], [undefined]])(
    'signs and keeps nothing for %j, which is the id of no network',
    (networkId) => {
      const touched: string[] = [];
      const outbox = new Proxy(memoryOutbox(), {
        get: (_, name) => void touched.push(String(name)),
      });
      const options = { outbox, networkId } as unknown as Partial<WalletOptions>;
      expect(() => walletOf(account(), options)).toThrow(
        new DecodeError(
          'OutOfRange',
          'networkId',
          `one of fast:localnet, fast:devnet, fast:testnet, fast:mainnet; got ${JSON.stringify(networkId)}`,
        ),
      );
      expect(touched).toEqual([]);
    },
  );

  it('settles payments one after the other, however many are asked for at once', async () => {
    const [payer, payee] = [account(), account()];
    const wallet = walletOf(payer);
    const payments = Array.from({ length: 10 }, () =>
      wallet.transact([payment(payee.address, 3n)]),
    );
    const certificates = await Promise.all(payments);
    expect(certificates).toHaveLength(10);
    expect(await balanceOf(payee)).toBe(payee.balance + 30n);
    expect((await client().account(payer.address)).nextNonce).toBe(10n);
  });

  it('keeps the signed bytes before it sends them, and sends the same again (P5)', async () => {
    const [payer, payee] = [account(), account()];
    const sent: string[] = [];
    const outbox = memoryOutbox();
    // The first answer is lost on its way, although the request was carried out.
    const lossy: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/v1/submit-transaction')) return fetch(input, init);
      sent.push(String(init?.body));
      const kept = await outbox.load();
      expect(String(init?.body)).toContain(kept?.transaction);
      const response = await fetch(input, init);
      if (sent.length === 1) throw new TypeError('the connection broke');
      return response;
    };
    await walletOf(payer, { client: client(lossy), outbox }).transact([payment(payee.address, 7n)]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    expect(await balanceOf(payee)).toBe(payee.balance + 7n);
    expect(await outbox.load()).toBeUndefined();
  });

  it('finishes what an earlier run left on its way', async () => {
    const [payer, payee] = [account(), account()];
    const folder = mkdtempSync(join(tmpdir(), 'quorate-outbox-'));
    const path = join(folder, 'outbox.json');
    const dead: typeof fetch = (input, init) =>
      String(input).endsWith('/v1/submit-transaction')
        ? Promise.reject(new TypeError('no network'))
        : fetch(input, init);
    const first = walletOf(payer, { client: client(dead), outbox: fileOutbox(path), retries: 0 });
    await expect(first.transact([payment(payee.address, 5n)])).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await walletOf(payer, { outbox: fileOutbox(path) }).transact([payment(payee.address, 1n)]);
    expect(await balanceOf(payee)).toBe(payee.balance + 6n);
    rmSync(folder, { recursive: true });
  });

  it('says what it keeps where nothing is decided, and finishes that without signing anew (P5)', async () => {
    const [payer, payee] = [account(), account()];
    const outbox = memoryOutbox();
    const busy: typeof fetch = (input, init) =>
      String(input).endsWith('/v1/submit-transaction')
        ? Promise.resolve(
            Response.json(
              { error: { code: 'UPSTREAM_ERROR', message: 'validator request timed out' } },
              { status: 502 },
            ),
          )
        : fetch(input, init);
    const cut = walletOf(payer, { client: client(busy), outbox, retries: 0 });
    const failure = await cut.transact([payment(payee.address, 5n)]).catch((error) => error);
    expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 });
    expect(failure.message).toContain(`transaction ${failure.kept} is kept`);
    const wallet = walletOf(payer, { outbox });
    const finished = await wallet.finish();
    expect(finished && transactionId(finished.envelope.transaction)).toBe(failure.kept);
    expect(await wallet.finish()).toBeUndefined();
    expect(await balanceOf(payee)).toBe(payee.balance + 5n);
  });

  it.each([
    ['a page of what stands before the network', '<html>Bad Gateway</html>', 502],
    ['a request too many', 'slow down', 429],
    ['half a success', '{"data":{"Success":', 200],
    [
      'the silence of a validator',
      '{"error":{"code":"UPSTREAM_ERROR","message":"timed out"}}',
      502,
    ],
    [
      'the silence of too many',
      '{"error":{"code":"QUORUM_UNREACHABLE","message":"late","details":{"QuorumUnreachable":{}}}}',
      503,
    ],
  ])('sends the same again after %s', async (_, body, status) => {
    const [payer, payee] = [account(), account()];
    const sent: unknown[] = [];
    const hindered: typeof fetch = (input, init) => {
      if (!String(input).endsWith('/v1/submit-transaction')) return fetch(input, init);
      sent.push(init?.body);
      return sent.length === 1
        ? Promise.resolve(new Response(body, { status }))
        : fetch(input, init);
    };
    await walletOf(payer, { client: client(hindered) }).transact([payment(payee.address, 7n)]);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(await balanceOf(payee)).toBe(payee.balance + 7n);
  });

  it('goes on from the state of a network that was put back to a snapshot', async () => {
    const other = await startDevnet({ port: 0, validators: 1 });
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await fetch(`${other.rest}/_devnet/v1${path}`, init)).ok).toBe(true);
    };
    const [payer, payee] = other.accounts as readonly [DevnetAccount, DevnetAccount];
    let submissions = 0;
    const counting: typeof fetch = (input, init) => {
      if (String(input).endsWith('/v1/submit-transaction')) submissions += 1;
      return fetch(input, init);
    };
    const reading = createClient({ url: other.rest, fetch: counting });
    const wallet = walletOf(payer, { client: reading });
    await post('/snapshots', { name: 'clean' });
    for (const round of [1, 2]) {
      await post('/snapshots/clean/restore', {});
      await wallet.transact([payment(payee.address, 1n)]);
      await wallet.transact([payment(payee.address, 1n)]);
      const { balance } = await reading.account(payee.address);
      expect([round, balance]).toEqual([round, payee.balance + 2n]);
    }
    // It asks first, because it takes seconds until a nonce that is ahead is refused.
    expect(submissions).toBe(4);
    await other.close();
  });

  it('signs one transaction for a nonce, however many processes send for the account (P5)', async () => {
    const [payer, payee] = [account(), account()];
    const folder = mkdtempSync(join(tmpdir(), 'quorate-outbox-'));
    const outboxes = Array.from({ length: 4 }, () => fileOutbox(join(folder, 'outbox.json')));
    const payments = outboxes.map((outbox) =>
      walletOf(payer, { outbox }).transact([payment(payee.address, 1n)]),
    );
    expect((await Promise.allSettled(payments)).map(({ status }) => status)).toEqual(
      outboxes.map(() => 'fulfilled'),
    );
    expect((await client().account(payer.address)).nextNonce).toBe(4n);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    [500, 'DATABASE_ERROR'],
    [404, 'NOT_FOUND'],
    [403, 'INVALID_REQUEST'],
    [418, 'TEAPOT'],
  ])('keeps its bytes where an answer of %i %s decides nothing', async (status, code) => {
    const [payer, payee] = [account(), account()];
    const outbox = memoryOutbox();
    const error = { code, message: 'no', details: null };
    const unwilling: typeof fetch = (input, init) =>
      String(input).endsWith('/v1/submit-transaction')
        ? Promise.resolve(Response.json({ error }, { status }))
        : fetch(input, init);
    const wallet = walletOf(payer, { client: client(unwilling), outbox });
    await expect(wallet.transact([payment(payee.address, 1n)])).rejects.toMatchObject({ code });
    expect(await outbox.load()).toMatchObject({ nonce: '0' });
  });

  it('leaves alone what another account, or the account on another network, has on its way', async () => {
    const [stranger, payer, payee] = [account(), account(), account()];
    const outbox = memoryOutbox();
    const dead: typeof fetch = (input, init) =>
      init?.method === 'POST' ? Promise.reject(new TypeError('no network')) : fetch(input, init);
    const first = walletOf(stranger, { client: client(dead), outbox, retries: 0 });
    await expect(first.transact([payment(payee.address, 1n)])).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    const kept = await outbox.load();
    await expect(
      walletOf(payer, { outbox }).transact([payment(payee.address, 1n)]),
    ).rejects.toMatchObject({ code: 'FOREIGN_OUTBOX' });
    await expect(
      walletOf(stranger, { outbox, networkId: 'fast:devnet' }).transact([
        payment(payee.address, 1n),
      ]),
    ).rejects.toMatchObject({ code: 'FOREIGN_OUTBOX' });
    expect(await outbox.load()).toEqual(kept);
    // What it says of itself does not count either, only what its bytes say.
    if (kept !== undefined) await outbox.save({ ...kept, nonce: '7' });
    await expect(walletOf(stranger, { outbox }).finish()).rejects.toMatchObject({
      code: 'FOREIGN_OUTBOX',
    });
  });

  it('tells a refusal with its facts, and goes on with the same nonce', async () => {
    const [payer, payee] = [account(), account()];
    const wallet = walletOf(payer);
    const tooMuch = wallet.transact([payment(payee.address, payer.balance + 1n)]);
    await expect(tooMuch).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { InsufficientFunding: expect.anything() },
    });
    await wallet.transact([payment(payee.address, 2n)]);
    expect(await balanceOf(payee)).toBe(payee.balance + 2n);
  });

  it('believes no success that a quorum of its committee has not signed', async () => {
    const [payer, payee] = [account(), account()];
    const verifier = createVerifier(loadEd25519());
    const strangers = { epoch: 0, members: [] };
    const wary = walletOf(payer, { trusted: { committee: strangers, verifier } });
    await expect(wary.transact([payment(payee.address, 1n)])).rejects.toMatchObject({
      code: 'UNTRUSTED',
    });
  });

  it('creates a token that others can hold', async () => {
    const [issuer, holder] = [account(), account()];
    const wallet = walletOf(issuer);
    const created = await wallet.transact([
      {
        kind: 'TokenCreation',
        tokenName: 'GOLD',
        decimals: 2,
        initialAmount: 100n,
        mints: [],
        userData: null,
      },
    ]);
    const [tokenId = NATIVE_TOKEN_ID] = createdIds(created).tokens;
    await wallet.transact([{ ...payment(holder.address, 40n), tokenId } as Operation]);
    const { requestedTokenMetadata } = await client().tokens([tokenId]);
    expect(requestedTokenMetadata).toMatchObject([[tokenId, { tokenName: 'GOLD', decimals: 2 }]]);
    const { tokenBalance } = await client().account(holder.address, { tokens: [tokenId] });
    expect(tokenBalance).toEqual([[tokenId, 40n]]);
  });

  it('renames a token in the only release that can', async () => {
    const wallet = walletOf(account());
    const creation = { kind: 'TokenCreation', tokenName: 'GOLD', decimals: 2, mints: [] } as const;
    const created = await wallet.transact([{ ...creation, initialAmount: 1n, userData: null }]);
    const [tokenId = NATIVE_TOKEN_ID] = createdIds(created).tokens;
    const update = { kind: 'TokenManagement', tokenId, updateId: 0n, newAdmin: null } as const;
    const renamed = await wallet.transact([
      { ...update, mints: [], userData: null, newTokenName: 'SILVER' },
    ]);
    expect(renamed.envelope.transaction.release).toBe('Release20260508');
    const { requestedTokenMetadata } = await client().tokens([tokenId]);
    expect(requestedTokenMetadata).toMatchObject([[tokenId, { tokenName: 'SILVER' }]]);
  });
});

describe('createClient', () => {
  it('says what a server answered that is not a devnet', async () => {
    const answers = (text: string, status = 200): typeof fetch => {
      return () => Promise.resolve(new Response(text, { status }));
    };
    const ask = (fetching: typeof fetch) => client(fetching).account(account().address);
    await expect(ask(answers('<html>', 502))).rejects.toMatchObject({ code: 'UNREADABLE' });
    await expect(ask(answers('{}'))).rejects.toMatchObject({ code: 'UNREADABLE' });
    await expect(ask(answers('[]'))).rejects.toBeInstanceOf(ClientError);
    await expect(ask(answers('{"data":{}}'))).rejects.toMatchObject({ code: 'UNREADABLE' });
    await expect(client(answers('{"data":null}')).pending(account().address)).rejects.toMatchObject(
      { code: 'UNREADABLE' },
    );
  });

  it('finds what settled by id and by nonce, and nothing where nothing did', async () => {
    const [payer, payee] = [account(), account()];
    const certificate = await walletOf(payer).transact([payment(payee.address, 1n)]);
    expect(await client().certificates(payer.address, 0n, 200)).toEqual([certificate]);
    expect(await client().certificates(payee.address, 0n, 1)).toEqual([]);
    expect(await client().pending(payer.address)).toEqual([]);
    await expect(client().job('ab'.repeat(32) as never)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
  });

  it('shows its access token to the faucet, and to nobody else', async () => {
    const shown: Record<string, string | null> = {};
    const watching: typeof fetch = (input, init) => {
      const { pathname } = new URL(String(input));
      shown[pathname] = new Headers(init?.headers).get('authorization');
      return fetch(input, init);
    };
    const guarded = await startDevnet({ port: 0, accounts: 2, token: 'sesame' });
    const [payer, payee] = guarded.accounts as [DevnetAccount, DevnetAccount];
    const { rest: url, networkId } = guarded;
    const drip = { recipient: payee.address, amount: 5n, tokenId: null };
    await expect(createClient({ url }).faucetDrip(drip)).rejects.toMatchObject({ status: 401 });
    const trusted = createClient({ url, accessToken: 'sesame', fetch: watching });
    await trusted.faucetDrip(drip);
    const signer = signerOf(payer.secretKey);
    await createWallet({ client: trusted, signer, networkId }).transact([
      payment(payee.address, 1n),
    ]);
    expect((await trusted.account(payee.address)).balance).toBe(payee.balance + 6n);
    expect(shown).toMatchObject({
      '/v1/faucet-drip': 'Bearer sesame',
      '/v1/submit-transaction': null,
    });
    await guarded.close();
  });

  it('names the server that does not answer, and why', async () => {
    const { address } = account();
    const gone = await startDevnet({ port: 0, accounts: 0 });
    await gone.close();
    await expect(createClient({ url: gone.rest }).account(address)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(`no answer from ${gone.rest}: .*ECONNREFUSED`),
    });
    const late: typeof fetch = () => Promise.reject(new TypeError('too late'));
    await expect(client(late).account(address)).rejects.toMatchObject({
      message: `no answer from ${devnet.rest}: too late`,
    });
  });
});
