import type { JsonObject, JsonValue } from '@quorate/protocol';
import { methodOf, REQUEST_TYPES, type ValidatorRequest } from '../remote/request-types.ts';
import type { MethodGround } from './account-methods.ts';
import type { RpcMethod, RpcMethods } from './json-rpc.ts';
import { noAnswer, RpcError } from './rpc-error.ts';

/**
 * Builds the methods by which a proxy in another place asks a validator, one for each message.
 *
 * They say what the published ones leave out: which rule refused, with all facts, and the bytes of
 * every transaction. A refusal is a result; an error says that there was no answer. What they let a
 * caller do is what the published methods let it do.
 */
export function remoteMethods(ground: MethodGround): RpcMethods {
  return Object.fromEntries(REQUEST_TYPES.map((type) => [methodOf(type), method(ground, type)]));
}

function method({ asker, node }: MethodGround, type: ValidatorRequest['type']): RpcMethod {
  return async (params) => {
    const result = await asker.ask(node, await read(type, params));
    if (result === undefined) throw noAnswer(node);
    const { resultToJson } = await import('../remote/wire-results.ts');
    return resultToJson(result) as JsonValue;
  };
}

async function read(type: ValidatorRequest['type'], params: JsonObject): Promise<ValidatorRequest> {
  const { requestFrom } = await import('../remote/wire-requests.ts');
  const { ZodError } = await import('zod');
  try {
    return requestFrom(type, params);
  } catch (failure) {
    if (!(failure instanceof ZodError)) throw failure;
    const [issue] = failure.issues;
    throw RpcError.invalidParams(`params.${issue?.path.join('.')}: ${issue?.message}`);
  }
}
