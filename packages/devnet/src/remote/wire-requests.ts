import type { CertificateSelection, EncodedEnvelope, Filter, GetEscrowJobs } from '@quorate/core';
import {
  type Address,
  ESCROW_ROLES,
  ESCROW_STATUSES,
  type EscrowJobId,
  type JsonObject,
  type StateKey,
  type TokenId,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import { z } from 'zod';
import { inOurWords } from '../data/mistakes.ts';
import type { ValidatorRequest } from './request-types.ts';
import { anyText, BYTES, CERTIFICATE, COUNT, ENVELOPE, INTEGER, type Wire } from './wire-parts.ts';
import { MISSING } from './wire-rejections.ts';

type Table = {
  readonly [T in ValidatorRequest['type']]: Wire<
    Omit<Extract<ValidatorRequest, { readonly type: T }>, 'type'>
  >;
};

// Bytes that do not decode are sent unchanged: the rules of the validator have to refuse them.
const SUBMITTED: Wire<TransactionEnvelope | EncodedEnvelope> = z.codec(
  z.union([
    z.object({ encoded: z.object({ transaction: BYTES, signature: BYTES }) }),
    z.object({ envelope: ENVELOPE }),
  ]),
  z.custom<TransactionEnvelope | EncodedEnvelope>(),
  {
    decode: (either) => ('encoded' in either ? either.encoded : either.envelope),
    encode: (given) => (isEncoded(given) ? { encoded: given } : { envelope: given }),
  },
);

function isEncoded(given: TransactionEnvelope | EncodedEnvelope): given is EncodedEnvelope {
  return typeof given.transaction === 'string';
}

const LIMIT = z.number();

const SELECTION: Wire<CertificateSelection> = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('Sender'),
    sender: anyText<Address>(),
    fromNonce: INTEGER,
    limit: LIMIT,
  }),
  z.object({
    by: z.literal('Basis'),
    recipient: anyText<Address>(),
    tokenIds: z.array(anyText<TokenId>()),
    skip: LIMIT,
    limit: LIMIT,
  }),
  z.object({ by: z.literal('Dependency'), dependency: MISSING }),
  z.object({ by: z.literal('Decision'), jobId: anyText<EscrowJobId>() }),
  z.object({ by: z.literal('Sequence'), from: INTEGER, limit: LIMIT }),
  z.object({ by: z.literal('Id'), transactionId: anyText<TransactionId>() }),
]);

function filterOf<T extends string>(): Wire<Filter<T>> {
  return z.union([z.literal(['none', 'all']), z.array(anyText<T>())]);
}

const JOBS: Wire<GetEscrowJobs['select']> = z.discriminatedUnion('by', [
  z.object({ by: z.literal('Id'), jobIds: z.array(anyText<EscrowJobId>()) }),
  z.object({
    by: z.literal('Party'),
    role: z.literal(ESCROW_ROLES),
    party: anyText<Address>(),
    status: z.exactOptional(z.literal(ESCROW_STATUSES)),
  }),
]);

const REQUESTS: Table = {
  SubmitTransaction: z.object({ envelope: SUBMITTED }),
  CheckTransaction: z.object({
    envelope: SUBMITTED,
    transactionId: z.exactOptional(anyText<TransactionId>()),
    asksBalance: z.exactOptional(z.literal(true)),
  }),
  SubmitCertificate: z.object({ certificate: CERTIFICATE }),
  GetCertificates: z.object({ select: SELECTION }),
  GetAccountInfo: z.object({
    address: anyText<Address>(),
    tokenBalances: filterOf<TokenId>(),
    stateKeys: filterOf<StateKey>(),
  }),
  GetTokenInfo: z.object({ tokenIds: z.array(anyText<TokenId>()) }),
  GetEscrowJobs: z.object({ select: JOBS }),
  AnnounceChange: z.object({ epoch: COUNT, certificate: CERTIFICATE }),
  GetSnapshot: z.object({ epoch: COUNT, page: COUNT.nullable() }),
};

/** Writes the parameters of a request. */
export function paramsOf(request: ValidatorRequest): JsonObject {
  const form: Wire<unknown> = REQUESTS[request.type];
  return z.encode(form, request) as JsonObject;
}

/**
 * Reads a request from its parameters.
 *
 * @throws ZodError, DecodeError if they are malformed
 */
export function requestFrom(type: ValidatorRequest['type'], params: JsonObject): ValidatorRequest {
  return { type, ...REQUESTS[type].parse(params, { error: inOurWords }) } as ValidatorRequest;
}

/** Gives the shape of each parameter of a request, for documents. */
export function paramShapes(type: ValidatorRequest['type']): Readonly<Record<string, z.ZodType>> {
  return (REQUESTS[type] as unknown as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
}
