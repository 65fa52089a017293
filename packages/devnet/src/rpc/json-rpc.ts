import {
  DecodeError,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@quorate/protocol';
import { memberText, partsOf, rewriteMember } from './json-text.ts';
import { invalidRequest, methodNotFound, parseError, RpcError } from './rpc-error.ts';

/**
 * Carries out one method; what it throws becomes the error of the answer. `authorization` is what
 * the caller shows by that header.
 */
export type RpcMethod = (
  params: JsonObject,
  authorization: string | undefined,
) => Promise<JsonValue>;

/** The methods of one endpoint, by name. */
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/** Lets each method answer to its older name, too: with `set_` in front (facts.md F6.19). */
export function withOlderNames(methods: RpcMethods): RpcMethods {
  const older = Object.entries(methods).map(([name, method]) => [`set_${name}`, method]);
  return { ...methods, ...Object.fromEntries(older) };
}

/** Hears of what nobody foresaw, so that it is logged; the caller is told no more than its code. */
export type OnUnforeseen = (failure: unknown) => void;

/** Bounds how many calls one batch may hold: house decision. */
export const BATCH_MAX = 100;

type Id = string | number | bigint | null;

/**
 * Answers the body of one JSON-RPC 2.0 request, a batch included; undefined where all of it was
 * notifications, which have no answer.
 *
 * Integers of any size survive in both directions, in ids too. An id may be any number: `1.0` is answered
 * as `1`, which is the same.
 */
export async function answerRpc(
  body: string,
  methods: RpcMethods,
  onUnforeseen: OnUnforeseen,
  authorization?: string,
): Promise<string | undefined> {
  let request: JsonValue;
  try {
    request = parseCalls(body);
  } catch (failure) {
    if (failure instanceof DecodeError) return refuseUnread(body, failure);
    throw failure;
  }
  const ground = { methods, onUnforeseen, authorization };
  const answerOne = (call: JsonValue) => answerCall(call, ground);
  if (!Array.isArray(request)) return text(await answerOne(request));
  const refused = refuseLength(request);
  if (refused !== undefined) return refused;
  const answers = await Promise.all(request.map(answerOne));
  const given = answers.filter((answer) => answer !== undefined);
  return given.length === 0 ? undefined : stringifyJson(given);
}

function parseCalls(body: string): JsonValue {
  try {
    return parseJson(body);
  } catch (failure) {
    const plain = withPlainIds(body);
    if (plain === undefined) throw failure;
    return parseJson(plain);
  }
}

/** Gives the text with ids such as `1.0` in digits alone; undefined where it is not JSON. */
function withPlainIds(body: string): string | undefined {
  const request = readLoosely(body);
  if (request === undefined) return undefined;
  const plain = (call: JsonValue, written: string) =>
    isObject(call) ? rewriteMember(written, 'id', inDigits) : written;
  if (!Array.isArray(request)) return plain(request, body);
  const texts = partsOf(body);
  return `[${request.map((call, index) => plain(call, texts[index] ?? '')).join()}]`;
}

function inDigits(literal: string): string {
  const number = /^-?\d/.test(literal) ? Number(literal) : Number.NaN;
  return /^-?\d+$/.test(literal) || !Number.isInteger(number) ? literal : `${BigInt(number)}`;
}

function refuseLength({ length }: readonly JsonValue[]): string | undefined {
  if (length > 0 && length <= BATCH_MAX) return undefined;
  const expected = `a batch of 1 to ${BATCH_MAX} calls, got ${length}`;
  return stringifyJson(errorAnswer(null, invalidRequest(expected)));
}

// Ours is the stricter parser: what it refuses although it is JSON (a key given twice, `1.0` for an
// integer) is a matter of parameters (facts.md L8.2), and its callers wait for answers by id.
function refuseUnread(body: string, failure: DecodeError): string | undefined {
  const error = RpcError.invalidParams(failure.message);
  const request = readLoosely(body);
  if (request === undefined) return stringifyJson(errorAnswer(null, parseError(failure)));
  if (!Array.isArray(request)) return refuseCall(request, body, error);
  const refused = refuseLength(request);
  if (refused !== undefined) return refused;
  const texts = partsOf(body);
  const answers = request.map((call, index) => refuseCall(call, texts[index] ?? '', error));
  const given = answers.filter((answer) => answer !== undefined);
  return given.length === 0 ? undefined : `[${given.join()}]`;
}

function readLoosely(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}

// The id is copied from the text: `JSON.parse` has lost digits of it.
function refuseCall(call: JsonValue, written: string, error: RpcError): string | undefined {
  const checked = checkCall(call);
  const isCall = !(checked instanceof RpcError);
  if (isCall && checked.id === undefined) return undefined;
  const id = idOf(call) === null ? 'null' : memberText(written, 'id');
  return `{"jsonrpc":"2.0","id":${id},"error":${stringifyJson(errorObject(isCall ? error : checked))}}`;
}

interface CallGround {
  readonly methods: RpcMethods;
  readonly onUnforeseen: OnUnforeseen;
  readonly authorization: string | undefined;
}

async function answerCall(
  call: JsonValue,
  { methods, onUnforeseen, authorization }: CallGround,
): Promise<JsonObject | undefined> {
  const checked = checkCall(call);
  if (checked instanceof RpcError) return errorAnswer(idOf(call), checked);
  const { id, method, params } = checked;
  try {
    if (!Object.hasOwn(methods, method)) throw methodNotFound(method);
    if (params === undefined) throw RpcError.invalidParams('params: expected an object');
    const result = await (methods[method] as RpcMethod)(params, authorization);
    return id === undefined ? undefined : { jsonrpc: '2.0', id, result };
  } catch (failure) {
    const error = RpcError.of(failure);
    if (error.isUnforeseen) onUnforeseen(failure);
    return id === undefined ? undefined : errorAnswer(id, error);
  }
}

interface Call {
  /** Undefined for a notification. */
  readonly id: Id | undefined;
  readonly method: string;
  /** Named parameters; undefined where the call gives them by position. */
  readonly params: JsonObject | undefined;
}

function checkCall(call: JsonValue): Call | RpcError {
  if (!isObject(call)) return invalidRequest('a call is an object');
  if (own(call, 'jsonrpc') !== '2.0') return invalidRequest('jsonrpc: expected "2.0"');
  const id = own(call, 'id');
  if (id !== undefined && !isId(id))
    return invalidRequest('id: expected a string, a number or null');
  const method = own(call, 'method');
  if (typeof method !== 'string') return invalidRequest('method: expected a string');
  const params = own(call, 'params') ?? {};
  if (typeof params !== 'object') return invalidRequest('params: expected an object or an array');
  return { id, method, params: isObject(params) ? params : namedByNone(params) };
}

// Clients that know nothing of a method send an empty list for no parameters.
function namedByNone({ length }: readonly JsonValue[]): JsonObject | undefined {
  return length === 0 ? {} : undefined;
}

function errorAnswer(id: Id, error: RpcError): JsonObject {
  return { jsonrpc: '2.0', id, error: errorObject(error) };
}

function errorObject({ code, message, data }: RpcError): JsonObject {
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Gives the id of a call that is wrong in another place, so that its caller finds the answer. */
function idOf(call: JsonValue): Id {
  const id = isObject(call) ? own(call, 'id') : undefined;
  return id !== undefined && isId(id) ? id : null;
}

function isId(value: JsonValue): value is Id {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function text(answer: JsonObject | undefined): string | undefined {
  return answer === undefined ? undefined : stringifyJson(answer);
}
