import { stringifyJson } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import { answerRpc, type OnUnforeseen, type RpcMethods } from '../rpc/json-rpc.ts';
import { FEWER_BRACKETS, hasTooManyBrackets, readText } from './body.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { type Guard, type Refusal, readableRefusalHeaders } from './guard.ts';

/** What a JSON-RPC endpoint is made of. */
export interface RpcAppOptions {
  readonly methods: RpcMethods;
  readonly guard: Guard;
  readonly onUnforeseen: OnUnforeseen;
}

/**
 * Creates a JSON-RPC endpoint at every path, because published clients post to different ones.
 *
 * All answers have HTTP status 200, also errors: the oldest clients look at nothing else (wire.md
 * section 14). Only a request that is refused by its headers, or that is not a POST, gets another
 * status.
 */
export function createRpcApp({ methods, guard, onUnforeseen }: RpcAppOptions): Hono {
  const app = new Hono();
  app.options('*', (context) => {
    const refusal = guard.check(context);
    return refusal === undefined
      ? context.body(null, 204, { ...preflightHeaders(context), allow: ALLOWED })
      : context.body(null, refusal.status);
  });
  app.post('*', async (context) => {
    const headers = { ...corsHeaders(context), 'content-type': 'application/json' };
    const refusal = guard.check(context) ?? (await guard.checkUnstated(context));
    if (refusal !== undefined) return refuse(context, refusal);
    const { req } = context;
    const body = await readText(req);
    // Before the calls are counted, because that parses the body.
    if (hasTooManyBrackets(body ?? '')) return refuse(context, TOO_MANY_BRACKETS);
    const tooMany = guard.chargeBatch(context, body ?? '');
    if (tooMany !== undefined) return refuse(context, tooMany);
    const authorization = req.header('authorization');
    const answer = await answerRpc(body, methods, onUnforeseen, authorization);
    return answer === undefined
      ? context.body(null, 204, corsHeaders(context))
      : context.body(answer, 200, headers);
  });
  app.all('*', (context) => refuse(context, guard.check(context) ?? NOT_POST));
  return app;
}

const ALLOWED = 'POST, OPTIONS';

const NOT_POST: Refusal = { status: 405, message: 'method: expected POST', allow: ALLOWED };

const TOO_MANY_BRACKETS: Refusal = { status: 413, message: `body: expected ${FEWER_BRACKETS}` };

function refuse(context: Context, refusal: Refusal): Response {
  const { status, message } = refusal;
  const error =
    status === 429
      ? { code: -32003, message }
      : { code: -32600, message: 'Invalid Request', data: message };
  return context.body(stringifyJson({ jsonrpc: '2.0', id: null, error }), status, {
    ...readableRefusalHeaders(context, refusal),
    'content-type': 'application/json',
  });
}
