import type { CertificateSelection, Filter, GetEscrowJobs, Pending, Token } from '@quorate/core';
import {
  type Bytes32,
  type EscrowConfigId,
  type EscrowJobId,
  type HexBytes,
  type JsonObject,
  type JsonValue,
  type MissingDependency,
  type PrunedCertificate,
  parseJson,
  type Signature,
  type SnapshotPart,
  type State,
  type StateKey,
  stringifyJson,
  type TokenId,
  type TransactionId,
} from '@quorate/protocol';
import {
  anyAddress,
  anyAmount,
  anyBytes,
  anyCertificate,
  anyEnvelope,
  anyNonce,
  anyText,
  anyTokenId,
  signerOf,
} from '@quorate/testkit';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValidatorRequest } from './request-types.ts';
import type { ValidatorRejection } from './wire-rejections.ts';
import { paramsOf, requestFrom } from './wire-requests.ts';
import { resultFromJson, resultToJson, type ValidatorResult } from './wire-results.ts';

const { constant, constantFrom, option, record } = fc;
const hash = <T extends string>() => anyBytes<T>(32);
const id = hash<TransactionId>();
const count = fc.nat();
const index = { operationIndex: count };
const balance = fc.tuple(fc.boolean(), anyAmount()).map(([isBelow, n]) => (isBelow ? -n : n));
const origin = record({ sender: anyAddress(), nonce: anyNonce() });
const certificate = anyCertificate(['v1', 'v2', 'v3', 'v4'].map(signerOf));
const orUndefined = <T>(some: Arbitrary<T>) => option(some, { nil: undefined });
const few = <T>(some: Arbitrary<T>) => fc.array(some, { maxLength: 3 });
const pairs = <A, B>(a: Arbitrary<A>, b: Arbitrary<B>) => few(fc.tuple(a, b));

const missing: Arbitrary<MissingDependency> = record(
  {
    kind: constantFrom(
      'Token',
      'TokenUpdate',
      'EscrowConfig',
      'EscrowJob',
      'EscrowSubmit',
      'Epoch',
    ),
    id: fc.oneof(hash(), anyText()),
    sender: anyAddress(),
    nonce: anyNonce(),
  },
  { requiredKeys: ['kind', 'id'] },
);

type Builders<U, K extends keyof U> = {
  readonly [T in U[K] & string]: Arbitrary<Omit<Extract<U, Readonly<Record<K, T>>>, K>>;
};

const REJECTIONS: Builders<ValidatorRejection, 'code'> = {
  InvalidRequest: record({ rule: constant('V1'), reason: anyText() }),
  NonSubmittableOperation: record(
    {
      rule: constantFrom('V2', 'V6', 'V7', 'P5'),
      reason: anyText(),
      ...index,
      isHeld: constant(true),
    },
    { requiredKeys: ['rule', 'reason'] },
  ),
  InvalidSignature: record({ rule: constantFrom('V3', 'S1'), reason: anyText() }),
  EpochEnding: record({ rule: constant('V4'), epoch: count }),
  PreviousTransactionMustBeConfirmedFirst: record({
    rule: constant('V4'),
    pending: few(anyEnvelope()),
  }),
  UnexpectedNonce: record({ rule: constant('V5'), nonce: anyNonce(), expectedNonce: anyNonce() }),
  InsufficientFunding: record(
    {
      rule: constantFrom('V6', 'V7'),
      tokenId: anyTokenId(),
      currentBalance: balance,
      required: balance,
      ...index,
    },
    { requiredKeys: ['rule', 'tokenId', 'currentBalance', 'required'] },
  ),
  MissingDependency: record({ rule: constantFrom('V6', 'S4'), missing: few(missing) }),
  InvalidCertificate: record({ rule: constant('S1'), reason: anyText(), epoch: count }),
  ConflictingCertificate: record({ rule: constant('S2'), settled: id, conflicting: id }),
  MissingEarlierConfirmations: record({ rule: constant('S3'), currentNonce: anyNonce() }),
  CertificateTooYoung: record({ rule: constant('C2'), resendAfterNanos: anyNonce() }),
};

const pruned: Arbitrary<PrunedCertificate> = record({
  sender: anyAddress(),
  nonce: anyNonce(),
  transactionId: id,
  settledAt: anyNonce(),
  hash: hash<Bytes32>(),
});

