import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import { abortedBy, ClientError } from './client-error.ts';
import { foreignAnswer, redirection, retryAfterOf } from './foreign-answer.ts';
import { worded } from './worded.ts';

/** Talks REST to one server. */
export interface Rest {
  /**
   * Sends a GET request and gives the `data` of the answer.
   *
   * @throws ClientError
   */
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<JsonValue>;
  /**
   * Sends a POST request and gives the `data` of the answer.
   *
   * @throws ClientError
   */
  post(
    path: string,
    body: JsonValue,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonValue>;
}

/** The server, and how long to wait for it. */
export interface RestOptions {
  /** The URL without `/v1`; one slash at the end does not matter. */
  readonly url: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
  /** Ends the requests under way, and refuses later ones. */
  readonly signal: AbortSignal | undefined;
}

/** Creates the connection to a server. */
export function createRest({ url, timeout, fetch, signal }: RestOptions): Rest {
  const base = url.replace(/\/$/, '');

  async function call(path: string, init: RequestInit): Promise<JsonValue> {
    const late = AbortSignal.timeout(timeout);
    const ends = signal === undefined ? late : AbortSignal.any([late, signal]);
    const response = await reach(() => fetch(`${base}${path}`, { ...init, signal: ends }));
    const text = await reach(() => response.text());
    return dataOf(response, text, base);
  }

  async function reach<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (cause) {
      if (signal?.aborted === true) throw abortedBy(signal);
      const message = `no answer from ${base}: ${reasonOf(cause, timeout)}`;
      throw new ClientError('UNREACHABLE', message, { cause });
    }
  }

  return {
    get: (path, query = {}) => call(`${path}${queryText(query)}`, {}),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: stringifyJson(body),
      }),
  };
}

// Node.js always says `fetch failed`; the cause gives the reason.
function reasonOf(failure: unknown, timeout: number): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause, message, name } = failure;
  if (name === 'TimeoutError') return `nothing within ${timeout} ms`;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function dataOf(response: Response, text: string, base: string): JsonValue {
  const { ok, status } = response;
  const body = readBody(text);
  if (ok && body !== undefined && Object.hasOwn(body, 'data')) return body['data'] ?? null;
  const error = body?.['error'];
  if (typeof error === 'object' && error !== null && !Array.isArray(error)) {
    const { code, message, details = null } = error as JsonObject;
    if (typeof code === 'string' && typeof message === 'string') {
      throw new ClientError(code, `${worded(message, details)}${redirection(response)}`, {
        status,
        details,
        retryAfter: retryAfterOf(response, details),
      });
    }
  }
  throw new ClientError('UNREADABLE', foreignAnswer(response, text, base), {
    status,
    retryAfter: retryAfterOf(response, null),
  });
}

/** Reads a JSON object; undefined for anything else. */
function readBody(text: string): JsonObject | undefined {
  try {
    const body = parseJson(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
