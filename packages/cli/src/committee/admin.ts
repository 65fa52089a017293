import { ClientError } from '@quorate/client';
import {
  DecodeError,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@quorate/protocol';

/** Calls the admin interface of a devnet. */
export interface Admin {
  /** Gives the answer. @throws ClientError if the interface refuses or does not answer */
  get(path: string): Promise<JsonValue>;
  /** Gives the answer. @throws ClientError if the interface refuses or does not answer */
  post(path: string, body?: JsonObject): Promise<JsonValue>;
  /** Ends what is at a path. @throws ClientError if the interface refuses or does not answer */
  delete(path: string): Promise<JsonValue>;
}

/**
 * Milliseconds for a whole answer. A devnet takes up to half a minute to start a validator, and
 * says then that it has not.
 */
const PATIENCE = 60_000;

/**
 * Creates the access to the admin interface; `token` is the one that the devnet requires, if any.
 * `patience` is how long it may take to answer, in milliseconds.
 */
export function createAdmin(rest: string, token: string | undefined, patience = PATIENCE): Admin {
  const authorization = authorizationOf(token);
  async function call(path: string, init: RequestInit): Promise<JsonValue> {
    const at = addressOf(rest, path);
    const headers = { 'content-type': 'application/json', ...authorization };
    const signal = AbortSignal.timeout(patience);
    const asked = whole(at, { ...init, headers, signal });
    const { ok, status, text } = await asked.catch((cause: unknown) => {
      const reason = signal.aborted ? `it took over ${patience / 1_000} s` : reasonOf(cause);
      throw noAnswer(rest, reason, cause);
    });
    const body = read(text, { at, status });
    if (ok) return body;
    throw refusalIn(body, path, status);
  }
  return {
    get: (path) => call(path, {}),
    post: (path, body = {}) => call(path, { method: 'POST', body: stringifyJson(body) }),
    delete: (path) => call(path, { method: 'DELETE' }),
  };
}

/** What is asked for an answer that lasts. */
interface Lasting {
  readonly rest: string;
  readonly token: string | undefined;
  readonly path: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Gives an answer of the admin interface that lasts, as it comes.
 *
 * @throws ClientError if the interface refuses or does not answer
 */
export async function openAdmin({
  rest,
  token,
  path,
  signal,
}: Lasting): Promise<AsyncIterable<Uint8Array>> {
  const at = addressOf(rest, path);
  const headers = authorizationOf(token);
  const response = await fetch(at, { headers, signal }).catch((cause: unknown) => {
    throw noAnswer(rest, reasonOf(cause), cause);
  });
  const { ok, status, body } = response;
  if (!ok) throw refusalIn(read(await response.text(), { at, status }), path, status);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && body !== null) return body;
  throw new ClientError('UNREADABLE', `${at} gives no events: that is not a devnet`, { status });
}

/**
 * Reads the answer for a path; `read` may throw anything if the answer has another form, as that of
 * another server at the URL, or of a devnet of another version.
 *
 * @throws ClientError `UNREADABLE` if it does
 */
export function inForm<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = `${path} answers in another form: that is not a devnet, or one of another version`;
    throw new ClientError('UNREADABLE', message, { cause });
  }
}

// The server may end in the middle of its answer.
async function whole(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const { ok, status } = response;
  return { ok, status, text: await response.text() };
}

// Node.js itself always says `fetch failed`; the cause gives the reason.
function reasonOf(failure: unknown): string {
  const { cause, message } = failure as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/**
 * Reads an answer. If another server is at the URL, its answer is not JSON, which is not a mistake
 * in what the user typed.
 */
function read(
  text: string,
  { at, status }: { readonly at: string; readonly status: number },
): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    const message = `${at} answers with something other than JSON, status ${status}: that is not a devnet`;
    throw new ClientError('UNREADABLE', message, { status, cause });
  }
}

function addressOf(rest: string, path: string): string {
  return `${rest}/_devnet/v1${path}`;
}

function authorizationOf(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function noAnswer(rest: string, reason: string, cause: unknown): ClientError {
  return new ClientError('UNREACHABLE', `no answer from ${rest}: ${reason}`, { cause });
}

function refusalIn(body: JsonValue, path: string, status: number): ClientError {
  const { code = 'UNREADABLE', message = 'it does not say why' } = errorIn(body);
  return new ClientError(code, `${path.replace(/\?.*/, '')}: ${message}`, { status });
}

function errorIn(body: JsonValue): { readonly code?: string; readonly message?: string } {
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string } | null };
  return error ?? {};
}
