import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { call, post, refused } from './client/calls.ts';
import { integer, list, object, octets } from './client/decoder.ts';
import { type JsonObject, rpcJson } from './client/json.ts';
import { bytesOf, createdId, filled, hex, idOf, isSigned, signingBytes } from './client/keys.ts';
import { rpc } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  type AccountInfo,
  build,
  openSender,
  openWorld,
  payment,
  RELEASES,
  rpcParams,
  type Signed,
  settle,
  sign,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

/** What a validator answers to a transaction. */
interface Word {
  readonly validator: Uint8Array;
  readonly signature: Uint8Array;
  readonly next_nonce: bigint;
  readonly transaction_hash: Uint8Array;
}

const WORD = object({
  validator: octets(32),
  signature: octets(64),
  next_nonce: integer(64),
  transaction_hash: octets(32),
});

async function askFor(url: string, signed: Signed): Promise<Word> {
  return WORD(await call(url, 'submitTransaction', rpcParams(signed)), 'result') as unknown as Word;
}

/** What a validator answers to a certificate: the ids of the tokens that it created. */
const CONFIRMATION = object({ token_ids: list(octets(32)) });

async function confirm(url: string, params: JsonObject): Promise<PlainObject> {
  return CONFIRMATION(await call(url, 'submitTransactionCertificate', params), 'result');
}

/** Gathers the signatures of a quorum and tells every validator; gives what each answers. */
async function driveBy(signed: Signed): Promise<readonly PlainObject[]> {
  const words = await Promise.all(
    world.devnet.validators.map(({ rpc: url }) => askFor(url, signed)),
  );
  const validator_signatures = words
    .slice(0, world.devnet.quorum)
    .map(({ validator, signature }) => [[...validator], [...signature]]);
  const params = { ...(rpcParams(signed) as JsonObject), validator_signatures };
  return Promise.all(world.devnet.validators.map(({ rpc: url }) => confirm(url, params)));
}

async function infoAt(url: string, params: JsonObject): Promise<AccountInfo> {
  return rpc.accountInfo(
    await call(url, 'getAccountInfo', params),
    'result',
  ) as unknown as AccountInfo;
}

