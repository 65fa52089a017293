import type { JsonObject, JsonValue } from '@quorate/protocol';
import { ZodError } from 'zod';
import { methodOf, REQUEST_TYPES, type ValidatorRequest } from '../remote/request-types.ts';
import { requestFrom } from '../remote/wire-requests.ts';
import { resultToJson } from '../remote/wire-results.ts';
import type { MethodGround } from './account-methods.ts';
import type { RpcMethod, RpcMethods } from './json-rpc.ts';
import { noAnswer, RpcError } from './rpc-error.ts';

/** What the methods for other nodes work with. */
export interface RemoteGround extends MethodGround {
  /** How often the network was put back; absent if no request outlives that. */
  readonly era?: () => number;
}

/**
 * Builds the methods with which a proxy elsewhere sends requests to a validator, one for each type
 * of message.
 *
 * Their answers contain what the published ones omit: the rule of a refusal with all details, and
 * the bytes of every transaction. A refusal is a result; an error means that there was no answer.
 * They give callers no more power than the published methods.
 */
export function remoteMethods(ground: RemoteGround): RpcMethods {
  return Object.fromEntries(REQUEST_TYPES.map((type) => [methodOf(type), method(ground, type)]));
}

function method({ asker, node, era }: RemoteGround, type: ValidatorRequest['type']): RpcMethod {
  return async (params) => {
    const request = read(type, params);
    // It was sent before the network was put back, so it counts as not having been sent.
    if (era !== undefined && (params['era'] ?? era()) !== era()) throw noAnswer(node);
    const result = await asker.ask(node, request);
    if (result === undefined) throw noAnswer(node);
    return resultToJson(result) as JsonValue;
  };
}

function read(type: ValidatorRequest['type'], params: JsonObject): ValidatorRequest {
  try {
    return requestFrom(type, params);
  } catch (failure) {
    if (!(failure instanceof ZodError)) throw failure;
    const [issue] = failure.issues;
    throw RpcError.invalidParams(`params.${issue?.path.join('.')}: ${issue?.message}`);
  }
}
