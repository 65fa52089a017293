import type { Response, ValidatorMessage } from '@quorate/core';
import type { RequestOf } from '../asker.ts';

/** What a validator is asked. */
export type ValidatorRequest = RequestOf<Exclude<ValidatorMessage, Response>>;

const TYPES: Readonly<Record<ValidatorRequest['type'], true>> = {
  SubmitTransaction: true,
  CheckTransaction: true,
  SubmitCertificate: true,
  GetCertificates: true,
  GetAccountInfo: true,
  GetTokenInfo: true,
  GetEscrowJobs: true,
  AnnounceChange: true,
  GetSnapshot: true,
};

/** Lists what validators can be asked. */
export const REQUEST_TYPES = Object.keys(TYPES) as readonly ValidatorRequest['type'][];

/** Says whether validators hear a message. */
export function isForValidators(message: {
  readonly type: string;
}): message is Exclude<ValidatorMessage, Response> {
  return Object.hasOwn(TYPES, message.type);
}

/** Names the JSON-RPC method by which nodes ask a validator: `quorate_checkTransaction`. */
export function methodOf(type: ValidatorRequest['type']): string {
  return `quorate_${type.charAt(0).toLowerCase()}${type.slice(1)}`;
}
