import { ADDRESS, fixedBytes, SIGNATURE_LIST } from '../codec/binary-codecs.ts';
import { AMOUNT, U64 } from '../codec/integer-codecs.ts';
import { type JsonCodec, jsonList, jsonNullable, jsonStruct } from '../codec/json-combinators.ts';
import { DecodeError } from '../decode-error.ts';
import type { JsonObject } from '../json/json.ts';
import { expectObject, ownField } from '../json/json-shape.ts';
import { LIMITS } from '../limits.ts';
import type { Address, StateKey, TokenId } from '../primitives.ts';
import {
  envelopeFromJson,
  envelopeToJson,
  type TransactionCertificate,
} from '../transaction/envelope.ts';
import { TOKEN_ID } from '../transaction/operation-codec.ts';

/** Selects entries of a list: none, all, or some by id. */
export type FilterRequest<Id> = 'none' | 'all' | readonly Id[];

/** Selects certificates from a nonce on. Source: facts.md F6.12. */
export interface NonceRange {
  readonly start: bigint;
  readonly limit: bigint;
}

/** The parameters of `getAccountInfo` and `proxy_getAccountInfo`. */
export interface AccountInfoRequest {
  readonly address: Address;
  readonly tokenBalances: FilterRequest<TokenId>;
  readonly stateKeys: FilterRequest<StateKey>;
  readonly certificateByNonce: NonceRange | null;
}

/** The parameters of `getTokenInfo` and `proxy_getTokenInfo`. */
export interface TokenInfoRequest {
  readonly tokenIds: readonly TokenId[];
}

/** The parameters of `proxy_faucetDrip`, and the body of `POST /v1/faucet-drip`. */
export interface FaucetDripRequest {
  readonly recipient: Address;
  /** Least units. */
  readonly amount: bigint;
  /** Null means the native token. */
  readonly tokenId: TokenId | null;
}

/** Asks for the certificates of an account. Source: wire.md section 14. */
export interface CertificatesRequest {
  readonly address: Address;
  readonly fromNonce: bigint;
  readonly limit: bigint;
}

/** Asks for one page of a list. Source: facts.md F6.13. */
export interface PageRequest {
  readonly limit: bigint;
  /** The position at which the page begins; reads as 0 when it is absent. */
  readonly token: bigint;
}

const NONCE_RANGE: JsonCodec<NonceRange | null> = jsonNullable(
  jsonStruct<NonceRange>({ start: U64, limit: U64 }),
);

const TOKEN_FILTER = filterOf(TOKEN_ID);
const STATE_FILTER = filterOf(fixedBytes<StateKey>(32));
const TOKEN_IDS = jsonList(TOKEN_ID);

/**
 * JSON of a request for an account.
 *
 * Published interfaces disagree on one name: `token_balances_filter` at a proxy,
 * `token_balance_filter` at a validator. Both are read everywhere, as clients that send both leave
 * one of them null; the first is written.
 */
export const ACCOUNT_INFO_REQUEST: JsonCodec<AccountInfoRequest> = {
  toJson: ({ address, tokenBalances, stateKeys, certificateByNonce }, dialect) => ({
    address: ADDRESS.toJson(address, dialect),
    token_balances_filter: TOKEN_FILTER.toJson(tokenBalances, dialect),
    state_key_filter: STATE_FILTER.toJson(stateKeys, dialect),
    certificate_by_nonce: NONCE_RANGE.toJson(certificateByNonce, dialect),
  }),
  fromJson: (json, dialect, path) => {
    const object = expectObject(json, path);
    const read = <T>(codec: JsonCodec<T>, key: string): T =>
      codec.fromJson(ownField(object, key), dialect, `${path}.${key}`);
    const isPlural = (ownField(object, 'token_balances_filter') ?? null) !== null;
    const tokens = isPlural ? 'token_balances_filter' : 'token_balance_filter';
    return {
      address: read(ADDRESS, 'address'),
      tokenBalances: read(TOKEN_FILTER, tokens),
      stateKeys: read(STATE_FILTER, 'state_key_filter'),
      certificateByNonce: read(NONCE_RANGE, 'certificate_by_nonce'),
    };
  },
};

/** JSON of a request for tokens. */
export const TOKEN_INFO_REQUEST: JsonCodec<TokenInfoRequest> = {
  toJson: ({ tokenIds }, dialect) => ({ token_ids: TOKEN_IDS.toJson(tokenIds, dialect) }),
  fromJson: (json, dialect, path) => {
    const key = `${path}.token_ids`;
    const ids = TOKEN_IDS.fromJson(ownField(expectObject(json, path), 'token_ids'), dialect, key);
    return { tokenIds: atMost(ids, key) };
  },
};

/** JSON of a faucet request. */
export const FAUCET_DRIP_REQUEST: JsonCodec<FaucetDripRequest> = jsonStruct<FaucetDripRequest>({
  recipient: ADDRESS,
  amount: AMOUNT,
  tokenId: jsonNullable(TOKEN_ID),
});

/** JSON of a request for the certificates of an account. */
export const CERTIFICATES_REQUEST: JsonCodec<CertificatesRequest> = jsonStruct<CertificatesRequest>(
  {
    address: ADDRESS,
    fromNonce: U64,
    limit: U64,
  },
);

const PAGE_TOKEN = jsonNullable(U64);

/** JSON of the parameters of `getTransactions`. */
export const PAGE_REQUEST: JsonCodec<PageRequest> = {
  toJson: ({ limit, token }, dialect) => ({
    page: { limit: U64.toJson(limit, dialect), token: U64.toJson(token, dialect) },
  }),
  fromJson: (json, dialect, path) => {
    const page = expectObject(ownField(expectObject(json, path), 'page'), `${path}.page`);
    const token = ownField(page, 'token');
    return {
      limit: U64.fromJson(ownField(page, 'limit'), dialect, `${path}.page.limit`),
      token: PAGE_TOKEN.fromJson(token, dialect, `${path}.page.token`) ?? 0n,
    };
  },
};

/**
 * JSON of the parameters of `submitTransactionCertificate`: the parts of the certificate side by
 * side.
 */
export const CERTIFICATE_PARTS: JsonCodec<TransactionCertificate> = {
  toJson: ({ envelope, signatures }, dialect) => ({
    ...(envelopeToJson(envelope, dialect) as JsonObject),
    validator_signatures: SIGNATURE_LIST.toJson(signatures, dialect),
  }),
  fromJson: (json, dialect, path) => {
    const key = 'validator_signatures';
    const signatures = ownField(expectObject(json, path), key);
    return Object.freeze({
      envelope: envelopeFromJson(json, dialect, path),
      signatures: SIGNATURE_LIST.fromJson(signatures, dialect, `${path}.${key}`),
    });
  },
};

function filterOf<Id>(item: JsonCodec<Id>): JsonCodec<FilterRequest<Id>> {
  const ids = jsonNullable(jsonList(item));
  return {
    toJson: (filter, dialect) => {
      if (filter === 'none') return null;
      return filter === 'all' ? [] : ids.toJson(filter, dialect);
    },
    fromJson: (json, dialect, path) => {
      const listed = ids.fromJson(json, dialect, path);
      if (listed === null) return 'none';
      return listed.length === 0 ? 'all' : atMost(listed, path);
    },
  };
}

function atMost<T>(items: readonly T[], path: string): readonly T[] {
  if (items.length <= LIMITS.filterIds) return items;
  throw new DecodeError(
    'OutOfRange',
    path,
    `at most ${LIMITS.filterIds} entries, got ${items.length}`,
  );
}
