import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { LIMITS } from '@quorate/protocol';
import { z } from 'zod';
import { HEAD_MAX } from '../http/listen.ts';
import { EPOCH_MAX } from '../http/rest/rest-app.ts';
import { PAY_PATH } from '../pay/pay-error.ts';
import {
  AccountInfo,
  answerOf,
  Certificate,
  DripBody,
  Envelope,
  ErrorEnvelope,
  EscrowJobAnswer,
  givenId,
  givenIds,
  integer,
  JobStatus,
  PayAnswer,
  PayBody,
  PayFailure,
  SubmitBody,
  SubmitResult,
  TokenInfo,
} from './shapes.ts';

/** What the document says of where it holds. */
export interface OpenApiOptions {
  /** URL up to where `/v1` begins. */
  readonly url: string;
  readonly version: string;
}

type Method = Extract<RouteConfig['method'], 'get' | 'post'>;

interface Route {
  /** What generated clients call it. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The statuses of failures besides those that every route of its method has. */
  readonly failures?: readonly number[];
  /** What a failure looks like: the envelope of REST, unless it is said. */
  readonly failure?: z.ZodType;
  /** Whether callers show the token, where one is set. */
  readonly isPrivate?: true;
}

const text = (description: string) => z.string().openapi({ description });
const maybe = (description: string) => text(description).optional();
const switchOn = z
  .enum(['true', 'false'])
  .optional()
  .openapi({ description: 'With certificates.' });
const ALL = `all, or the ${LIMITS.listEntries} of smallest id where there are more`;
const ADDRESS = { address: text('An account: bech32m, hex or base64.') };
const ID = givenId('64 hex digits, with or without 0x.');

const GETS: readonly Route[] = [
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
    summary: 'The certificate of the change of committee that began an epoch, from 1. Ours.',
    params: { epoch: integer('The epoch.').max(Number(EPOCH_MAX)) },
    answer: answerOf(Certificate),
    failures: [404],
  },
  {
    id: 'getAccount',
    path: '/v1/accounts/{address}',
    summary: 'What is known of an account; one that was never seen is a new one.',
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
    summary: 'Certificates of an account, ascending by nonce.',
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
    summary: 'Transactions of a multisig account that lack signatures.',
    params: ADDRESS,
    answer: answerOf(z.array(Envelope)),
  },
  {
    id: 'getTokens',
    path: '/v1/tokens',
    summary: 'What is known of tokens.',
    query: { token_ids: givenIds('Token ids.') },
    answer: answerOf(TokenInfo),
  },
  {
    id: 'listEscrowJobs',
    path: '/v1/escrow-jobs',
    summary: `The escrow jobs of one party, exactly one of client, provider and evaluator: ${ALL}.`,
    query: {
      client: maybe('An account.'),
      provider: maybe('An account.'),
      evaluator: maybe('An account.'),
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
];

const POSTS: readonly Route[] = [
  {
    id: 'submitTransaction',
    path: '/v1/submit-transaction',
    summary: 'Have a signed transaction settled.',
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
    summary: 'Send from the wallet of the server.',
    body: PayBody,
    answer: PayAnswer,
    failures: [401],
    failure: PayFailure,
    isPrivate: true,
  },
];

/** The headings under which `/api-docs` shows the routes. */
const TAGS: Readonly<Record<Method, { readonly name: string; readonly description: string }>> = {
  get: { name: 'Queries', description: 'What a quorum of validators knows. They change nothing.' },
  post: { name: 'Submissions', description: 'What settles transactions.' },
};

/** How any request can be refused, and how one with a body can be besides. */
const FAILURES_OF_ALL = [400, 403, 429, 500, 503];
const FAILURES_OF_BODIES = [413, 415];

/** How the host refuses what it cannot read to its end, before anybody can say more. */
const FAILURES_WITHOUT_BODY: readonly number[] = [408, 431];

/** Builds the OpenAPI 3.1 document of REST and of the payment endpoint. */
export function openApiDocument({ url, version }: OpenApiOptions): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', TOKEN, {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of this devnet, where one is set.',
  });
  for (const route of GETS) register(registry, 'get', route);
  for (const route of POSTS) register(registry, 'post', route);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Quorate devnet',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'A local network of validators and a proxy. The interface of the published network; shapes ' +
        'that it leaves open are ours. JSON-RPC is described by `/openrpc.json` and `rpc.discover`.',
    },
    servers: [{ url }],
    tags: Object.values(TAGS),
  });
}

function register(registry: OpenAPIRegistry, method: Method, route: Route): void {
  const { id, path, summary, params = {}, query = {}, body, answer, failures = [] } = route;
  const failure = { content: json(route.failure ?? ErrorEnvelope) };
  const ofBodies = body === undefined ? [] : FAILURES_OF_BODIES;
  registry.registerPath({
    operationId: id,
    tags: [TAGS[method].name],
    method,
    path,
    summary,
    request: {
      params: z.object(params),
      query: z.object(query),
      ...(body === undefined ? {} : { body: { content: json(body), required: true } }),
    },
    // The empty one is for where no token is set; of the others none is ever asked.
    security: route.isPrivate === true ? [{ [TOKEN]: [] }, {}] : [],
    responses: {
      200: { description: 'The answer.', content: json(answer) },
      ...Object.fromEntries(
        FAILURES_WITHOUT_BODY.map((status) => [status, { description: FAILURES[status] ?? '' }]),
      ),
      ...Object.fromEntries(
        [...FAILURES_OF_ALL, ...ofBodies, ...failures].map((status) => [
          status,
          { description: FAILURES[status] ?? '', ...failure },
        ]),
      ),
    },
  });
}

/** Names the security scheme. */
const TOKEN = 'token';

const FAILURES: Readonly<Record<number, string>> = {
  400: 'A field is not valid; the message names it.',
  401: 'This is for those who show the token of this devnet.',
  403: 'The `Host` is not one of its own; or this is off, or not for the page that asks.',
  404: 'There is no such thing, or it settled and its certificate is pruned: the code says which.',
  408: 'The request took too long to arrive. There is no body.',
  409: 'The nonce is not the next of the account.',
  413: 'The body is too large.',
  415: 'The body is not of the type `application/json`, or not in UTF-8.',
  429: 'Too soon; the answer says when to come again.',
  431: `Path, query and headers are more than ${HEAD_MAX} bytes. There is no body.`,
  500: 'Something nobody foresaw, or a payment that failed: the code says which.',
  502: 'Validators refuse; the details name the rule.',
  503: 'No quorum answers in time; or a payment was not sent, and will not be.',
};

function json(schema: z.ZodType) {
  return { 'application/json': { schema } };
}
