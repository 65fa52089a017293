import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import { ClientError } from './client-error.ts';
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
}

/** Creates the connection to a server. */
export function createRest({ url, timeout, fetch }: RestOptions): Rest {
  const base = url.replace(/\/$/, '');

  async function call(path: string, init: RequestInit): Promise<JsonValue> {
    const response = await reach(() =>
      fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(timeout) }),
    );
    const text = await reach(() => response.text());
    return dataOf(response, text);
  }

  async function reach<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (cause) {
      const message = `no answer from ${base}: ${reasonOf(cause)}`;
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
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause, message } = failure;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function dataOf({ ok, status }: Response, text: string): JsonValue {
  const body = readBody(text, status);
  if (ok && Object.hasOwn(body, 'data')) return body['data'] ?? null;
  const error = body['error'];
  if (typeof error === 'object' && error !== null && !Array.isArray(error)) {
    const { code, message, details = null } = error as JsonObject;
    if (typeof code === 'string' && typeof message === 'string') {
      throw new ClientError(code, worded(message, details), { status, details });
    }
  }
  throw new ClientError('UNREADABLE', `an answer without data or error, status ${status}`, {
    status,
  });
}

/** The statuses for a body, URL or headers that are too long. */
const TOO_LONG = [413, 414, 431];

function readBody(text: string, status: number): JsonObject {
  try {
    const body = parseJson(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as JsonObject;
  } catch (cause) {
    const why = TOO_LONG.includes(status)
      ? ': the request is too long, ask for less at a time'
      : '';
    throw new ClientError('UNREADABLE', `an answer that is not JSON, status ${status}${why}`, {
      status,
      cause,
    });
  }
  throw new ClientError('UNREADABLE', `an answer that is not an object, status ${status}`, {
    status,
  });
}
