import { ClientError } from '@quorate/client';
import { DecodeError, type JsonValue, parseJson } from '@quorate/protocol';

/** Ask the admin interface of a devnet. */
export interface Admin {
  /** Gives what came back. @throws ClientError where it refuses or does not answer */
  get(path: string): Promise<JsonValue>;
  /** Gives what came back. @throws ClientError where it refuses or does not answer */
  post(path: string): Promise<JsonValue>;
}

/** Create what asks the admin interface; `token` is what a devnet asks for that has one. */
export function createAdmin(rest: string, token: string | undefined): Admin {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  async function call(path: string, init: RequestInit): Promise<JsonValue> {
    const at = `${rest}/_devnet/v1${path}`;
    const headers = { 'content-type': 'application/json', ...authorization };
    const { ok, status, text } = await whole(at, { ...init, headers }).catch((cause: unknown) => {
      throw new ClientError('UNREACHABLE', `no answer from ${rest}: ${reasonOf(cause)}`, { cause });
    });
    const body = read(text, { at, status });
    if (ok) return body;
    const { code = 'UNREADABLE', message = 'it does not say why' } = errorIn(body);
    throw new ClientError(code, `${path}: ${message}`, { status });
  }
  return {
    get: (path) => call(path, {}),
    post: (path) => call(path, { method: 'POST', body: '{}' }),
  };
}

// Whoever answers may end in the midst of it.
async function whole(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const { ok, status } = response;
  return { ok, status, text: await response.text() };
}

// Node itself says `fetch failed`, whatever it was; the cause says what.
function reasonOf(failure: unknown): string {
  const { cause, message } = failure as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/** Whoever serves something else at a URL answers in ways of its own: no mistake in what was typed. */
function read(
  text: string,
  { at, status }: { readonly at: string; readonly status: number },
): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    const message = `${at} answers what is not JSON, status ${status}: no devnet is there`;
    throw new ClientError('UNREADABLE', message, { status, cause });
  }
}

function errorIn(body: JsonValue): { readonly code?: string; readonly message?: string } {
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string } | null };
  return error ?? {};
}
