import { Hono } from 'hono';
import type { OnUnforeseen } from '../rpc/json-rpc.ts';
import { type Guard, type Refusal, refusalHeaders } from './guard.ts';

/** What the gateway serves. */
export interface GatewayOptions {
  readonly guard: Guard;
  readonly rest: Hono;
  readonly pay: Hono;
  readonly ops: Hono;
  readonly docs: Hono;
  readonly admin: Hono;
  readonly onUnforeseen: OnUnforeseen;
}

/** Creates the app of the gateway: everything but the JSON-RPC of proxy and validators. */
export function createGateway(options: GatewayOptions): Hono {
  const { guard, rest, pay, ops, docs, admin, onUnforeseen } = options;
  const app = new Hono();
  app.use('*', async (context, next) => {
    const refusal = guard.check(context);
    if (refusal === undefined) return next();
    return context.json(errorOf(refusal), refusal.status, refusalHeaders(refusal));
  });
  app.route('/', rest);
  app.route('/', pay);
  app.route('/', ops);
  app.route('/', docs);
  app.route('/', admin);
  app.notFound((context) => {
    const message = `there is no ${context.req.method} ${context.req.path}`;
    return context.json(envelopeOf('NOT_FOUND', message), 404);
  });
  app.onError((failure, context) => {
    onUnforeseen(failure);
    return context.json(envelopeOf('INTERNAL_ERROR', 'internal error'), 500);
  });
  return app;
}

// REST clients choose what to do by the code (wire.md section 4).
function errorOf({ status, message, retryAfter }: Refusal) {
  const details = retryAfter === undefined ? null : { retry_after_secs: retryAfter };
  return envelopeOf(status === 429 ? 'IP_RATE_LIMITED' : 'INVALID_REQUEST', message, details);
}

function envelopeOf(code: string, message: string, details: object | null = null) {
  return { error: { code, message, details }, meta: { timestamp: new Date().toISOString() } };
}
