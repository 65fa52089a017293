import { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { type JsonObject, LIMITS } from '@quorate/protocol';
import { z } from 'zod';
import { EXPLORER_PREFIX } from '../http/explorer/explorer-app.ts';
import { ORDER, PAGE_DEFAULT, PAGE_MAX } from '../http/explorer/transfers.ts';
import { EPOCH_MAX } from '../http/rest/rest-app.ts';
import { PAY_PATH } from '../pay/pay-error.ts';
import {
  type DescribedRoute,
  describeRoute,
  describeToken,
  documentOf,
} from './described-route.ts';
import {
  AccountInfo,
  answerOf,
  Certificate,
  DripBody,
  Envelope,
  EscrowJobAnswer,
  givenId,
  givenIds,
  integer,
  JobStatus,
  NetworkInfo,
  PayAnswer,
  PayBody,
  PayFailure,
  SubmitBody,
  SubmitResult,
  TokenInfo,
  TransferPage,
} from './shapes.ts';

const text = (description: string) => z.string().openapi({ description });
const PARTY = text('An account.').optional();
const switchOn = z
  .enum(['true', 'false'])
  .optional()
  .openapi({ description: 'With certificates.' });
const ALL = `all of them, or the ${LIMITS.listEntries} with the smallest ids if there are more`;
const ADDRESS = { address: text('An account: bech32m, hex or base64.') };
const ID = givenId('64 hex digits, with or without 0x.');

const GETS: readonly DescribedRoute[] = [
  {
    id: 'getCertificate',
    path: '/v1/certificate/{tx_id}',
    summary: 'The certificate of a transaction.',
    params: { tx_id: ID },
    answer: answerOf(Certificate),
    failures: [404],
  },
  {
    id: 'getCommitteeChange',
    path: '/v1/committee-changes/{epoch}',
    summary:
      'The certificate of the committee change that began an epoch, 1 or later (our extension).',
    params: { epoch: integer('The epoch.').max(Number(EPOCH_MAX)) },
    answer: answerOf(Certificate),
    failures: [404],
  },
  {
    id: 'getAccount',
    path: '/v1/accounts/{address}',
    summary: 'Account information; an account that was never seen is shown as a new one.',
    params: ADDRESS,
    query: {
      token_balances_filter: givenIds(`Token ids. Absent: none. Empty: ${ALL}.`),
      state_key_filter: givenIds(`State keys. Absent: none. Empty: ${ALL}.`),
    },
    answer: answerOf(AccountInfo),
  },
  {
    id: 'listCertificates',
    path: '/v1/accounts/{address}/certificates',
    summary: 'Certificates of an account, in order of nonce.',
    params: ADDRESS,
    query: {
      from_nonce: integer('The first nonce.'),
      limit: integer('At most so many.').min(1).max(LIMITS.certificatesPerRequest),
    },
    answer: answerOf(z.array(Certificate)),
    failures: [404],
  },
  {
    id: 'listPendingMultisigTransactions',
    path: '/v1/accounts/{address}/pending-multisig-transactions',
    summary: 'Transactions of a multisig account that still lack signatures.',
    params: ADDRESS,
    answer: answerOf(z.array(Envelope)),
  },
  {
    id: 'getNetworkInfo',
    path: '/v1/network-info',
    summary: 'Which network this is, and what a transaction costs there.',
    answer: answerOf(NetworkInfo),
  },
  {
    id: 'getTokens',
    path: '/v1/tokens',
    summary: 'Token metadata.',
    query: { token_ids: givenIds('Token ids.') },
    answer: answerOf(TokenInfo),
  },
  {
    id: 'listEscrowJobs',
    path: '/v1/escrow-jobs',
    summary: `The escrow jobs of one party, given by exactly one of client, provider and evaluator: ${ALL}.`,
    query: {
      client: PARTY,
      provider: PARTY,
      evaluator: PARTY,
      status: JobStatus.optional().openapi({ description: 'Of which status. Absent: any.' }),
      certs: switchOn,
    },
    answer: answerOf(z.array(EscrowJobAnswer)),
  },
  {
    id: 'getEscrowJob',
    path: '/v1/escrow-jobs/{job_id}',
    summary: 'An escrow job.',
    params: { job_id: ID },
    query: { certs: switchOn },
    answer: answerOf(EscrowJobAnswer),
    failures: [404],
  },
  {
    id: 'listTransfers',
    path: `${EXPLORER_PREFIX}transfers`,
    summary:
      'What an account has sent (from), or was sent (to), newest first, as clients ask an explorer: ' +
      'without envelope. One of the two is needed.',
    query: {
      from: PARTY,
      to: PARTY,
      limit: integer(`At most so many. Absent: ${PAGE_DEFAULT}.`).min(1).max(PAGE_MAX).optional(),
      order: z.literal(ORDER).optional(),
      cursor: text('The `next_cursor` of the page before.').optional(),
    },
    answer: TransferPage,
  },
];

const POSTS: readonly DescribedRoute[] = [
  {
    id: 'submitTransaction',
    path: '/v1/submit-transaction',
    summary: 'Submit a signed transaction and have it settled.',
    body: SubmitBody,
    answer: answerOf(SubmitResult),
    failures: [404, 409, 502],
  },
  {
    id: 'dripFaucet',
    path: '/v1/faucet-drip',
    summary: 'Ask the faucet for tokens.',
    body: DripBody,
    answer: answerOf(z.null()),
    failures: [401, 502],
    isPrivate: true,
  },
  {
    id: 'sendPayment',
    path: PAY_PATH,
    summary: 'Send tokens from the wallet of the server.',
    body: PayBody,
    answer: PayAnswer,
    failures: [401],
    failure: PayFailure,
    isPrivate: true,
  },
];

/** The headings under which `/api-docs` shows the routes. */
const TAGS: Readonly<
  Record<'get' | 'post', { readonly name: string; readonly description: string }>
> = {
  get: {
    name: 'Queries',
    description: 'Read-only; the answers are what a quorum of validators knows.',
  },
  post: { name: 'Submissions', description: 'Requests that settle transactions.' },
};

/** Builds the OpenAPI 3.1 document of REST and of the payment endpoint. */
export function openApiDocument(version: string): JsonObject {
  const registry = new OpenAPIRegistry();
  describeToken(registry);
  for (const route of GETS) describeRoute(registry, { method: 'get', tag: TAGS.get.name }, route);
  for (const route of POSTS)
    describeRoute(registry, { method: 'post', tag: TAGS.post.name }, route);
  return documentOf(registry, {
    title: 'Quorate devnet',
    description:
      'A local network of validators and a proxy, with the interface of the published network; where ' +
      'that leaves a shape open, it is our own. JSON-RPC is described by `/openrpc.json` and ' +
      '`rpc.discover`; the [admin interface](/api-docs?admin) has its own page.',
    version,
    tags: Object.values(TAGS),
  });
}
