import {
  type Client,
  ClientError,
  formatDecimalAmount,
  NATIVE_TOKEN,
  parseDecimalAmount,
  readTokenId,
} from '@quorate/client';
import type { TokenId, TokenMetadata } from '@quorate/protocol';
import { CommandError } from './command-error.ts';

/** Know a token well enough to write amounts of it. */
export interface KnownToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly decimals: number;
}

/** Know what the ledger keeps of a token; of the native one, which nobody created, nothing. */
export interface FoundToken extends KnownToken {
  readonly metadata: TokenMetadata | undefined;
}

/**
 * Find a token by its id; `FAST` is the native one, as is what has no id.
 *
 * @throws CommandError for what is no id, ClientError for one that the network knows no token of
 */
export async function findToken(
  client: Client,
  id: string = NATIVE_TOKEN.name,
): Promise<FoundToken> {
  const tokenId = readTokenId(id);
  if (tokenId === undefined) throw new CommandError('token: expected 64 hex digits, or FAST');
  if (tokenId === NATIVE_TOKEN.tokenId) return { ...NATIVE_TOKEN, metadata: undefined };
  const { requestedTokenMetadata } = await client.tokens([tokenId]);
  const metadata = requestedTokenMetadata[0]?.[1];
  if (metadata === undefined || metadata === null) {
    throw new ClientError('NOT_FOUND', `there is no token ${tokenId}`);
  }
  return { tokenId, name: metadata.tokenName, decimals: metadata.decimals, metadata };
}

/**
 * Read an amount in whole tokens.
 *
 * @throws CommandError
 */
export function readAmount(text: string, { decimals }: Pick<KnownToken, 'decimals'>): bigint {
  const amount = parseDecimalAmount(text, decimals);
  if (amount !== undefined) return amount;
  // An amount may be too large for the very decimals of its token.
  const bounds = `at most ${decimals} decimals, and at most 2^256 - 1 least units`;
  throw new CommandError(`amount: expected a number above 0 with ${bounds}`);
}

/** Write an amount with the name of its token. */
export function showAmount(amount: bigint, { decimals, name }: KnownToken): string {
  return `${formatDecimalAmount(amount, decimals)} ${name}`;
}

/** Hold an amount for programs: in whole tokens and in least units, both as decimal text. */
export interface AmountData {
  readonly amount: string;
  readonly leastUnits: string;
  readonly decimals: number;
  readonly tokenId: TokenId;
  /** Not unique: the id says which token it is. */
  readonly tokenName: string;
}

/** Give an amount as data for programs. */
export function amountData(amount: bigint, { tokenId, name, decimals }: KnownToken): AmountData {
  return {
    amount: formatDecimalAmount(amount, decimals),
    leastUnits: String(amount),
    decimals,
    tokenId,
    tokenName: name,
  };
}
