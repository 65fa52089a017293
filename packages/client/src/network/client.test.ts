import {
  type Address,
  certificateToJson,
  ESCROW_JOB,
  type EscrowJobId,
  type EscrowJobRecord,
  envelopeToJson,
  type JsonValue,
  LIMITS,
  PROXY_SUBMIT_RESULT,
  type StateKey,
  stringifyJson,
  type TokenId,
  type TransactionEnvelope,
  transactionId,
  type VersionedTransaction,
} from '@quorate/protocol';
import { certificateBy, envelopeBy, signerOf } from '@quorate/testkit';
import { expect, it } from 'vitest';
import { type Client, createClient } from './client.ts';

const ALICE = signerOf('alice');

it('says that a request is too long if a server does not read it to the end', async () => {
  const fetch = async () => new Response('', { status: 431 });
  const client = createClient({ url: 'http://localhost', fetch });
  const asked = client.account('ab'.repeat(32) as Address);
  await expect(asked).rejects.toMatchObject({
    code: 'UNREADABLE',
    status: 431,
    message: expect.stringContaining('too long, ask for less at a time'),
  });
});

it.each(['http://localhost', 'http://localhost/'])('finds what is at %s', async (url) => {
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    asked.push(String(input));
    return Response.json({ data: [] });
  };
  await createClient({ url, fetch }).certificates(ALICE.address, 0n, 1);
  expect(new URL(String(asked[0])).pathname).toMatch(/^\/v1\/accounts\/[^/]+\/certificates$/);
});

it('asks only for what is wanted', async () => {
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    const { pathname, search } = new URL(String(input));
    asked.push(
      `${pathname.replace(/fast1\w+/, 'address')}${search.replace(/fast1\w+/, 'address')}`,
    );
    return Response.json({ error: { code: 'ANY', message: 'no' } }, { status: 400 });
  };
  const client = createClient({ url: 'http://localhost', fetch });
  const key = 'ab'.repeat(32) as StateKey;
  const party = ALICE.address;
  for (const ask of [
    () => client.account(party),
    () => client.account(party, { tokens: 'all', states: [key] }),
    () => client.jobs({ role: 'provider', party }),
    () => client.jobs({ role: 'client', party, status: 'Funded' }),
    () => client.tokens([]),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'ANY' });
  }
  expect(asked).toEqual([
    '/v1/accounts/address',
    `/v1/accounts/address?token_balances_filter=&state_key_filter=${key}`,
    '/v1/escrow-jobs?provider=address',
    '/v1/escrow-jobs?client=address&status=Funded',
    '/v1/tokens?token_ids=',
  ]);
});

it('takes no data from an answer in another form', async () => {
  const fetch = async () => Response.json({ data: [] }, { status: 500 });
  const asked = createClient({ url: 'http://localhost', fetch }).certificates(ALICE.address, 0n, 1);
  await expect(asked).rejects.toMatchObject({ code: 'UNREADABLE', status: 500 });
});

it('says that two rivals lock an account, and what may be done, if the facts of a refusal do', async () => {
  const words = 'the previous transaction must be confirmed first';
  const refusing = (facts: object) => {
    const details = { PreviousTransactionMustBeConfirmedFirst: facts };
    const error = { code: 'UPSTREAM_ERROR', message: words, details };
    const fetch = async () => Response.json({ error }, { status: 502 });
    return createClient({ url: 'http://localhost', fetch }).account(ALICE.address);
  };
  const [one, other] = SIGNED.map((transaction) =>
    envelopeToJson(envelopeBy(ALICE, transaction), 'rest'),
  );
  await expect(
    refusing({ pending_confirmation: one, rival_confirmation: other }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(
      `^${words}: two transactions that were signed for one nonce lock the account; .* stays locked$`,
    ),
  });
  for (const rival of [{ rival_confirmation: null }, {}]) {
    await expect(refusing({ pending_confirmation: one, ...rival })).rejects.toMatchObject({
      message: words,
    });
  }
});

