import { type Address, DecodeError, NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../network/client.ts';
import { createCommitteeChain } from '../network/committees.ts';
import { fileOutbox } from '../node.ts';
import { webStorageOutbox } from '../wallet/outbox.ts';
import { createWallet } from '../wallet/wallet.ts';
import { generateSecretKey, signerOf } from './key.ts';

const nobody = 'ab'.repeat(32) as Address;

/** Notes what is sent, and answers nothing. */
function clientOf(sent: unknown[]): Client {
  const fetch = async (url: unknown) => {
    sent.push(url);
    throw new Error('nothing is to be sent');
  };
  return createClient({ url: 'http://localhost', fetch });
}

async function expectRefused(act: (client: Client) => Promise<unknown>, text: string) {
  const sent: unknown[] = [];
  const failure = await act(clientOf(sent)).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(DecodeError);
  expect(failure).toMatchObject({ message: text });
  expect(sent).toEqual([]);
}

const transfer = {
  kind: 'TokenTransfer',
  tokenId: NATIVE_TOKEN_ID,
  recipient: nobody,
  amount: 5n,
  userData: null,
};
const creation = {
  kind: 'TokenCreation',
  tokenName: 'GOLD',
  decimals: 2,
  initialAmount: 0n,
  mints: [],
  userData: null,
};
const management = {
  kind: 'TokenManagement',
  tokenId: NATIVE_TOKEN_ID,
  updateId: 0n,
  newAdmin: null,
  mints: [],
  userData: null,
  newTokenName: null,
};
const config = {
  kind: 'CreateConfig',
  tokenId: NATIVE_TOKEN_ID,
  evaluator: nobody,
  evaluationFee: { kind: 'Bps', bps: 5 },
  minEvaluatorFee: 0n,
};

describe('transact', () => {
  const recipient = '64 hex digits, as parseAddress gives for fast1…';

  const mistakes: [unknown, string][] = [
    [[{ ...transfer, amount: 5 }], '[0].amount: expected a bigint from 0 to 2^256 - 1; got 5'],
    [[{ ...transfer, amount: '5' }], '[0].amount: expected a bigint from 0 to 2^256 - 1; got "5"'],
    [[{ ...transfer, amount: -1n }], '[0].amount: expected a bigint from 0 to 2^256 - 1; got -1n'],
    [
      [{ ...transfer, recipient: 'fast1qq' }],
      `[0].recipient: expected ${recipient}; got "fast1qq"`,
    ],
    [[{ ...transfer, userData: undefined }], '[0].userData: expected 64 hex digits; got undefined'],
    [
      [transfer, { ...creation, decimals: 256 }],
      '[1].decimals: expected a whole number from 0 to 255; got 256',
    ],
    [[{ ...creation, mints: nobody }], `[0].mints: expected a list; got "${nobody}"`],
    [
      [{ ...management, mints: [['Take', nobody]] }],
      '[0].mints[0][0]: expected one of Add, Remove; got "Take"',
    ],
    [
      [{ kind: 'Escrow', escrow: { ...config, evaluationFee: { kind: 'Fixed', amount: 5 } } }],
      '[0].escrow.evaluationFee.amount: expected a bigint from 0 to 2^256 - 1; got 5',
    ],
    [[null], '[0]: expected an object; got null'],
    [transfer, ': expected a list; got an object'],
  ];

  it.each(mistakes.map(([operations, text]) => ({ operations, text })))(
    'answers operations$text',
    async ({ operations, text }) => {
      await expectRefused((client) => {
        const signer = signerOf(generateSecretKey());
        const wallet = createWallet({ client, signer, networkId: 'fast:localnet' });
        return wallet.transact(operations as readonly Operation[]);
      }, `operations${text}`);
    },
  );
});

describe('createWallet', () => {
  it('refuses a committee in the form in which a devnet answers', () => {
    const signer = signerOf(generateSecretKey());
    const committee = { epoch: 0, members: [{ address: 'fast1…', host: 'v1', rpc_port: 0 }] };
    const trusted = { committee, verifier: {} } as never;
    expect(() =>
      createWallet({ client: clientOf([]), signer, networkId: 'fast:localnet', trusted }),
    ).toThrow('trusted.committee.members[0].validator: expected an object; got undefined');
  });
});

describe('an option that is not of its type', () => {
  const signer = signerOf(generateSecretKey());
  const networkId = 'fast:localnet';
  const client = clientOf([]);

  it.each([
    [undefined, 'options: expected an object; got undefined'],
    [
      { client: 'http://localhost', signer, networkId },
      'options.client: expected what createClient gives; got text',
    ],
    [{ signer, networkId }, 'options.client: expected what createClient gives; got undefined'],
    [
      { client, signer: 'ab'.repeat(32), networkId },
      'options.signer: expected what signerOf gives; got text',
    ],
    [
      { client, signer, networkId, outbox: 'outbox.json' },
      'options.outbox: expected an outbox, such as memoryOutbox gives; got text',
    ],
    [
      { client, signer, networkId, trusted: { committee: { epoch: 0, members: [] } } },
      'trusted.verifier: expected what createVerifier gives; got undefined',
    ],
    [
      { client, signer, networkId, now: () => 5 },
      'now\\(\\): expected a bigint from 0 to 2\\^128 - 1; got 5',
    ],
    [
      { client, signer, networkId, now: 5n },
      'options.now: expected a function that tells nanoseconds; got 5n',
    ],
    [{ client, signer, networkId, trusted: null }, 'options.trusted: expected an object; got null'],
  ])('is named before there is a wallet, and no key is shown: %#', (options, message) => {
    const create = () => createWallet(options as never);
    expect(create).toThrow(DecodeError);
    expect(create).toThrow(new RegExp(`^${message}$`));
  });

  it('is named before there is an outbox', () => {
    expect(() => fileOutbox(undefined as never)).toThrow('path: expected text; got undefined');
    expect(() => webStorageOutbox('localStorage' as never, 'kept')).toThrow(
      'storage: expected what localStorage is; got text',
    );
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    expect(() => webStorageOutbox(storage, undefined as never)).toThrow(
      'key: expected text; got undefined',
    );
  });

  it.each([
    [undefined, 'options: expected an object; got undefined'],
    [{ client: {} }, 'options.client: expected what createClient gives; got an object'],
    [
      { client, networkId: 'localnet' },
      'options.networkId: expected one of fast:localnet, fast:devnet, fast:testnet, fast:mainnet; got "localnet"',
    ],
    [{ client, networkId, pinned: {} }, 'options.pinned.epoch: expected a whole number'],
    [
      { client, networkId, pinned: { epoch: 0, members: [] } },
      'options.verifier: expected what createVerifier gives; got undefined',
    ],
  ])('is named before there is a chain of committees: %#', (options, message) => {
    expect(() => createCommitteeChain(options as never)).toThrow(message);
  });

  const url = 'http://localhost';

  it.each([
    [undefined, 'options: expected an object; got undefined'],
    [{ url, timeout: 0 }, 'timeout: expected a whole number from 1 to 2147483647; got 0'],
    [
      { url, timeout: Number.NaN },
      'timeout: expected a whole number from 1 to 2147483647; got NaN',
    ],
    [{ url, timeout: '9' }, 'timeout: expected a whole number from 1 to 2147483647; got "9"'],
    [{ url, accessToken: 5 }, 'accessToken: expected text; got 5'],
    [{ url, fetch: {} }, 'fetch: expected a function such as the global fetch; got an object'],
  ])('is named before there is a client: %o', (options, text) => {
    expect(() => createClient(options as never)).toThrow(text);
  });

  it('is named before there is a wallet, which would otherwise keep what it cannot send', () => {
    const [client, signer] = [clientOf([]), signerOf(generateSecretKey())];
    const create = (retries: number) =>
      createWallet({ client, signer, networkId: 'fast:localnet', retries });
    expect(() => create(-1)).toThrow('retries: expected a whole number from 0 to');
    expect(() => create(Number.NaN)).toThrow('retries: expected a whole number from 0 to');
    // Valid: as often as it takes.
    create(Number.POSITIVE_INFINITY);
  });
});

describe('a client', () => {
  const id = 'zz' as never;
  const bytes = 'expected 64 hex digits; got "zz"';
  const account = 'expected 64 hex digits, as parseAddress gives for fast1…; got "zz"';

  it.each<[string, (client: Client) => Promise<unknown>]>([
    [`address: ${account}`, (client) => client.account(id)],
    [`wanted.tokens[0]: ${bytes}`, (client) => client.account(nobody, { tokens: [id] })],
    ['ids: expected a list; got "zz"', (client) => client.tokens(id)],
    [`id: ${bytes}`, (client) => client.certificate(id)],
    [`id: ${bytes}`, (client) => client.job(id)],
    [`address: ${account}`, (client) => client.pending(id)],
    [`query.party: ${account}`, (client) => client.jobs({ role: 'client', party: id })],
    [
      'fromNonce: expected a bigint from 0 to 2^64 - 1; got 0',
      (client) => client.certificates(nobody, 0 as never, 1),
    ],
    [
      'limit: expected a whole number from 1 to 200; got 0',
      (client) => client.certificates(nobody, 0n, 0),
    ],
    [
      'epoch: expected a whole number from 0 to 4294967295; got -1',
      (client) => client.committeeChange(-1),
    ],
    [
      'drip.amount: expected a bigint from 0 to 2^256 - 1; got 5',
      (client) => client.faucetDrip({ recipient: nobody, amount: 5 as never, tokenId: null }),
    ],
    ['envelope: expected a signed transaction', (client) => client.submit(undefined as never)],
    [
      'envelope: expected a signed transaction',
      (client) => client.submit({ transaction: {} } as never),
    ],
  ])('answers %j and sends nothing', (text, act) => expectRefused(act, text));

  it('is not created without a URL', () => {
    expect(() => createClient({ url: undefined as never })).toThrow(
      'url: expected text; got undefined',
    );
  });
});
