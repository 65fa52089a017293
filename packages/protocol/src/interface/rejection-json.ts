import { type JsonObject, stringifyJson } from '../json/json.ts';
import { errorEntry, REST_STATUS, rejectionDetails } from './error-catalogue.ts';
import type { Rejection } from './rejection.ts';

/** An error in JSON-RPC. Source: interface document, "Errors". */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  /**
   * A JSON text: an object with one key, the code of the rejection, whose value holds the facts.
   */
  readonly data: string;
}

/** An error in REST, without its envelope. Source: wire.md section 4. */
export interface RestError {
  readonly status: (typeof REST_STATUS)[keyof typeof REST_STATUS];
  readonly code: keyof typeof REST_STATUS;
  readonly message: string;
  /**
   * The facts; if several rejection codes share the error code, under the code of the rejection.
   */
  readonly details: JsonObject;
}

/** Writes a rejection for JSON-RPC. */
export function toJsonRpcError(rejection: Rejection): JsonRpcError {
  const { rpc, message } = errorEntry(rejection);
  const data = stringifyJson({ [rejection.code]: rejectionDetails(rejection, 'rpc') });
  return { code: rpc, message: message(rejection), data };
}

/** Writes a rejection for REST. */
export function toRestError(rejection: Rejection): RestError {
  const { rest, message } = errorEntry(rejection);
  const facts = rejectionDetails(rejection, 'rest');
  // Published clients read the facts of these two errors at the top level.
  const isOwn = rest === 'UNEXPECTED_NONCE' || rest === 'INVALID_REQUEST';
  const details = isOwn ? facts : { [rejection.code]: facts };
  return { status: REST_STATUS[rest], code: rest, message: message(rejection), details };
}