const pending: Arbitrary<Pending> = fc.oneof(
  record({
    kind: constant('pending' as const),
    envelope: anyEnvelope(),
    validator: anyAddress(),
    signature: orUndefined(anyBytes<Signature>(64)),
  }),
  record({
    kind: constant('contested' as const),
    envelopes: fc.tuple(anyEnvelope(), anyEnvelope()),
  }),
);

const token: Arbitrary<Token> = record({
  supply: balance,
  description: orUndefined(
    record({
      admin: anyAddress(),
      name: anyText(),
      decimals: fc.nat({ max: 255 }),
      mints: few(anyAddress()),
      updateCount: anyNonce(),
      origin: orUndefined(origin),
    }),
  ),
});

const job = record({
  configId: hash<EscrowConfigId>(),
  client: anyAddress(),
  provider: anyAddress(),
  evaluator: anyAddress(),
  tokenId: anyTokenId(),
  providerFee: anyAmount(),
  evaluatorFee: anyAmount(),
  description: anyText(),
  deliverable: orUndefined(hash()),
  status: constantFrom(
    'Funded' as const,
    'Submitted' as const,
    'Completed' as const,
    'Refunded' as const,
  ),
  origin,
});

const header = {
  networkId: constant('fast:localnet' as const),
  epoch: count,
  changeId: id,
  validator: anyAddress(),
};

const snapshotPart: Arbitrary<SnapshotPart> = fc.oneof(
  record({ kind: constant('Root' as const), ...header, pages: few(hash<Bytes32>()) }),
  record({
    kind: constant('Page' as const),
    ...header,
    index: count,
    entries: few(
      record({ address: anyAddress(), nextNonce: anyNonce(), held: few(anyEnvelope()) }),
    ),
  }),
);

const RESULTS: Builders<ValidatorResult, 'type'> = {
  Signed: record({
    validator: anyAddress(),
    signature: anyBytes<Signature>(64),
    nextNonce: anyNonce(),
    transactionId: id,
  }),
  Admissible: record(
    { transactionId: id, isHeld: constant(true as const), balance },
    { requiredKeys: ['transactionId'] },
  ),
  Settled: record({ transactionId: id, createdTokens: few(anyTokenId()) }),
  Certificates: record(
    { certificates: few(certificate), pruned: few(pruned) },
    { requiredKeys: ['certificates'] },
  ),
  AccountInfo: record({
    address: anyAddress(),
    balance,
    nextNonce: anyNonce(),
    pending: orUndefined(pending),
    tokenBalances: pairs(anyTokenId(), balance),
    stateCells: pairs(hash<StateKey>(), hash<State>()),
  }),
  TokenInfo: record({ tokens: pairs(anyTokenId(), token) }),
  EscrowJobs: record({ jobs: pairs(hash<EscrowJobId>(), job) }),
  EpochStatus: record({ known: count, served: count }),
  SnapshotPart: record({
    signed: record({ part: snapshotPart, signature: anyBytes<Signature>(64) }),
  }),
  Rejected: record({ rejection: oneOf<ValidatorRejection, 'code'>('code', REJECTIONS) }),
};

const selection: Arbitrary<CertificateSelection> = fc.oneof(
  record({
    by: constant('Sender' as const),
    sender: anyAddress(),
    fromNonce: balance,
    limit: count,
  }),
  record({
    by: constant('Basis' as const),
    recipient: anyAddress(),
    tokenIds: few(anyTokenId()),
    skip: fc.constantFrom(0, 0.5, -1, 7),
    limit: count,
  }),
  record({ by: constant('Dependency' as const), dependency: missing }),
  record({ by: constant('Decision' as const), jobId: hash<EscrowJobId>() }),
  record({ by: constant('Sequence' as const), from: balance, limit: count }),
  record({ by: constant('Id' as const), transactionId: id }),
);

const jobs: Arbitrary<GetEscrowJobs['select']> = fc.oneof(
  record({ by: constant('Id' as const), jobIds: few(hash<EscrowJobId>()) }),
  record(
    {
      by: constant('Party' as const),
      role: constantFrom('client', 'provider', 'evaluator'),
      party: anyAddress(),
      status: constantFrom('Funded', 'Refunded'),
    },
    { requiredKeys: ['by', 'role', 'party'] },
  ),
);

const filter = <T extends string>(): Arbitrary<Filter<T>> =>
  fc.oneof(constantFrom('none' as const, 'all' as const), few(hash<T>()));

