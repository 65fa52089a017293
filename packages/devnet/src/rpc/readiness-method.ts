import { type Address, type Bytes32, DecodeError, SIGNED_READINESS } from '@quorate/protocol';
import type { OwnSeats } from '../committee/seats.ts';
import type { RpcMethod } from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

/** The method with which operators ask whether a key that is to get a seat is ready. */
export const READINESS_METHOD = 'quorate_proveReadiness';

/**
 * Answers a challenge with a validator key, once the validator has caught up as far as it can (rule
 * C3). Both parameters are 64 hex digits.
 */
export function readinessMethod(prove: OwnSeats['prove']): RpcMethod {
  return async ({ validator, challenge }) => {
    const key = hexOf<Address>(validator, 'validator');
    const proof = await prove(key, hexOf<Bytes32>(challenge, 'challenge'));
    if (proof === undefined) throw new RpcError(-32000, `this validator does not hold ${key}`);
    return SIGNED_READINESS.toJson(proof, 'rest');
  };
}

function hexOf<T extends string>(value: unknown, name: string): T {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value as T;
  throw new DecodeError('UnexpectedType', `params.${name}`, '64 hex digits');
}
