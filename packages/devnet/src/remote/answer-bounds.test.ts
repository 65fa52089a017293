import type { EscrowJob } from '@quorate/core';
import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  factsOf,
  type HexBytes,
  type JsonValue,
  LIMITS,
  NATIVE_TOKEN_ID,
  type NamedSignature,
  type Signature,
  type State,
  type StateKey,
  stringifyJson,
  type TokenId,
  type TransactionCertificate,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { boundsOf } from './answer-bounds.ts';
import type { ValidatorRequest } from './request-types.ts';
import { resultToJson, type ValidatorResult } from './wire-results.ts';

const hexOf = <T extends string>(size: number, number: number) =>
  `${number}`.padStart(2 * size, '0') as T;
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const ADDRESS = hexOf<Address>(32, 7);
const SIGNATURE = hexOf<Signature>(64, 7);
const AMOUNT = 2n ** 256n - 1n;
const named = (index: number): NamedSignature => [hexOf<Address>(32, index), SIGNATURE];

function transactionWith(dataBytes: number): VersionedTransaction {
  const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData: 'ab'.repeat(dataBytes) };
  return {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: ADDRESS,
      nonce: 1n,
      timestampNanos: 1n,
      claims: [{ kind: 'ExternalClaim', claim: claim as never, signatures: [] }],
      archival: false,
      feeToken: null,
    },
  };
}

/** An envelope as large as a validator signs, of as many signers as an account may have. */
function largestEnvelope(): TransactionEnvelope {
  const room = LIMITS.transactionBytes - factsOf(transactionWith(32_768)).size;
  const transaction = transactionWith(32_768 + room);
  expect(factsOf(transaction).size).toBe(LIMITS.transactionBytes);
  const authorizedSigners = many(LIMITS.multiSigSigners, (index) => hexOf<Address>(32, index));
  return {
    transaction,
    signature: {
      kind: 'MultiSig',
      config: { authorizedSigners, quorum: 1n, nonce: 0n },
      signatures: many(LIMITS.multiSigSigners, named),
    },
  };
}

const largest = largestEnvelope();
const certificate: TransactionCertificate = {
  envelope: largest,
  signatures: many(LIMITS.committeeMembers, named),
};
const ONE: ValidatorResult = { type: 'Certificates', certificates: [certificate] };
const job: EscrowJob = {
  configId: hexOf<EscrowConfigId>(32, 1),
  client: ADDRESS,
  provider: ADDRESS,
  evaluator: ADDRESS,
  tokenId: NATIVE_TOKEN_ID,
  providerFee: AMOUNT,
  evaluatorFee: AMOUNT,
  description: '\u0001'.repeat(LIMITS.descriptionBytes),
  deliverable: hexOf(32, 2),
  status: 'Submitted',
  origin: { sender: ADDRESS, nonce: LIMITS.nonce },
};

/** The answer is as long as `times` of the result. */
type Case = readonly [
  what: string,
  times: number,
  request: ValidatorRequest,
  result: ValidatorResult,
];

const account = { address: ADDRESS, tokenBalances: 'all', stateKeys: 'all' } as const;
const envelope = { transaction: '' as HexBytes, signature: '' as HexBytes };
const bySender = (limit: number): ValidatorRequest => ({
  type: 'GetCertificates',
  select: { by: 'Sender', sender: ADDRESS, fromNonce: 0n, limit },
});

const CASES: readonly Case[] = [
  [
    'a refusal with two rivals',
    1,
    { type: 'SubmitTransaction', envelope },
    {
      type: 'Rejected',
      rejection: {
        code: 'PreviousTransactionMustBeConfirmedFirst',
        rule: 'V4',
        pending: [largest, largest],
      },
    },
  ],
  [
    'an account that holds and keeps much',
    1,
    { type: 'GetAccountInfo', ...account },
    {
      type: 'AccountInfo',
      address: ADDRESS,
      balance: AMOUNT,
      nextNonce: LIMITS.nonce,
      pending: { kind: 'contested', envelopes: [largest, largest] },
      tokenBalances: many(LIMITS.listEntries, (index) => [hexOf<TokenId>(32, index), -AMOUNT]),
      stateCells: many(LIMITS.listEntries, (index) => [
        hexOf<StateKey>(32, index),
        hexOf<State>(32, index),
      ]),
    },
  ],
  ['one certificate', 1, bySender(1), ONE],
  [
    'the one with a name',
    1,
    { type: 'GetCertificates', select: { by: 'Decision', jobId: hexOf<EscrowJobId>(32, 1) } },
    ONE,
  ],
  ['as many certificates as there may be', 200, bySender(200), ONE],
  [
    'a page of a basis',
    200,
    {
      type: 'GetCertificates',
      select: { by: 'Basis', recipient: ADDRESS, tokenIds: [NATIVE_TOKEN_ID], skip: 0, limit: 100 },
    },
    ONE,
  ],
  [
    'as many requests for a seat as there may be',
    200,
    {
      type: 'GetCertificates',
      select: { by: 'Dependency', dependency: { kind: 'Request', id: ADDRESS } },
    },
    ONE,
  ],
  [
    'many jobs with long descriptions',
    1,
    { type: 'GetEscrowJobs', select: { by: 'Party', role: 'client', party: ADDRESS } },
    {
      type: 'EscrowJobs',
      jobs: many(LIMITS.listEntries, (index) => [hexOf<EscrowJobId>(32, index), job]),
    },
  ],
];

function valuesIn(json: JsonValue): number {
  if (typeof json !== 'object' || json === null) return 1;
  return Object.values(json).reduce<number>((sum, each) => sum + valuesIn(each as JsonValue), 1);
}

describe('boundsOf', () => {
  it.each(CASES)('leaves room for %s', (_, times, request, result) => {
    const json = { jsonrpc: '2.0', id: 1, result: resultToJson(result) };
    const { bytes, values } = boundsOf(request);
    expect(times * stringifyJson(json).length).toBeLessThan(bytes);
    expect(times * valuesIn(json)).toBeLessThan(values);
  });

  it('leaves no room for pages where one certificate was asked for', () => {
    const { bytes, values } = boundsOf(bySender(1));
    expect(bytes).toBeLessThan(2 ** 21);
    expect(values).toBeLessThan(20_000);
  });

  it('leaves no room for certificates where the limit is none that a validator takes', () => {
    const plain = boundsOf({ type: 'GetAccountInfo', ...account });
    for (const limit of [Number.NaN, -5, 0, 201, 1e9]) {
      expect(boundsOf(bySender(limit))).toEqual(plain);
    }
  });
});