const bytes = fc.uint8Array().map((each) => Buffer.from(each).toString('hex') as HexBytes);
const envelope = fc.oneof(anyEnvelope(), record({ transaction: bytes, signature: bytes }));

const REQUESTS: Builders<ValidatorRequest, 'type'> = {
  SubmitTransaction: record({ envelope }),
  CheckTransaction: record(
    { envelope, transactionId: id, asksBalance: constant(true as const) },
    { requiredKeys: ['envelope'] },
  ),
  SubmitCertificate: record({ certificate }),
  GetCertificates: record({ select: selection }),
  GetAccountInfo: record({
    address: anyAddress(),
    tokenBalances: filter<TokenId>(),
    stateKeys: filter<StateKey>(),
  }),
  GetTokenInfo: record({ tokenIds: few(anyTokenId()) }),
  GetEscrowJobs: record({ select: jobs }),
  AnnounceChange: record({ epoch: count, certificate }),
  GetSnapshot: record({ epoch: count, page: fc.option(count) }),
};

function oneOf<U, K extends keyof U & string>(by: K, builders: Builders<U, K>): Arbitrary<U> {
  const each = Object.entries(builders) as readonly [string, Arbitrary<object>][];
  return fc.oneof(...each.map(([name, rest]) => rest.map((r) => ({ [by]: name, ...r })))) as never;
}

const results = oneOf<ValidatorResult, 'type'>('type', RESULTS);
const requests = oneOf<ValidatorRequest, 'type'>('type', REQUESTS);

function throughText<T extends JsonValue>(json: T): T {
  return parseJson(stringifyJson(json)) as T;
}

describe('the wire between nodes', () => {
  it('gives back every answer, with every fact of every refusal', () => {
    fc.assert(
      fc.property(results, (result) => {
        expect(resultFromJson(throughText(resultToJson(result)))).toEqual(result);
      }),
      { numRuns: 500 },
    );
  });

  it('gives back every request', () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(requestFrom(request.type, throughText(paramsOf(request)))).toEqual(request);
      }),
      { numRuns: 500 },
    );
  });

  it('reads tampered answers as a value of the right form, or not at all', () => {
    fc.assert(
      fc.property(results, count, fc.jsonValue(), (result, place, bent) => {
        const json = throughText(resultToJson(result));
        const read = attempt(() => resultFromJson(replaced(json, place, bent as JsonValue)));
        // What was read can be written again, and stays the same: nothing foreign came along.
        if (read === undefined) return;
        expect(resultFromJson(throughText(resultToJson(read)))).toEqual(read);
      }),
      { numRuns: 1000, examples: [[{ type: 'EpochStatus', known: 0, served: 0 }, 1, -0]] },
    );
  });

  it('reads no other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(attempt(() => resultFromJson(json as JsonValue))).toBeUndefined();
      }),
    );
  });

  it.each([
    ['a signature that is too short', { signature: 'ab' }],
    ['upper case, which would be another key', { transactionId: 'AB'.repeat(32) }],
    ['a number that lost digits', { nextNonce: 2 ** 60 }],
    ['a fraction', { nextNonce: '1.5' }],
    ['a missing field', { validator: undefined }],
  ])('refuses %s', (_, change) => {
    const signed = {
      type: 'Signed',
      validator: '11'.repeat(32),
      signature: '22'.repeat(64),
      nextNonce: '5',
      transactionId: '33'.repeat(32),
    };
    expect(resultFromJson(signed)).toMatchObject({ type: 'Signed', nextNonce: 5n });
    expect(attempt(() => resultFromJson({ ...signed, ...change } as JsonObject))).toBeUndefined();
  });
});

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (failure) {
    expect((failure as Error).name).toMatch(/^(?:\$?ZodError|DecodeError)$/);
    return undefined;
  }
}

/** Puts a value in one place of a document, counted through all of its leaves and branches. */
function replaced(json: JsonValue, place: number, value: JsonValue): JsonValue {
  const places: (readonly [Record<string, JsonValue>, string])[] = [];
  const copy = structuredClone(json);
  const walk = (at: JsonValue): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const key of Object.keys(at)) {
      const object = at as Record<string, JsonValue>;
      places.push([object, key]);
      walk(object[key] as JsonValue);
    }
  };
  walk(copy);
  const [object, key] = places[place % places.length] ?? [{}, ''];
  object[key] = value;
  return copy;
}
