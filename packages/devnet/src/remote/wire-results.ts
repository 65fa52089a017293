import type { AccountInfo, EscrowJob, Pending, Result, Token } from '@quorate/core';
import {
  type Bytes32,
  ESCROW_STATUSES,
  type EscrowConfigId,
  type EscrowJobId,
  type JsonValue,
  type PrunedCertificate,
  type State,
  type StateKey,
  type TokenId,
  type TransactionId,
} from '@quorate/protocol';
import { z } from 'zod';
import {
  ADDRESS,
  anyText,
  CERTIFICATE,
  COUNT,
  ENVELOPE,
  hash,
  INTEGER,
  oneOf,
  orUndefined,
  pairs,
  SIGNATURE,
  SNAPSHOT_PART,
  type Wire,
} from './wire-parts.ts';
import { REJECTION, type ValidatorRejection } from './wire-rejections.ts';

/** The answers of validators; all other answers come from proxies and clients. */
export type ValidatorResult =
  | Exclude<
      Result,
      {
        readonly type:
          | 'Success'
          | 'IncompleteMultiSig'
          | 'IncompleteVerifierSigs'
          | 'PendingTransactions'
          | 'Rejected';
      }
    >
  | { readonly type: 'Rejected'; readonly rejection: ValidatorRejection };

type Table = {
  readonly [T in ValidatorResult['type']]: Wire<Extract<ValidatorResult, { readonly type: T }>>;
};

const transactionId = hash<TransactionId>();
const origin = z.object({ sender: ADDRESS, nonce: INTEGER });

const PRUNED: Wire<PrunedCertificate> = z.object({
  sender: ADDRESS,
  nonce: INTEGER,
  transactionId,
  settledAt: INTEGER,
  hash: hash<Bytes32>(),
});

const PENDING: Wire<Pending> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pending'),
    envelope: ENVELOPE,
    validator: ADDRESS,
    signature: orUndefined(SIGNATURE),
  }),
  z.object({
    kind: z.literal('contested'),
    envelopes: z.tuple([ENVELOPE, ENVELOPE]).readonly(),
  }),
]);

const ACCOUNT_INFO: Wire<AccountInfo> = z.object({
  type: z.literal('AccountInfo'),
  address: ADDRESS,
  balance: INTEGER,
  nextNonce: INTEGER,
  pending: orUndefined(PENDING),
  tokenBalances: pairs(hash<TokenId>(), INTEGER),
  stateCells: pairs(hash<StateKey>(), hash<State>()),
});

const TOKEN: Wire<Token> = z.object({
  supply: INTEGER,
  description: orUndefined(
    z.object({
      admin: ADDRESS,
      name: anyText(),
      decimals: COUNT,
      mints: z.array(ADDRESS).readonly(),
      updateCount: INTEGER,
      origin: orUndefined(origin),
    }),
  ),
});

const JOB: Wire<EscrowJob> = z.object({
  configId: hash<EscrowConfigId>(),
  client: ADDRESS,
  provider: ADDRESS,
  evaluator: ADDRESS,
  tokenId: hash<TokenId>(),
  providerFee: INTEGER,
  evaluatorFee: INTEGER,
  description: anyText(),
  deliverable: orUndefined(hash()),
  status: z.literal(ESCROW_STATUSES),
  origin,
});

const RESULTS: Table = {
  Signed: z.object({
    type: z.literal('Signed'),
    validator: ADDRESS,
    signature: SIGNATURE,
    nextNonce: INTEGER,
    transactionId,
  }),
  Admissible: z.object({
    type: z.literal('Admissible'),
    transactionId,
    isHeld: z.exactOptional(z.literal(true)),
    balance: z.exactOptional(INTEGER),
  }),
  Settled: z.object({
    type: z.literal('Settled'),
    transactionId,
    createdTokens: z.array(hash<TokenId>()).readonly(),
  }),
  Certificates: z.object({
    type: z.literal('Certificates'),
    certificates: z.array(CERTIFICATE).readonly(),
    pruned: z.exactOptional(z.array(PRUNED).readonly()),
  }),
  AccountInfo: ACCOUNT_INFO,
  TokenInfo: z.object({ type: z.literal('TokenInfo'), tokens: pairs(hash<TokenId>(), TOKEN) }),
  EscrowJobs: z.object({ type: z.literal('EscrowJobs'), jobs: pairs(hash<EscrowJobId>(), JOB) }),
  Rejected: z.object({ type: z.literal('Rejected'), rejection: REJECTION }),
  EpochStatus: z.object({ type: z.literal('EpochStatus'), known: COUNT, served: COUNT }),
  SnapshotPart: z.object({ type: z.literal('SnapshotPart'), signed: SNAPSHOT_PART }),
};

const RESULT = oneOf('type', RESULTS) as Wire<ValidatorResult>;

/**
 * Writes an answer of a validator.
 *
 * @throws ZodError for an answer that only proxies or clients give
 */
export function resultToJson(result: Result): JsonValue {
  return z.encode(RESULT, result as ValidatorResult) as JsonValue;
}

/**
 * Reads an answer of a validator, which may lie; the result certainly has the right shape.
 *
 * @throws ZodError, DecodeError if the answer is malformed
 */
export function resultFromJson(json: JsonValue): ValidatorResult {
  return RESULT.parse(json);
}

/** Gives the shape of every answer, for documents. */
export function resultShape(): z.ZodType {
  return RESULT;
}
