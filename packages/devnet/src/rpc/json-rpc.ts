import {
  DecodeError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
  parseJson,
  stringifyJson,
} from '@quorate/protocol';
import { memberText, partsOf, rewriteMember } from './json-text.ts';
import { letGo } from './let-go.ts';
import { invalidRequest, methodNotFound, parseError, RpcError } from './rpc-error.ts';

/**
 * Carries out one method; an exception becomes the error of the answer. `authorization` is the
 * value of the caller's header of that name. Whatever a method reads of its parameters, it reads
 * before it waits for anything: then they are emptied.
 */
export type RpcMethod = (
  params: JsonObject,
  authorization: string | undefined,
) => Promise<JsonValue>;

/** The methods of one endpoint, by name. */
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/** Also offers each method under its older name, with `set_` in front (facts.md F6.19). */
export function withOlderNames(methods: RpcMethods): RpcMethods {
  const older = Object.entries(methods).map(([name, method]) => [`set_${name}`, method]);
  return { ...methods, ...Object.fromEntries(older) };
}

/** Told of unforeseen failures, so that they are logged; the caller gets only an error code. */
export type OnUnforeseen = (failure: unknown) => void;

/** The most calls of one batch: house decision. */
export const BATCH_MAX = 100;

/** Also for a compressed body. */
const NO_TEXT = new DecodeError('InvalidJson', 'body', 'UTF-8');

type Id = string | number | bigint | null;

/**
 * Answers the body of a JSON-RPC 2.0 request or batch; an undefined body is one that is no text.
 * Undefined if it consists only of notifications, which have no answer.
 *
 * Integers of any size survive in both directions. An id may be any number, and the answer repeats
 * it as it is written: parsing `1e-400` would make it another number.
 */
export async function answerRpc(
  body: string | undefined,
  methods: RpcMethods,
  onUnforeseen: OnUnforeseen,
  authorization?: string,
): Promise<string | undefined> {
  if (body === undefined) return refuseUnread({ failure: NO_TEXT, loose: undefined });
  const read = readCalls(body);
  if (read.failure !== undefined) return refuseUnread(read);
  const { request, ids } = read;
  const ground = { methods, onUnforeseen, authorization };
  const answerOne = async (call: JsonValue, index = 0) =>
    text(await answerCall(call, ground), ids[index]);
  if (!Array.isArray(request)) return answerOne(request);
  const refused = refuseLength(request);
  if (refused !== undefined) return refused;
  const answers = await Promise.all(request.map(answerOne));
  const given = answers.filter((answer) => answer !== undefined);
  return given.length === 0 ? undefined : `[${given.join()}]`;
}

/** What a body says, or why it is refused, with the result of a more lenient parser. */
type Read = Exact | Unread;

interface Exact {
  readonly request: JsonValue;
  /** For each call, the id as it is written, if the parsed id may be another number. */
  readonly ids: readonly (string | undefined)[];
  readonly failure?: undefined;
}

interface Unread {
  readonly failure: DecodeError;
  /** Undefined if the body is not JSON. */
  readonly loose: Loose | undefined;
}

/** JSON that has lost digits, together with the text of each call, which has not. */
interface Loose {
  readonly isBatch: boolean;
  readonly calls: readonly { readonly call: JsonValue; readonly written: string }[];
}

function readCalls(body: string): Read {
  const request = parse(body);
  if (!(request instanceof DecodeError)) {
    const calls = Array.isArray(request) ? request : [request];
    const hasMinusZero = body.includes('-0');
    const isOther = calls.some((call) => mayBeWrittenOtherwise(call, hasMinusZero));
    return { request, ids: isOther ? numbersOfCalls(readLoosely(body)) : [] };
  }
  const loose = readLoosely(body);
  if (loose === undefined) return { failure: request, loose };
  const again = parse(withPlainIds(loose));
  return again instanceof DecodeError
    ? { failure: again, loose }
    : { request: again, ids: numbersOfCalls(loose) };
}

/** Tells whether the id of a call may be written differently from what was parsed. */
function mayBeWrittenOtherwise(call: JsonValue, hasMinusZero: boolean): boolean {
  const id = isJsonObject(call) ? ownField(call, 'id') : undefined;
  return typeof id === 'number' && (!Number.isInteger(id) || (id === 0 && hasMinusZero));
}

function parse(text: string): JsonValue | DecodeError {
  try {
    return parseJson(text);
  } catch (failure) {
    if (failure instanceof DecodeError) return failure;
    throw failure;
  }
}

