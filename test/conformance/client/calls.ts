import { type Json, type JsonObject, readJson, writeJson } from './json.ts';

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: JsonObject;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends `GET`, without a header of its own, as published clients do. */
export async function get(url: string): Promise<Answer> {
  return answerOf(await fetch(url));
}

/** Sends `POST` with a body that is JSON, or text as it stands. */
export async function post(url: string, body: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : writeJson(body);
  return answerOf(await fetch(url, { method: 'POST', headers: JSON_TYPE, body: text }));
}

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: readJson(await response.text()) as JsonObject,
  };
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Takes the `data` of a success of REST; throws for anything else. */
export function dataOf({ status, type, body }: Answer): Json {
  expectKeys(body, status === 200 ? ['data', 'meta'] : ['error', 'meta']);
  expectTimestamp(body);
  if (status === 200 && type.startsWith('application/json')) return body['data'] as Json;
  throw new Error(`expected a success, got ${status} ${type} ${writeJson(body)}`);
}

/** An error of REST. */
export interface RestError {
  readonly status: number;
  readonly code: Json | undefined;
  readonly message: Json | undefined;
  readonly details: Json | undefined;
}

/** Takes the error of REST; throws for a success, or for an envelope that clients cannot read. */
export function errorOf({ status, type, body }: Answer): RestError {
  expectKeys(body, ['error', 'meta']);
  expectTimestamp(body);
  if (status < 400 || !type.startsWith('application/json')) {
    throw new Error(`expected an error, got ${status} ${type}`);
  }
  const { code, message, details, ...rest } = body['error'] as JsonObject;
  expectKeys(rest, []);
  if (typeof code !== 'string' || typeof message !== 'string') throw new Error('not an error');
  return { status, code, message, details };
}

/** Calls a method of JSON-RPC and takes its result; throws for an error. */
export async function call(url: string, method: string, params: unknown = {}): Promise<Json> {
  const { status, body } = await post(url, { jsonrpc: '2.0', id: 7, method, params });
  expectKeys(body, ['id', 'jsonrpc', 'result']);
  if (status === 200 && body['jsonrpc'] === '2.0' && body['id'] === 7) {
    return body['result'] as Json;
  }
  throw new Error(`expected a result, got ${status} ${writeJson(body)}`);
}

/** An error of JSON-RPC. */
export interface RpcError {
  readonly code: Json | undefined;
  readonly message: Json | undefined;
  readonly data: Json | undefined;
}

/** Calls a method of JSON-RPC and takes its error; throws for a result. */
export async function refused(url: string, method: string, params: unknown): Promise<RpcError> {
  return rpcErrorOf(await post(url, { jsonrpc: '2.0', id: 7, method, params }));
}

/** Takes the error of JSON-RPC, whose `data`, if any, is text. */
export function rpcErrorOf({ status, body }: Answer): RpcError {
  expectKeys(body, ['error', 'id', 'jsonrpc']);
  const { code, message, data, ...rest } = body['error'] as JsonObject;
  expectKeys(rest, []);
  const isText = data === undefined || typeof data === 'string';
  if (status === 200 && Number.isInteger(code) && typeof message === 'string' && isText) {
    return { code, message, data };
  }
  throw new Error(`expected an error, got ${status} ${writeJson(body)}`);
}

function expectTimestamp(body: JsonObject): void {
  const meta = body['meta'] as JsonObject;
  if (!TIMESTAMP.test(String(meta['timestamp']))) throw new Error('meta.timestamp: not a time');
}

function expectKeys(body: JsonObject, expected: readonly string[]): void {
  const keys = Object.keys(body).sort().join();
  if (keys !== expected.join()) throw new Error(`expected ${expected}, got ${writeJson(body)}`);
}