describe('validator methods', () => {
  const row = openTable('Validator JSON-RPC methods');

  row('submitTransaction: its own signature over the bytes of the sender', async () => {
    for (const release of RELEASES) {
      const sender = await openSender(world, release);
      const signed = await sender.next(payment(filled(7)));
      for (const { rpc: url, address } of world.devnet.validators) {
        const word = await askFor(url, signed);
        expect(hex(word.validator)).toBe(address);
        expect(word.next_nonce).toBe(0n);
        expect(hex(word.transaction_hash)).toBe(idOf(signed.transaction));
        const message = signingBytes(signed.transaction);
        expect(await isSigned(word.signature, message, bytesOf(address))).toBe(true);
        expect(await askFor(url, signed)).toEqual(word);
      }
    }
  });

  row('submitTransactionCertificate: a quorum of signatures settles', async () => {
    const sender = await openSender(world);
    const signed = await sender.next(payment(filled(0x31)));
    for (const answer of await driveBy(signed)) expect(answer).toEqual({ token_ids: [] });
    expect(await driveAgain(signed)).toEqual({ token_ids: [] });
    for (const { rpc: url } of world.devnet.validators) {
      expect(await infoAt(url, { address: [...sender.publicKey] })).toMatchObject({
        next_nonce: 1n,
      });
      expect(await infoAt(url, { address: [...filled(0x31)] })).toMatchObject({ balance: '1234' });
    }
  });

  row(
    'submitTransactionCertificate: lists the tokens that were created, again if asked again',
    async () => {
      const sender = await openSender(world);
      const creation = {
        TokenCreation: {
          token_name: 'Tick',
          decimals: 6,
          initial_amount: '1000',
          mints: [],
          user_data: null,
        },
      };
      const signed = await sender.next(creation, payment(filled(7)), creation);
      const created = {
        token_ids: [0n, 2n].map((index) => createdId(sender.publicKey, 0n, index)),
      };
      for (const answer of await driveBy(signed)) expect(answer).toEqual(created);
      expect(await driveAgain(signed)).toEqual(created);
    },
  );

  row('submitTransactionCertificate: less than a quorum, or a stranger, is refused', async () => {
    const sender = await openSender(world);
    const signed = await sender.next(payment(filled(7)));
    const word = await askFor(world.validator, signed);
    const pair = [[...word.validator], [...word.signature]];
    const stranger = [[...sender.publicKey], rpcJson(signed.signature['Signature'] as Uint8Array)];
    for (const validator_signatures of [
      [],
      [pair],
      [pair, pair, pair],
      [pair, stranger, stranger],
    ]) {
      const params = { ...(rpcParams(signed) as JsonObject), validator_signatures };
      const error = await refused(world.validator, 'submitTransactionCertificate', params);
      expect(error.code).toBe(-32000);
    }
  });

  row('getTransactions: pages over everything that is stored, none twice', async () => {
    const own = await openWorld();
    try {
      const sender = await openSender(own);
      const ids: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        const { transaction } = await sender.next(payment(filled(7)));
        ids.push(idOf(transaction));
        await sender.send(payment(filled(7)));
      }
      const seen: string[] = [];
      let token: unknown = 0;
      for (let page = 0; page < 4; page += 1) {
        const result = (await call(own.validator, 'getTransactions', {
          page: { limit: 3, token },
        })) as { data: readonly { data: { hash: number[] } }[]; next_page_token: unknown };
        expect(result.data.length).toBeLessThanOrEqual(3);
        seen.push(...result.data.map(({ data }) => Buffer.from(data.hash).toString('hex')));
        token = result.next_page_token;
      }
      expect(seen).toEqual(ids);
    } finally {
      await own.devnet.close();
    }
  });

  row('getPerformanceInfo: no parameters', async () => {
    const info = (await call(world.validator, 'getPerformanceInfo')) as JsonObject;
    const fields = ['weak_finality_nanos', 'strong_finality_nanos', 'accounts_count'];
    const rates = ['last_second', 'last_minute', 'last_hour'];
    const counts = ['signed_transactions', 'settled_transactions'];
    const all = [...fields, ...counts, ...rates.flatMap((rate) => [`tps_${rate}`, `ops_${rate}`])];
    expect(Object.keys(info).toSorted()).toEqual(all.toSorted());
    expect(Object.values(info).every((value) => Number(value) >= 0)).toBe(true);
    const bare = { jsonrpc: '2.0', id: 1, method: 'getPerformanceInfo' };
    expect((await post(world.validator, bare)).body).toHaveProperty('result');
  });

  row(
    'getAccountInfo: address, token_balance_filter, state_key_filter, certificate_by_nonce',
    async () => {
      const sender = await openSender(world);
      await sender.send(
        {
          TokenCreation: {
            token_name: 'Tick',
            decimals: 2,
            initial_amount: '300',
            mints: [],
            user_data: null,
          },
        },
        { StateInitialization: { key: filled(1), initial_state: filled(2) } },
      );
      const address = [...sender.publicKey];
      const token = sender.created();
      for (const { rpc: url } of world.devnet.validators) {
        const all = { token_balance_filter: [], state_key_filter: [] };
        const range = { certificate_by_nonce: { start: 0, limit: 10 } };
        const info = await infoAt(url, { address, ...all, ...range });
        expect(info).toMatchObject({
          next_nonce: 1n,
          token_balance: [[token, '300']],
          requested_state: [[filled(1), filled(2)]],
        });
        expect(info.requested_certificates).toHaveLength(1);
        const some = { token_balance_filter: [[...token]] };
        expect(await infoAt(url, { address, ...some })).toMatchObject({
          token_balance: [[token, '300']],
          requested_certificates: null,
        });
        // The name at proxies, which this method does not have, takes nothing away.
        const both = { token_balance_filter: [], token_balances_filter: null };
        expect(await infoAt(url, { address, ...both })).toMatchObject({
          token_balance: [[token, '300']],
        });
      }
    },
  );

  row(
    'getAccountInfo: pending_confirmation while a transaction is signed and not settled',
    async () => {
      const sender = await openSender(world);
      const signed = await sender.next(payment(filled(7)));
      const word = await askFor(world.validator, signed);
      const info = await infoAt(world.validator, { address: [...sender.publicKey] });
      expect(info.pending_confirmation).toEqual({
        value: signed,
        validator: word.validator,
        signature: word.signature,
      });
      expect(info.next_nonce).toBe(0n);
    },
  );

  row('getTokenInfo: token_ids', async () => {
    const sender = await openSender(world);
    await sender.send({
      TokenCreation: {
        token_name: 'Tick',
        decimals: 2,
        initial_amount: '300',
        mints: [filled(1)],
        user_data: null,
      },
    });
    for (const { rpc: url } of world.devnet.validators) {
      const token_ids = [[...sender.created()], Array(32).fill(9)];
      const result = rpc.tokenInfo(await call(url, 'getTokenInfo', { token_ids }), 'result');
      expect(result).toMatchObject({
        requested_token_metadata: [
          [sender.created(), { token_name: 'Tick', mints: [filled(1)] }],
          [filled(9), null],
        ],
      });
    }
  });

  row('getVersion: a string', async () => {
    expect(await call(world.validator, 'getVersion')).toMatch(/\d+\.\d+\.\d+/);
  });
});