function readLoosely(body: string): Loose | undefined {
  let request: JsonValue;
  try {
    request = JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
  if (!Array.isArray(request)) return { isBatch: false, calls: [{ call: request, written: body }] };
  const texts = partsOf(body);
  const calls = request.map((call, index) => ({ call, written: texts[index] ?? '' }));
  return { isBatch: true, calls };
}

/** Gives the ids of calls that are numbers, as they are written. */
function numbersOfCalls(loose: Loose | undefined): Exact['ids'] {
  return (loose?.calls ?? []).map(({ call, written }) => {
    const id = isJsonObject(call) ? memberText(written, 'id') : undefined;
    return id !== undefined && isNumber(id) ? id : undefined;
  });
}

/**
 * Gives the text with a digit in place of ids that are numbers, which the strict parser may not
 * accept.
 */
function withPlainIds({ isBatch, calls }: Loose): string {
  const texts = calls.map(({ call, written }) =>
    isJsonObject(call) ? rewriteMember(written, 'id', (id) => (isNumber(id) ? '0' : id)) : written,
  );
  return isBatch ? `[${texts.join()}]` : texts.join();
}

function isNumber(written: string): boolean {
  return /^-?\d/.test(written);
}

function refuseLength({ length }: readonly unknown[]): string | undefined {
  if (length > 0 && length <= BATCH_MAX) return undefined;
  const expected = `batch: expected 1 to ${BATCH_MAX} calls, got ${length}`;
  return text(errorAnswer(null, invalidRequest(expected)));
}

// Our parser is the stricter one: what it refuses although it is JSON (a repeated key, `1.0` for an
// integer) is an error of parameters (facts.md L8.2), and the callers wait for answers by id.
function refuseUnread({ failure, loose }: Unread): string | undefined {
  if (loose === undefined) return text(errorAnswer(null, parseError(failure)));
  const { isBatch, calls } = loose;
  const refused = isBatch ? refuseLength(calls) : undefined;
  if (refused !== undefined) return refused;
  const error = RpcError.invalidParams(failure.message);
  const answers = calls.map(({ call, written }) => refuseCall(call, written, error));
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length === 0) return undefined;
  return isBatch ? `[${given.join()}]` : given.join();
}

// The id is copied from the text: `JSON.parse` has lost some of its digits.
function refuseCall(call: JsonValue, written: string, error: RpcError): string | undefined {
  const checked = checkCall(call);
  const isCall = !(checked instanceof RpcError);
  if (isCall && checked.id === undefined) return undefined;
  const id = (idOf(call) === null ? undefined : memberText(written, 'id')) ?? 'null';
  return answerText(id, { error: errorObject(isCall ? error : checked) });
}

/** The answer to a call, without the version. */
type Answer =
  | { readonly id: Id; readonly result: JsonValue }
  | { readonly id: Id; readonly error: JsonObject };

interface CallGround {
  readonly methods: RpcMethods;
  readonly onUnforeseen: OnUnforeseen;
  readonly authorization: string | undefined;
}

async function answerCall(
  call: JsonValue,
  { methods, onUnforeseen, authorization }: CallGround,
): Promise<Answer | undefined> {
  const checked = checkCall(call);
  if (checked instanceof RpcError) return errorAnswer(idOf(call), checked);
  const { id, method, params } = checked;
  try {
    if (!Object.hasOwn(methods, method)) throw methodNotFound(method);
    if (params === undefined) throw RpcError.invalidParams('params: expected an object');
    const answering = (methods[method] as RpcMethod)(params, authorization);
    for (const read of [params, call]) letGo(read);
    const result = await answering;
    return id === undefined ? undefined : { id, result };
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
  /** Named parameters; undefined if the call gives them by position. */
  readonly params: JsonObject | undefined;
}

function checkCall(call: JsonValue): Call | RpcError {
  if (!isJsonObject(call)) return invalidRequest('call: expected an object');
  if (ownField(call, 'jsonrpc') !== '2.0') return invalidRequest('jsonrpc: expected "2.0"');
  const id = ownField(call, 'id');
  if (id !== undefined && !isId(id))
    return invalidRequest('id: expected a string, a number or null');
  const method = ownField(call, 'method');
  if (typeof method !== 'string') return invalidRequest('method: expected a string');
  const params = ownField(call, 'params') ?? {};
  if (typeof params !== 'object') return invalidRequest('params: expected an object or an array');
  return { id, method, params: isJsonObject(params) ? params : namedByNone(params) };
}

// Clients without knowledge of a method send an empty list for no parameters.
function namedByNone({ length }: readonly JsonValue[]): JsonObject | undefined {
  return length === 0 ? {} : undefined;
}

function errorAnswer(id: Id, error: RpcError): Answer {
  return { id, error: errorObject(error) };
}

function errorObject({ code, message, data }: RpcError): JsonObject {
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Gives the id of a call that is wrong in another place, so that its caller finds the answer. */
function idOf(call: JsonValue): Id {
  const id = isJsonObject(call) ? ownField(call, 'id') : undefined;
  return id !== undefined && isId(id) ? id : null;
}

function isId(value: JsonValue): value is Id {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value);
}

function text(answer: Answer | undefined, writtenId?: string): string | undefined {
  if (answer === undefined) return undefined;
  const { id, ...outcome } = answer;
  return answerText(writtenId ?? stringifyJson(id), outcome);
}

function answerText(writtenId: string, outcome: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${writtenId},${stringifyJson(outcome).slice(1)}`;
}
