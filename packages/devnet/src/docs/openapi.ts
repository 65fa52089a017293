import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import {
  AccountInfo,
  answerOf,
  Certificate,
  DripBody,
  Envelope,
  ErrorEnvelope,
  EscrowJobAnswer,
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

type Method = RouteConfig['method'];

interface Route {
  readonly path: string;
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  /** The failures besides 400 and 503. */
  readonly failures?: readonly number[];
}

const text = (description: string) => z.string().optional().openapi({ description });
const switchOn = z
  .enum(['true', 'false'])
  .optional()
  .openapi({ description: 'With certificates.' });
const ADDRESS = { address: 'An account: bech32m, hex or base64.' };

const GETS: readonly Route[] = [
  {
    path: '/v1/certificate/{tx_id}',
    summary: 'The certificate of a transaction.',
    params: { tx_id: '64 hex digits.' },
    data: Certificate,
    failures: [404],
  },
  {
    path: '/v1/committee-changes/{epoch}',
    summary: 'The certificate of the change of committee that began an epoch, from 1. Ours.',
    params: { epoch: 'A whole number.' },
    data: Certificate,
    failures: [404],
  },
  {
    path: '/v1/accounts/{address}',
    summary: 'What is known of an account; one that was never seen is a new one.',
    params: ADDRESS,
    query: {
      token_balances_filter: text('Token ids, comma-separated. Absent: none. Empty: all.'),
      state_key_filter: text('State keys, comma-separated. Absent: none. Empty: all.'),
    },
    data: AccountInfo,
  },
  {
    path: '/v1/accounts/{address}/certificates',
    summary: 'Certificates of an account, ascending by nonce.',
    params: ADDRESS,
    query: {
      from_nonce: z.string().openapi({ description: 'The first nonce.', example: '0' }),
      limit: z.string().openapi({ description: 'At most so many, 1 to 200.', example: '20' }),
    },
    data: z.array(Certificate),
    failures: [404],
  },
  {
    path: '/v1/accounts/{address}/pending-multisig-transactions',
    summary: 'Transactions of a multisig account that lack signatures.',
    params: ADDRESS,
    data: z.array(Envelope),
  },
  {
    path: '/v1/tokens',
    summary: 'What is known of tokens.',
    query: { token_ids: text('Token ids, comma-separated.') },
    data: TokenInfo,
  },
  {
    path: '/v1/escrow-jobs',
    summary: 'The escrow jobs of one party: exactly one of client, provider and evaluator.',
    query: {
      client: text('An account.'),
      provider: text('An account.'),
      evaluator: text('An account.'),
      status: text('Funded, Submitted, Completed or Refunded.'),
      certs: switchOn,
    },
    data: z.array(EscrowJobAnswer),
  },
  {
    path: '/v1/escrow-jobs/{job_id}',
    summary: 'An escrow job.',
    params: { job_id: '64 hex digits.' },
    query: { certs: switchOn },
    data: EscrowJobAnswer,
    failures: [404],
  },
];

const POSTS: readonly Route[] = [
  {
    path: '/v1/submit-transaction',
    summary: 'Have a signed transaction settled.',
    body: SubmitBody,
    data: SubmitResult,
    failures: [409, 502],
  },
  {
    path: '/v1/faucet-drip',
    summary: 'Ask the faucet for tokens.',
    body: DripBody,
    data: z.null(),
    failures: [401, 403, 429, 502],
  },
];

/** Builds the OpenAPI 3.1 document of REST and of the payment endpoint. */
export function openApiDocument({ url, version }: OpenApiOptions): object {
  const registry = new OpenAPIRegistry();
  for (const route of GETS) register(registry, 'get', route);
  for (const route of POSTS) register(registry, 'post', route);
  registry.registerPath({
    method: 'post',
    path: '/api/pay/send',
    summary: 'Send from the wallet of the server.',
    request: { body: { content: json(PayBody), required: true } },
    responses: {
      200: { description: 'The transfer has settled.', content: json(PayAnswer) },
      400: { description: 'A field is not valid.', content: json(PayFailure) },
      500: { description: 'The chain is not configured, or it failed.', content: json(PayFailure) },
    },
  });
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
  });
}

function register(registry: OpenAPIRegistry, method: Method, route: Route): void {
  const { path, summary, params = {}, query = {}, body, data, failures = [] } = route;
  const described = Object.entries(params).map(([name, description]) => [
    name,
    z.string().openapi({ description }),
  ]);
  registry.registerPath({
    method,
    path,
    summary,
    request: {
      params: z.object(Object.fromEntries(described)),
      query: z.object(query),
      ...(body === undefined ? {} : { body: { content: json(body), required: true } }),
    },
    responses: {
      200: { description: 'The answer.', content: json(answerOf(data)) },
      ...Object.fromEntries(
        [400, ...failures, 500, 503].map((status) => [
          status,
          { description: FAILURES[status] ?? '', content: json(ErrorEnvelope) },
        ]),
      ),
    },
  });
}

const FAILURES: Readonly<Record<number, string>> = {
  400: 'A field is not valid; the message names it.',
  401: 'The faucet is for those who show the token of this devnet.',
  403: 'The faucet is off.',
  404: 'There is no such thing, or it settled and its certificate is pruned: the code says which.',
  409: 'The nonce is not the next of the account.',
  429: 'Too soon.',
  500: 'Something nobody foresaw.',
  502: 'Validators refuse; the details name the rule.',
  503: 'No quorum answers in time.',
};

function json(schema: z.ZodType) {
  return { 'application/json': { schema } };
}
