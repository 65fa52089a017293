import { type Response, VALIDATOR_MESSAGES, type ValidatorMessage } from '@quorate/core';
import type { RequestOf } from '../nodes/asker.ts';

/** A request to a validator. */
export type ValidatorRequest = RequestOf<Exclude<ValidatorMessage, Response>>;

const { Response: _, ...TYPES } = VALIDATOR_MESSAGES;

/** The types of all requests to validators. */
export const REQUEST_TYPES = Object.keys(TYPES) as readonly ValidatorRequest['type'][];

/** Tells whether a message is one that validators handle. */
export function isForValidators(message: {
  readonly type: string;
}): message is Exclude<ValidatorMessage, Response> {
  return Object.hasOwn(TYPES, message.type);
}

/**
 * Gives the name of the JSON-RPC method with which nodes send such a request:
 * `quorate_checkTransaction`.
 */
export function methodOf(type: ValidatorRequest['type']): string {
  return `quorate_${type.charAt(0).toLowerCase()}${type.slice(1)}`;
}
