import { type JsonValue, stringifyJson } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { PrivateGuard } from '../http/private-guard.ts';
import type { OnUnforeseen } from '../rpc/json-rpc.ts';
import { AdminError } from './admin-error.ts';

/** Where the admin interface lies. */
const ADMIN = '/_devnet/v1';

/** Answers one request; what it throws becomes an error. */
export type AdminAnswer = (context: Context) => JsonValue | Promise<JsonValue>;

/** Collects the routes of the admin interface, each behind its guard. */
export interface AdminRoutes {
  readonly app: Hono;
  readonly get: (path: string, give: AdminAnswer) => void;
  readonly post: (path: string, give: AdminAnswer) => void;
  readonly delete: (path: string, give: AdminAnswer) => void;
}

/** Creates routes that nobody has added to. */
export function createAdminRoutes(guard: PrivateGuard, onUnforeseen: OnUnforeseen): AdminRoutes {
  const app = new Hono();
  const answer = (give: AdminAnswer) => async (context: Context) => {
    const refusal = guard(context);
    if (refusal !== undefined) {
      return context.json(
        { error: { code: 'FORBIDDEN', message: refusal.message } },
        refusal.status,
      );
    }
    try {
      const body = stringifyJson(await give(context));
      return context.body(body, 200, { 'content-type': 'application/json' });
    } catch (failure) {
      return failWith(context, failure, onUnforeseen);
    }
  };
  return {
    app,
    get: (path, give) => void app.get(`${ADMIN}${path}`, answer(give)),
    post: (path, give) => void app.post(`${ADMIN}${path}`, answer(give)),
    delete: (path, give) => void app.delete(`${ADMIN}${path}`, answer(give)),
  };
}

/** Gives a part of the path. */
export function param({ req }: Context, name: string): string {
  return req.param(name) ?? '';
}

/**
 * Reads the body of a request.
 *
 * @throws AdminError naming the field and what was expected
 */
export async function readBody<T>({ req }: Context, shape: z.ZodType<T>): Promise<T> {
  const text = await req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AdminError(400, 'INVALID_REQUEST', 'body: expected JSON');
  }
  const { data, error } = shape.safeParse(body);
  if (error === undefined) return data;
  throw new AdminError(400, 'INVALID_REQUEST', z.prettifyError(error));
}

function failWith(context: Context, failure: unknown, onUnforeseen: OnUnforeseen): Response {
  if (failure instanceof AdminError) {
    const { status, code, message } = failure;
    return context.json({ error: { code, message } }, status);
  }
  onUnforeseen(failure);
  return context.json({ error: { code: 'INTERNAL_ERROR', message: 'internal error' } }, 500);
}