it('treats an answer that breaks off as no answer', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  const client = createClient({ url: 'http://localhost', fetch: async () => new Response(body) });
  const message = 'no answer from http://localhost: terminated';
  await expect(client.account(ALICE.address)).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message,
  });
});

it('P10: concludes that there is no change of committee only from an explicit answer', async () => {
  const asked = (status: number) => {
    const error = { code: 'ANY', message: 'no' };
    const fetch = async () => Response.json({ error }, { status });
    return createClient({ url: 'http://localhost', fetch }).committeeChange(1);
  };
  expect(await asked(404)).toBeUndefined();
  for (const status of [400, 500]) await expect(asked(status)).rejects.toMatchObject({ status });
});

it('asks for as many tokens at a time as a network allows, and gives all in their order', async () => {
  const ids = Array.from({ length: 1_234 }, (_, index) =>
    index.toString(16).padStart(64, '0'),
  ) as TokenId[];
  const pages: (readonly string[])[] = [];
  const fetch = async (url: unknown) => {
    const page = new URL(String(url)).searchParams.get('token_ids')?.split(',') ?? [];
    pages.push(page);
    const data = { requested_token_metadata: page.map((id) => [id, null]) };
    return Response.json({ data });
  };
  const client = createClient({ url: 'http://localhost', fetch });
  const { requestedTokenMetadata } = await client.tokens(ids);
  expect(requestedTokenMetadata).toEqual(ids.map((id) => [id, null]));
  expect(pages.length).toBe(13);
  expect(Math.max(...pages.map(({ length }) => length))).toBe(LIMITS.filterIds);
});

const COMMON = { sender: ALICE.address, nonce: 0n, timestampNanos: 1n, archival: false } as const;
const CHANGE = [{ kind: 'ChangeCommittee', epoch: 1, newCommittee: { validators: [] } }] as const;

/** What was signed under the tags that a reader of JSON does not assume. */
const SIGNED: readonly VersionedTransaction[] = [
  {
    release: 'Release20260319',
    transaction: {
      ...COMMON,
      networkId: 'fast:localnet',
      claim: { kind: 'Batch', tag: 13, operations: CHANGE },
      feeToken: null,
    },
  },
  {
    release: 'Unversioned',
    transaction: {
      ...COMMON,
      recipient: ALICE.address,
      claim: { kind: 'Batch', operations: CHANGE },
      isMoved: true,
    },
  },
];

type Ask = (client: Client, envelope: TransactionEnvelope) => Promise<TransactionEnvelope>;

const certified = (envelope: TransactionEnvelope): JsonValue =>
  certificateToJson(certificateBy([signerOf('bob')], envelope), 'rest');
const pendingAt = (envelope: TransactionEnvelope): JsonValue => ({
  sender: ALICE.address,
  balance: '0',
  next_nonce: 0,
  pending_confirmation: {
    value: envelopeToJson(envelope, 'rest'),
    validator: ALICE.address,
    signature: 'ab'.repeat(64),
  },
  requested_state: [],
  requested_certificates: null,
  requested_validated_transaction: null,
  token_balance: [],
});

it.each<[string, (envelope: TransactionEnvelope) => JsonValue, Ask]>([
  [
    'the certificate of an id',
    certified,
    async (client, { transaction }) =>
      (await client.certificate(transactionId(transaction))).envelope,
  ],
  [
    'a change of committee',
    certified,
    async (client, none) => (await client.committeeChange(1))?.envelope ?? none,
  ],
  [
    'the certificates of an account',
    (envelope) => [certified(envelope)],
    async (client, none) => (await client.certificates(ALICE.address, 0n, 1))[0]?.envelope ?? none,
  ],
  [
    'what lacks signatures',
    (envelope) => [envelopeToJson(envelope, 'rest')],
    async (client, none) => (await client.pending(ALICE.address))[0] ?? none,
  ],
  [
    'what an account has pending',
    pendingAt,
    async (client, none) =>
      (await client.account(ALICE.address)).pendingConfirmation?.value ?? none,
  ],
  [
    'the answer to a submission',
    (envelope) => ({ Success: certified(envelope) }),
    async (client, envelope) => {
      const result = await client.submit(envelope);
      return result.kind === 'Success' ? result.certificate.envelope : envelope;
    },
  ],
])('P9 reads %s under the tags that were signed, so with its id', async (_, answer, ask) => {
  for (const transaction of SIGNED) {
    const envelope = envelopeBy(ALICE, transaction);
    const data = answer(envelope);
    const fetch = async () => new Response(stringifyJson({ data }));
    const read = await ask(createClient({ url: 'http://localhost', fetch }), envelope);
    expect(read).not.toBe(envelope);
    expect(transactionId(read.transaction)).toBe(transactionId(transaction));
  }
});

