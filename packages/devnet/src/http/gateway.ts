import { Hono } from 'hono';
import type { Guard } from './guard.ts';

/** What the gateway serves. */
export interface GatewayOptions {
  readonly guard: Guard;
  readonly rest: Hono;
  readonly pay: Hono;
  readonly ops: Hono;
  readonly docs: Hono;
}

/** Creates the app of the gateway: everything but the JSON-RPC of proxy and validators. */
export function createGateway({ guard, rest, pay, ops, docs }: GatewayOptions): Hono {
  const app = new Hono();
  app.use('*', async (context, next) => {
    const refusal = guard(context);
    if (refusal === undefined) return next();
    return context.json({ error: refusal.message }, refusal.status);
  });
  app.route('/', rest);
  app.route('/', pay);
  app.route('/', ops);
  app.route('/', docs);
  return app;
}
