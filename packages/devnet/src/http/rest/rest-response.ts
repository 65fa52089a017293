import { type JsonValue, stringifyJson } from '@quorate/protocol';
import type { Context } from 'hono';
import type { OnUnforeseen } from '../../rpc/json-rpc.ts';
import { corsHeaders } from '../cors.ts';
import { readOnce } from './query.ts';
import { RestFailure } from './rest-failure.ts';
import { WrittenJson } from './written-json.ts';

/** Gives the value of a query parameter; undefined if it is absent. */
export type Query = (name: string) => string | undefined;

/** Creates a handler; an exception is answered with the envelope of failures. */
export function answering(
  give: (context: Context, query: Query) => Promise<Response>,
  onUnforeseen: OnUnforeseen,
): (context: Context) => Promise<Response> {
  return async (context) => {
    try {
      return await give(context, (name) => readOnce(context.req.queries(name), name));
    } catch (failure) {
      return respondFailure(context, failure, onUnforeseen);
    }
  };
}

/** Answers with data in the envelope. */
export function respondData(context: Context, data: JsonValue | WrittenJson): Response {
  return respondJson(context, enveloped('data', data));
}

/** Answers with a failure in the envelope, and reports it if nobody foresaw it. */
function respondFailure(context: Context, failure: unknown, onUnforeseen: OnUnforeseen): Response {
  const { status, code, message, details, headers } = RestFailure.of(failure);
  if (status === 500) onUnforeseen(failure);
  return respondJson(context, enveloped('error', { code, message, details }), { status, headers });
}

interface Head {
  readonly status: 200 | RestFailure['status'];
  readonly headers: Readonly<Record<string, string>>;
}

const DONE: Head = { status: 200, headers: {} };

/** Answers with JSON that pages of this machine may read. */
export function respondJson(context: Context, text: string, { status, headers } = DONE): Response {
  const all = { ...corsHeaders(context), 'content-type': 'application/json', ...headers };
  return context.body(text, status, all);
}

function enveloped(name: 'data' | 'error', value: JsonValue | WrittenJson): string {
  const meta = stringifyJson({ timestamp: new Date().toISOString() });
  const text = value instanceof WrittenJson ? value.text : stringifyJson(value);
  return `{"${name}":${text},"meta":${meta}}`;
}