const BOB = signerOf('bob').address;
const A_ID = 'ab'.repeat(32) as EscrowJobId;
const [ONE, OTHER] = SIGNED.map((transaction) => envelopeBy(ALICE, transaction)) as [
  TransactionEnvelope,
  TransactionEnvelope,
];
const JOB: EscrowJobRecord = {
  jobId: A_ID,
  configId: A_ID as never,
  client: ALICE.address,
  provider: ALICE.address,
  evaluator: ALICE.address,
  tokenId: A_ID as never,
  providerFee: 1n,
  evaluatorFee: 1n,
  description: '',
  deliverable: null,
  status: 'Funded',
};
const job = (changes: Partial<EscrowJobRecord>): JsonValue =>
  ESCROW_JOB.toJson({ ...JOB, ...changes }, 'rest');

it.each<[string, JsonValue, (client: Client) => Promise<unknown>]>([
  ['another account', pendingAt(ONE), (client) => client.account(BOB)],
  [
    'another transaction',
    certified(OTHER),
    (client) => client.certificate(transactionId(ONE.transaction)),
  ],
  [
    'another transaction',
    PROXY_SUBMIT_RESULT.toJson(
      { kind: 'Success', certificate: certificateBy([signerOf('bob')], OTHER) },
      'rest',
    ),
    (client) => client.submit(ONE),
  ],
  ['another change', certified(ONE), (client) => client.committeeChange(2)],
  ['other certificates', [certified(ONE)], (client) => client.certificates(BOB, 0n, 1)],
  ['other certificates', [certified(ONE)], (client) => client.certificates(ALICE.address, 1n, 1)],
  [
    'other certificates',
    [certified(ONE), certified(OTHER)],
    (client) => client.certificates(ALICE.address, 0n, 2),
  ],
  ['another account', [envelopeToJson(ONE, 'rest')], (client) => client.pending(BOB)],
  [
    'other tokens',
    { requested_token_metadata: [[BOB, null]] },
    (client) => client.tokens([A_ID as never]),
  ],
  ['other tokens', { requested_token_metadata: [] }, (client) => client.tokens([A_ID as never])],
  ['another job', job({ jobId: BOB as never }), (client) => client.job(A_ID)],
  ['other jobs', [job({})], (client) => client.jobs({ role: 'provider', party: BOB })],
  [
    'other jobs',
    [job({ status: 'Refunded' })],
    (client) => client.jobs({ role: 'client', party: ALICE.address, status: 'Funded' }),
  ],
])('takes an answer about %s for none to what it asked', async (about, data, ask) => {
  const fetch = async () => new Response(stringifyJson({ data }));
  await expect(ask(createClient({ url: 'http://localhost', fetch }))).rejects.toMatchObject({
    code: 'UNREADABLE',
    message: expect.stringContaining(`an answer about ${about} than`),
  });
});

it('knows what it asked for in capitals', async () => {
  const fetch = async () => new Response(stringifyJson({ data: job({}) }));
  const asked = A_ID.toUpperCase() as EscrowJobId;
  expect(await createClient({ url: 'http://localhost', fetch }).job(asked)).toEqual(JOB);
});
