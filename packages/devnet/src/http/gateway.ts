import { type Context, Hono } from 'hono';
import { ADMIN_PREFIX } from '../admin/admin-prefix.ts';
import { PAY_PATH, payFailureBody } from '../pay/pay-error.ts';
import type { OnUnforeseen } from '../rpc/json-rpc.ts';
import { preflightHeaders } from './cors.ts';
import { EXPLORER_PREFIX } from './explorer/explorer-app.ts';
import { type Guard, type Refusal, readableRefusalHeaders, refusalHeaders } from './guard.ts';
import { allowOf, methodsAt } from './methods-at.ts';
import { noSuchPath } from './no-such-path.ts';
import { REST_PREFIX } from './rest/rest-app.ts';

/** What the gateway serves. */
export interface GatewayOptions {
  readonly guard: Guard;
  readonly rest: Hono;
  readonly explorer: Hono;
  readonly pay: Hono;
  readonly ops: Hono;
  readonly docs: Hono;
  readonly admin: Hono;
  readonly onUnforeseen: OnUnforeseen;
}

/**
 * Creates the app of the gateway: everything except the JSON-RPC interfaces of proxy and
 * validators.
 */
export function createGateway(options: GatewayOptions): Hono {
  const { guard, rest, explorer, pay, ops, docs, admin, onUnforeseen } = options;
  const app = new Hono();
  app.use('*', async (context, next) => {
    const refusal = guard.check(context) ?? (await guard.checkUnstated(context));
    if (refusal === undefined) {
      await next();
      // Clients take an answer without a scheme for a malformed one (RFC 9110, section 15.5.2).
      if (context.res.status === 401) context.header('www-authenticate', 'Bearer');
      return;
    }
    return refuse(context, refusal);
  });
  app.route('/', rest);
  app.route('/', explorer);
  app.route('/', pay);
  app.route('/', ops);
  app.route('/', docs);
  app.route('/', admin);
  app.options('*', (context) => {
    const methods = methodsAt(app, context.req.path);
    // A page learns that there is no such path from its request, if it may make that.
    if (isForPages(context)) {
      return context.body(null, 204, { ...preflightHeaders(context), allow: allowOf(methods) });
    }
    return methods.length === 0
      ? refuse(context, nothingAt(context))
      : context.body(null, 204, { allow: allowOf(methods) });
  });
  app.notFound((context) => {
    const methods = methodsAt(app, context.req.path);
    return refuse(context, methods.length === 0 ? nothingAt(context) : otherMethod(methods));
  });
  app.onError((failure, context) => {
    onUnforeseen(failure);
    const failed = { code: 'INTERNAL_ERROR', message: 'internal error' };
    return context.json(bodyOf(context, failed), 500);
  });
  return app;
}

function nothingAt({ req }: Context): Refusal {
  return { status: 404, message: noSuchPath(req) };
}

function otherMethod(methods: readonly string[]): Refusal {
  const message = `method: expected ${methods.join(' or ')}`;
  return { status: 405, message, allow: allowOf(methods) };
}

function refuse(context: Context, refusal: Refusal): Response {
  const { status } = refusal;
  return context.json(bodyOf(context, failureOf(refusal)), status, headersOf(context, refusal));
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: object;
}

// REST clients decide by the code (wire.md section 4).
function failureOf({ status, message, retryAfter }: Refusal): Failure {
  const details = retryAfter === undefined ? {} : { details: { retry_after_secs: retryAfter } };
  return { code: CODES[status] ?? 'INVALID_REQUEST', message, ...details };
}

const CODES: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 429: 'IP_RATE_LIMITED' };

// Only their own pages may use the wallet and the admin interface, and those need no such headers.
function headersOf(context: Context, refusal: Refusal): Readonly<Record<string, string>> {
  return isForPages(context) ? readableRefusalHeaders(context, refusal) : refusalHeaders(refusal);
}

function isForPages({ req }: Context): boolean {
  return [REST_PREFIX, EXPLORER_PREFIX].some((prefix) => req.path.startsWith(prefix));
}

// The payment endpoint and the admin interface have error formats of their own (interface document,
// "Payment send").
function bodyOf({ req }: Context, { code, message, details }: Failure): object {
  if (req.path === PAY_PATH) return payFailureBody(message);
  if (req.path.startsWith(ADMIN_PREFIX)) return { error: { code, message } };
  const meta = { timestamp: new Date().toISOString() };
  return { error: { code, message, details: details ?? null }, meta };
}
