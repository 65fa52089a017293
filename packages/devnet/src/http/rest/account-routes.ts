import {
  ACCOUNT_INFO,
  CERTIFICATES,
  envelopeToJson,
  type JsonValue,
  LIMITS,
  type StateKey,
  TOKEN_INFO,
  type TokenId,
} from '@quorate/protocol';
import { accountInfoResponse, tokenInfoResponse } from '../../rpc/answers.ts';
import { readAddress, readFilter, readIds, readInteger } from './query.ts';
import { askProxy, type RestGround, readCertificates } from './reads.ts';
import { invalidRequest, RestFailure } from './rest-failure.ts';
import type { Query } from './rest-response.ts';

const TOKEN_FILTER = 'token_balances_filter';
const STATE_FILTER = 'state_key_filter';

/** Answers `GET /v1/accounts/{address}`. */
export async function accountInfo(
  ground: RestGround,
  address: string,
  query: Query,
): Promise<JsonValue> {
  const tokenBalances = readFilter<TokenId>(query(TOKEN_FILTER), TOKEN_FILTER);
  const info = await askProxy(
    ground,
    {
      type: 'GetAccountInfo',
      address: readAddress(address, 'address'),
      tokenBalances,
      stateKeys: readFilter<StateKey>(query(STATE_FILTER), STATE_FILTER),
    },
    ['AccountInfo'],
  );
  return ACCOUNT_INFO.toJson(accountInfoResponse(info, tokenBalances, null), 'rest');
}

/** Answers `GET /v1/accounts/{address}/certificates`. */
export async function accountCertificates(
  ground: RestGround,
  address: string,
  query: Query,
): Promise<JsonValue> {
  const sender = readAddress(address, 'address');
  const fromNonce = readInteger(query('from_nonce'), 'from_nonce', LIMITS.nonce);
  const most = LIMITS.certificatesPerRequest;
  const range = `1 to ${most}`;
  const limit = readInteger(query('limit'), 'limit', LIMITS.nonce, range);
  const fault = `limit: expected ${range}, got ${limit}`;
  if (limit < 1n) throw invalidRequest(fault);
  if (limit > BigInt(most)) throw new RestFailure(400, 'TOO_MANY_CERTIFICATES_REQUESTED', fault);
  const certificates = await readCertificates(ground, {
    by: 'Sender',
    sender,
    fromNonce,
    limit: Number(limit),
  });
  return CERTIFICATES.toJson(certificates, 'rest');
}

/** Answers `GET /v1/accounts/{address}/pending-multisig-transactions`. */
export async function pendingMultisig(ground: RestGround, address: string): Promise<JsonValue> {
  const { envelopes } = await askProxy(
    ground,
    { type: 'GetPending', address: readAddress(address, 'address') },
    ['PendingTransactions'],
  );
  return envelopes.map((envelope) => envelopeToJson(envelope, 'rest'));
}

/** Answers `GET /v1/tokens`. */
export async function tokenInfo(ground: RestGround, query: Query): Promise<JsonValue> {
  const tokenIds = readIds<TokenId>(query('token_ids') ?? '', 'token_ids');
  const { tokens } = await askProxy(ground, { type: 'GetTokenInfo', tokenIds }, ['TokenInfo']);
  return TOKEN_INFO.toJson(tokenInfoResponse(tokenIds, tokens), 'rest');
}
