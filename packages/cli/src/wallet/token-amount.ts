import { type Client, formatDecimalAmount, parseDecimalAmount } from '@quorate/client';
import { NATIVE_TOKEN_ID, type TokenId, type TokenMetadata } from '@quorate/protocol';
import { CommandError } from './command-error.ts';

/** Know a token well enough to write amounts of it. */
export interface KnownToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly decimals: number;
}

const NATIVE: KnownToken = { tokenId: NATIVE_TOKEN_ID, name: 'FAST', decimals: 18 };

/**
 * Find a token by its id; without one it is the native token.
 *
 * @throws CommandError for an id that no token has
 */
export async function findToken(client: Client, id: string | undefined): Promise<KnownToken> {
  if (id === undefined || id === NATIVE.name) return NATIVE;
  const { tokenId, metadata } = await describeToken(client, id);
  return { tokenId, name: metadata.tokenName, decimals: metadata.decimals };
}

/**
 * Ask what is known of a token; `FAST` is the native one.
 *
 * @throws CommandError for an id that no token has
 */
export async function describeToken(
  client: Client,
  id: string,
): Promise<{ readonly tokenId: TokenId; readonly metadata: TokenMetadata }> {
  const tokenId = id === NATIVE.name ? NATIVE.tokenId : (id.toLowerCase() as TokenId);
  if (!/^[0-9a-f]{64}$/.test(tokenId)) throw new CommandError('token: expected 64 hex digits');
  const { requestedTokenMetadata } = await client.tokens([tokenId]);
  const metadata = requestedTokenMetadata[0]?.[1];
  if (metadata === undefined || metadata === null) throw new CommandError(`no token ${tokenId}`);
  return { tokenId, metadata };
}

/**
 * Read an amount in whole tokens.
 *
 * @throws CommandError
 */
export function readAmount(text: string, { decimals }: KnownToken): bigint {
  const amount = parseDecimalAmount(text, decimals);
  if (amount !== undefined) return amount;
  throw new CommandError(`amount: expected a number above 0 with at most ${decimals} decimals`);
}

/** Write an amount with the name of its token. */
export function showAmount(
  amount: bigint,
  { decimals, name }: Pick<KnownToken, 'decimals' | 'name'>,
): string {
  return `${formatDecimalAmount(amount, decimals)} ${name}`;
}
