import { CERTIFICATE, type JsonValue, type TransactionId } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import type { Faucet } from '../../faucet/faucet.ts';
import type { OnUnforeseen } from '../../rpc/json-rpc.ts';
import { letGo } from '../../rpc/let-go.ts';
import { readJson } from '../body.ts';
import { accountCertificates, accountInfo, pendingMultisig, tokenInfo } from './account-routes.ts';
import { escrowJob, escrowJobs } from './escrow-routes.ts';
import { faucetDrip } from './faucet-route.ts';
import { type NetworkTerms, networkInfo } from './network-info-route.ts';
import { readId, readInteger } from './query.ts';
import { type RestGround, readCertificates } from './reads.ts';
import { notFound } from './rest-failure.ts';
import { answering, type Query, respondData } from './rest-response.ts';
import { type SubmitGround, submitTransaction } from './submit-route.ts';
import type { WrittenJson } from './written-json.ts';

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

/** Reads a body before it waits for anything: then the body is emptied. */
type AnswerToBody = (body: JsonValue, authorization: string | undefined) => Promise<JsonValue>;

/**
 * Creates the REST interface below `/v1`.
 *
 * Source: interface document, "REST"; wire.md sections 4 and 5 for what current clients also call.
 */
export function createRestApp(options: RestAppOptions): Hono {
  const { faucet, onUnforeseen } = options;
  const app = new Hono();
  const answer = (give: Answer) =>
    answering(
      async (context, query) => respondData(context, await give(context, query)),
      onUnforeseen,
    );
  const param = ({ req }: Context, name: string): string => req.param(name) ?? '';
  const get = (path: string, give: Answer) => app.get(path, answer(give));
  const post = (path: string, give: AnswerToBody) =>
    app.post(
      path,
      answer(async ({ req }) => {
        const body = await readJson(req);
        const answering = give(body, req.header('authorization'));
        letGo(body);
        return answering;
      }),
    );

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
