import { type JsonValue, stringifyJson } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { readJson, readText } from '../http/body.ts';
import type { PrivateGuard } from '../http/private-guard.ts';
import { readOnce } from '../http/rest/query.ts';
import type { OnUnforeseen } from '../rpc/json-rpc.ts';
import { type AdminError, invalidRequest } from './admin-error.ts';
import { ADMIN } from './admin-prefix.ts';
import { expectShape } from './expect-shape.ts';
import { refusalOf } from './refusal.ts';
import { unlessClosed } from './unless-closed.ts';

/** Answers one request; an exception becomes an error answer. */
export type AdminAnswer = (context: Context) => JsonValue | Promise<JsonValue>;

/** Collects the routes of the admin interface, each behind the guard. */
export interface AdminRoutes {
  readonly app: Hono;
  readonly get: (path: string, give: AdminAnswer) => void;
  /** Adds a GET route that anybody may read: it tells nothing of what the network does. */
  readonly open: (path: string, give: AdminAnswer) => void;
  readonly post: (path: string, give: AdminAnswer) => void;
  /** Adds a GET route whose answer lasts for as long as the caller takes it in. */
  readonly stream: (path: string, give: (context: Context) => Response) => void;
  /** Adds a POST route that takes no body: a caller that sends one expects something else. */
  readonly act: (path: string, give: AdminAnswer) => void;
  /**
   * Adds a DELETE route, which takes neither body nor query: a caller that names there, instead of
   * in the path, what to end would end more than that.
   */
  readonly delete: (path: string, give: AdminAnswer) => void;
}

/** What admin routes depend on. */
export interface AdminRoutesOptions {
  readonly guard: PrivateGuard;
  readonly onUnforeseen: OnUnforeseen;
  /** Aborted once callers that still wait have to be told that there will be no answer. */
  readonly closing: AbortSignal;
}

/** Creates an empty set of routes. */
export function createAdminRoutes(options: AdminRoutesOptions): AdminRoutes {
  const { guard, onUnforeseen, closing } = options;
  const app = new Hono();
  const responding = (respond: Respond) => async (context: Context) => {
    try {
      return await respond(context);
    } catch (failure) {
      return failWith(context, failure, onUnforeseen);
    }
  };
  const guarded = (respond: Respond) =>
    responding((context) => {
      const refusal = guard(context);
      if (refusal === undefined) return respond(context);
      const { status, message } = refusal;
      return context.json({ error: { code: 'FORBIDDEN', message } }, status);
    });
  const giving =
    (give: AdminAnswer): Respond =>
    async (context) => {
      const body = stringifyJson(await unlessClosed(() => give(context), closing));
      return context.body(body, 200, { 'content-type': 'application/json' });
    };
  const answer = (give: AdminAnswer) => guarded(giving(give));
  return {
    app,
    get: (path, give) => void app.get(`${ADMIN}${path}`, answer(give)),
    open: (path, give) => void app.get(`${ADMIN}${path}`, responding(giving(give))),
    stream: (path, give) => void app.get(`${ADMIN}${path}`, guarded(give)),
    post: (path, give) => void app.post(`${ADMIN}${path}`, answer(give)),
    act: (path, give) => void app.post(`${ADMIN}${path}`, answer(withNothing(give))),
    delete: (path, give) => void app.delete(`${ADMIN}${path}`, answer(withPathAlone(give))),
  };
}

type Respond = (context: Context) => Response | Promise<Response>;

/** Gives a parameter of the path. */
export function param({ req }: Context, name: string): string {
  return req.param(name) ?? '';
}

/** Gives a parameter of the query, undefined if it is absent. @throws DecodeError if it is repeated */
export function once({ req }: Context, name: string): string | undefined {
  return readOnce(req.queries(name), name);
}

/**
 * Reads from the query how many entries a caller wants: `usual` unless it says, at most `most`.
 *
 * @throws AdminError, DecodeError naming the key and what was expected
 */
export function countIn(
  context: Context,
  { name, usual, most }: { readonly name: string; readonly usual: number; readonly most: number },
): number {
  const text = once(context, name) ?? String(usual);
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw invalidRequest(`${name}: expected a whole number from 1 to ${most}`);
}

/** What messages call a body. */
export const BODY = 'body';

/**
 * Reads the body of a request.
 *
 * @throws AdminError naming the field and what was expected
 */
export async function readBody<T>({ req }: Context, shape: z.ZodType<T>): Promise<T> {
  return expectShape(await readJson(req), shape, BODY);
}

const nothing = z.strictObject({});

function withNothing(give: AdminAnswer): AdminAnswer {
  return async (context) => {
    if ((await readText(context.req)) !== '') await readBody(context, nothing);
    return give(context);
  };
}

function withPathAlone(give: AdminAnswer): AdminAnswer {
  return (context) => {
    const { req } = context;
    if (Object.keys(req.query()).length > 0) throw namedElsewhere('query');
    // Unread, because it may be large; an empty object names nothing.
    const isLonger = Number(req.header('content-length') ?? 0) > '{}'.length;
    if (isLonger || req.header('transfer-encoding') !== undefined) throw namedElsewhere('body');
    return give(context);
  };
}

function namedElsewhere(where: string): AdminError {
  const expected = 'expected none, because the path alone says what ends';
  return invalidRequest(`${where}: ${expected}, as in DELETE /faults/f1 or DELETE /snapshots/s1`);
}

function failWith(context: Context, failure: unknown, onUnforeseen: OnUnforeseen): Response {
  const refusal = refusalOf(failure);
  if (refusal !== undefined) {
    const { status, code, message } = refusal;
    return context.json({ error: { code, message } }, status);
  }
  onUnforeseen(failure);
  return context.json({ error: { code: 'INTERNAL_ERROR', message: 'internal error' } }, 500);
}
