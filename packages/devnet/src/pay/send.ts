import { NATIVE_TOKEN, parseDecimalAmount, readTokenId } from '@quorate/client';
import type { Result } from '@quorate/core';
import {
  type Address,
  DecodeError,
  type JsonObject,
  type JsonValue,
  parseAddress,
  type TokenId,
  transactionId,
} from '@quorate/protocol';
import { isUndecided, type Transfer } from '../faucet/transfer-batches.ts';
import { PROXY } from '../keys.ts';
import type { Asker } from '../nodes/asker.ts';
import { inTime } from '../timing/in-time.ts';
import { busy, invalidParams, PayError } from './pay-error.ts';

/** The wallet of the server. */
export interface Wallet {
  readonly address: Address;
  /**
   * Makes a transfer after the earlier ones have ended. Undefined if it has no outcome before the
   * deadline; then it is sent again until it has one.
   *
   * @throws PayError `BUSY` if it was not sent and will not be
   */
  pay(transfer: Transfer, deadline: number): Promise<Result | undefined>;
}

/** What is needed to carry out a payment. */
export interface SendGround {
  readonly asker: Asker;
  readonly wallet: Wallet;
  /** The latest time of the answer, in milliseconds as `performance.now` counts them. */
  readonly deadline: number;
}

/** A request for a payment, as the body states it. */
export interface SendRequest {
  readonly to: string;
  /** In whole tokens, a decimal number. */
  readonly amount: string;
  readonly chain: string;
  readonly network: string;
  /** `FAST` for the native token, or the id of another token. */
  readonly token: string;
}

/** A transfer that has settled. */
export interface Sent {
  readonly request: SendRequest;
  readonly transactionId: string;
}

/** The only configured chain. */
const CHAIN = 'fast';
const NETWORKS = ['testnet', 'mainnet'];

/**
 * Reads the body of a request.
 *
 * @throws PayError `INVALID_PARAMS` naming the field
 */
export function readSendRequest(body: JsonValue): SendRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidParams('body: expected an object');
  }
  const fields = body as JsonObject;
  const request = {
    to: textField(fields, 'to'),
    amount: textField(fields, 'amount'),
    chain: textField(fields, 'chain'),
    network: textField(fields, 'network', 'testnet'),
    token: textField(fields, 'token', NATIVE_TOKEN.name),
  };
  if (NETWORKS.includes(request.network)) return request;
  throw invalidParams(`network: expected one of ${NETWORKS.join(', ')}`);
}

/**
 * Sends a transfer from the wallet and resolves once it has settled.
 *
 * @throws PayError if it did not settle
 */
export async function send(ground: SendGround, request: SendRequest): Promise<Sent> {
  if (request.chain !== CHAIN) {
    throw new PayError(500, 'Chain is not configured.', 'CHAIN_NOT_CONFIGURED');
  }
  const recipient = readRecipient(request.to);
  const token = await findToken(ground, request.token);
  const amount = parseDecimalAmount(request.amount, token.decimals);
  if (amount === undefined) {
    const bounds = `at most ${token.decimals} decimals, and at most 2^256 - 1 least units`;
    throw invalidParams(`amount: expected a decimal number above 0 with ${bounds}`);
  }
  const { tokenId } = token;
  const transfer = { kind: 'TokenTransfer', tokenId, recipient, amount, userData: null } as const;
  const result = await ground.wallet.pay(transfer, ground.deadline);
  if (result?.type === 'Success') {
    return { request, transactionId: transactionId(result.certificate.envelope.transaction) };
  }
  throw failureOf(result);
}

function textField(body: JsonObject, field: string, fallback?: string): string {
  // Many programs write null for what they leave out.
  const value = (Object.hasOwn(body, field) ? body[field] : undefined) ?? fallback;
  if (typeof value === 'string') return value;
  throw invalidParams(`${field}: expected a string`);
}

function readRecipient(text: string): Address {
  try {
    return parseAddress(text, 'to');
  } catch (failure) {
    if (!(failure instanceof DecodeError)) throw failure;
    throw new PayError(400, 'Recipient address is invalid for the selected chain.');
  }
}

interface FoundToken {
  readonly tokenId: TokenId;
  readonly decimals: number;
}

async function findToken({ asker, deadline }: SendGround, token: string): Promise<FoundToken> {
  const tokenId = readTokenId(token);
  if (tokenId === undefined) throw unknownToken(token);
  // The native token was created by no transaction, so the proxy cannot be asked about it.
  if (tokenId === NATIVE_TOKEN.tokenId) return NATIVE_TOKEN;
  const asked = asker.ask(PROXY, { type: 'GetTokenInfo', tokenIds: [tokenId] });
  const info = await inTime(asked, deadline);
  if (info?.type !== 'TokenInfo') throw busy('nobody says what the token is');
  const found = info.tokens[0]?.[1].description;
  if (found === undefined) throw unknownToken(token);
  return { tokenId, decimals: found.decimals };
}

function unknownToken(token: string): PayError {
  const expected = `token: expected ${NATIVE_TOKEN.name} or the id of a token`;
  return new PayError(400, `${expected}, got ${token.slice(0, 70)}`, 'TOKEN_NOT_FOUND');
}

function failureOf(result: Result | undefined): PayError {
  // A caller that took an open refusal for the end would ask again, and pay twice.
  if (result?.type !== 'Rejected' || isUndecided(result)) {
    return new PayError(500, 'The transfer has no outcome yet; it is sent again.', 'TX_FAILED');
  }
  const { rejection } = result;
  return rejection.code === 'InsufficientFunding'
    ? new PayError(400, 'The wallet holds too little.', 'INSUFFICIENT_BALANCE')
    : new PayError(500, `The transfer was refused: ${rejection.code}.`, 'TX_FAILED');
}
