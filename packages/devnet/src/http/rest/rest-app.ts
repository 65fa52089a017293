import { CERTIFICATE, type JsonValue, stringifyJson, type TransactionId } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import type { Faucet } from '../../faucet.ts';
import type { OnUnforeseen } from '../../rpc/json-rpc.ts';
import { readJson } from '../body.ts';
import { corsHeaders, preflightHeaders } from '../cors.ts';
import { noSuchPath } from '../no-such-path.ts';
import {
  accountCertificates,
  accountInfo,
  pendingMultisig,
  type Query,
  tokenInfo,
} from './account-routes.ts';
import { escrowJob, escrowJobs } from './escrow-routes.ts';
import { faucetDrip } from './faucet-route.ts';
import { type NetworkTerms, networkInfo } from './network-info-route.ts';
import { readId, readInteger, readOnce } from './query.ts';
import { type RestGround, readCertificates } from './reads.ts';
import { notFound, RestFailure } from './rest-failure.ts';
import { type SubmitGround, submitTransaction } from './submit-route.ts';
import { WrittenJson } from './written-json.ts';

/** What REST is made of. */
export interface RestAppOptions extends SubmitGround {
  readonly faucet: Faucet;
  readonly terms: NetworkTerms;
  readonly onUnforeseen: OnUnforeseen;
}

/** The path below which pages of this machine may read answers. */
export const REST_PREFIX = '/v1/';

/** The last possible epoch. */
export const EPOCH_MAX = 2n ** 32n - 1n;

type Answer = (context: Context, query: Query) => Promise<JsonValue | WrittenJson>;

/**
 * Creates the REST interface below `/v1`.
 *
 * Source: interface document, "REST"; wire.md sections 4 and 5 for what current clients also call.
 */
export function createRestApp(options: RestAppOptions): Hono {
  const { faucet, onUnforeseen } = options;
  const app = new Hono();
  const answer = (give: Answer) => async (context: Context) => {
    try {
      const data = await give(context, (name) => readOnce(context.req.queries(name), name));
      return respond(context, DONE, ['data', data]);
    } catch (failure) {
      return fail(context, failure, onUnforeseen);
    }
  };
  const param = ({ req }: Context, name: string): string => req.param(name) ?? '';
  const get = (path: string, give: Answer) => app.get(path, answer(give));
  const post = (
    path: string,
    give: (body: JsonValue, authorization: string | undefined) => Promise<JsonValue>,
  ) =>
    app.post(
      path,
      answer(async ({ req }) => give(await readJson(req), req.header('authorization'))),
    );

  app.options(`${REST_PREFIX}*`, (context) => context.body(null, 204, preflightHeaders(context)));
  get('/v1/certificate/:id', (context) => certificate(options, param(context, 'id')));
  get('/v1/accounts/:address', (context, query) =>
    accountInfo(options, param(context, 'address'), query),
  );
  get('/v1/accounts/:address/certificates', (context, query) =>
    accountCertificates(options, param(context, 'address'), query),
  );
  get('/v1/accounts/:address/pending-multisig-transactions', (context) =>
    pendingMultisig(options, param(context, 'address')),
  );
  get('/v1/committee-changes/:epoch', (context) =>
    committeeChange(options, param(context, 'epoch')),
  );
  get('/v1/network-info', async () => networkInfo(options.terms));
  get('/v1/tokens', (_context, query) => tokenInfo(options, query));
  get('/v1/escrow-jobs', (_context, query) => escrowJobs(options, query));
  get('/v1/escrow-jobs/:id', (context, query) => escrowJob(options, param(context, 'id'), query));
  post('/v1/submit-transaction', (body) => submitTransaction(options, body));
  post('/v1/faucet-drip', (body, authorization) => faucetDrip(faucet, body, authorization));
  app.all(`${REST_PREFIX}*`, (context) =>
    fail(context, notFound(noSuchPath(context.req)), onUnforeseen),
  );
  return app;
}

async function certificate(ground: RestGround, text: string): Promise<JsonValue> {
  const transactionId = readId<TransactionId>(text, 'tx_id');
  const [found] = await readCertificates(ground, { by: 'Id', transactionId });
  if (found === undefined) throw notFound(`there is no certificate of ${transactionId}`);
  return CERTIFICATE.toJson(found, 'rest-certificate');
}

async function committeeChange(ground: RestGround, text: string): Promise<JsonValue> {
  const epoch = String(readInteger(text, 'epoch', EPOCH_MAX));
  const dependency = { kind: 'Epoch', id: epoch } as const;
  const [found] = await readCertificates(ground, { by: 'Dependency', dependency });
  if (found === undefined) throw notFound(`no change of committee has begun epoch ${epoch}`);
  return CERTIFICATE.toJson(found, 'rest-certificate');
}

function fail(context: Context, failure: unknown, onUnforeseen: OnUnforeseen): Response {
  const { status, code, message, details, headers } = RestFailure.of(failure);
  if (status === 500) onUnforeseen(failure);
  return respond(context, { status, headers }, ['error', { code, message, details }]);
}

interface Head {
  readonly status: 200 | RestFailure['status'];
  readonly headers: Readonly<Record<string, string>>;
}

const DONE: Head = { status: 200, headers: {} };

function respond(
  context: Context,
  { status, headers }: Head,
  [name, value]: readonly ['data' | 'error', JsonValue | WrittenJson],
): Response {
  const meta = stringifyJson({ timestamp: new Date().toISOString() });
  const text = value instanceof WrittenJson ? value.text : stringifyJson(value);
  const all = { ...corsHeaders(context), 'content-type': 'application/json', ...headers };
  return context.body(`{"${name}":${text},"meta":${meta}}`, status, all);
}