describe('processing rules', () => {
  const row = openTable('Processing rules');

  row('a complete transaction: all validators know it once the proxy has answered', async () => {
    const sender = await openSender(world);
    await sender.send(payment(filled(0x41)));
    const nonces = await Promise.all(
      world.devnet.validators.map(async ({ rpc: url }) => {
        const info = await infoAt(url, { address: [...sender.publicKey] });
        return info.next_nonce;
      }),
    );
    const settled = nonces.filter((nonce) => nonce === 1n).length;
    expect(settled).toBeGreaterThanOrEqual(world.devnet.quorum);
  });

  row('a nonce starts at 0 and is the next expected one', async () => {
    const sender = await openSender(world);
    const address = [...sender.publicKey];
    for (const nonce of [0n, 1n, 2n]) {
      expect(await infoAt(world.validator, { address })).toMatchObject({ next_nonce: nonce });
      await sender.send(payment(filled(7)));
    }
  });

  row('a nonce that is not the expected one is refused with -32000', async () => {
    const account = await world.account();
    const early = build('Release20260407', account.publicKey, 2n, [payment(filled(7))]);
    const params = rpcParams(await sign(account, early));
    expect(await refused(world.validator, 'submitTransaction', params)).toMatchObject({
      code: -32000,
      message: 'expected nonce is 0 but tx has 2',
    });
  });

  row('a second transaction at a nonce is refused until the first has settled', async () => {
    const account = await world.account();
    const [first, second] = await Promise.all(
      ['1', '2'].map((amount) =>
        sign(
          account,
          build('Release20260407', account.publicKey, 0n, [payment(filled(7), amount)]),
        ),
      ),
    );
    if (first === undefined || second === undefined) throw new Error('two transactions');
    await askFor(world.validator, first);
    const error = await refused(world.validator, 'submitTransaction', rpcParams(second));
    expect(error.code).toBe(-32000);
    expect(error.data).toContain('PreviousTransactionMustBeConfirmedFirst');
    await settle(world, first);
  });

  row('the same bytes sent again give the same certificate', async () => {
    const sender = await openSender(world);
    const signed = await sender.next(payment(filled(7)));
    const first = await settle(world, signed);
    expect(await settle(world, signed)).toEqual(first);
  });

  row('the balance of the burn address cannot be spent by anybody', async () => {
    const burned = filled(0);
    await (await openSender(world)).send(payment(burned));
    const transaction: PlainObject = build('Release20260407', burned, 0n, [
      payment(filled(7), '1'),
    ]);
    for (const first of [0, 1]) {
      const forged = filled(0, 64);
      forged[0] = first;
      const params = rpcParams({ transaction, signature: { Signature: forged } });
      expect((await refused(world.validator, 'submitTransaction', params)).code).toBe(-32000);
    }
  });
});

async function driveAgain(signed: Signed): Promise<PlainObject> {
  const info = await infoAt(world.validator, {
    address: rpcJson((Object.values(signed.transaction)[0] as PlainObject)['sender'] as Uint8Array),
    certificate_by_nonce: { start: 0, limit: 1 },
  });
  const [certificate] = info.requested_certificates ?? [];
  const validator_signatures = rpcJson(certificate?.['signatures'] as PlainObject);
  const params = { ...(rpcParams(signed) as JsonObject), validator_signatures };
  return confirm(world.validator, params);
}
