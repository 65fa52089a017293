import {
  type Client,
  ClientError,
  formatDecimalAmount,
  NATIVE_TOKEN,
  parseDecimalAmount,
  readTokenId,
} from '@quorate/client';
import type { TokenId, TokenMetadata } from '@quorate/protocol';
import { OptionError } from '../command-error.ts';

/** What it takes to write amounts of a token. */
export interface KnownToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly decimals: number;
}

/** A token, with what the ledger keeps of it: nothing for the native one, which nobody created. */
export interface FoundToken extends KnownToken {
  readonly metadata: TokenMetadata | undefined;
}

/**
 * Finds a token by its id; `FAST` means the native one, as does no id.
 *
 * @param place the option or argument that names the token
 *
 * @throws OptionError for anything else, ClientError if the network knows no token with the id
 */
export async function findToken(
  client: Client,
  id: string = NATIVE_TOKEN.name,
  place = 'id',
): Promise<FoundToken> {
  const tokenId = readTokenId(id);
  if (tokenId === undefined) {
    throw new OptionError(`${place}: expected 64 hex digits, or FAST, got "${id}"`);
  }
  if (tokenId === NATIVE_TOKEN.tokenId) return { ...NATIVE_TOKEN, metadata: undefined };
  return (await findCreated(client, [tokenId]))(tokenId);
}

/**
 * Asks for created tokens all at once, and gives the function that finds each by its id: a network
 * may refuse somebody who asks for each of a thousand.
 *
 * @throws ClientError; the function does if the network knows no token with the id
 */
export async function findCreated(
  client: Client,
  ids: readonly TokenId[],
): Promise<(id: TokenId) => FoundToken> {
  const answer = ids.length === 0 ? undefined : await client.tokens(ids);
  const known = new Map(answer?.requestedTokenMetadata);
  return (tokenId) => {
    const metadata = known.get(tokenId) ?? null;
    if (metadata === null) throw new ClientError('NOT_FOUND', `there is no token ${tokenId}`);
    return { tokenId, name: metadata.tokenName, decimals: metadata.decimals, metadata };
  };
}

/**
 * Reads an amount in whole tokens.
 *
 * @param place the option or argument that gives it
 *
 * @throws OptionError for anything else
 */
export function readAmount(
  text: string,
  { decimals }: Pick<KnownToken, 'decimals'>,
  place = 'amount',
): bigint {
  const amount = parseDecimalAmount(text, decimals);
  if (amount !== undefined) return amount;
  // With many decimals, an amount may have more least units than the ledger can count.
  const bounds = `at most ${decimals} decimals, and at most 2^256 - 1 least units`;
  throw new OptionError(`${place}: expected a number above 0 with ${bounds}, got "${text}"`);
}

/** Gives an amount with the name of its token. */
export function showAmount(amount: bigint, { decimals, name }: KnownToken): string {
  return `${formatDecimalAmount(amount, decimals)} ${name}`;
}

/** An amount for programs: in whole tokens and in least units, both as decimal text. */
export type AmountData = {
  readonly amount: string;
  readonly leastUnits: string;
  readonly decimals: number;
  readonly tokenId: TokenId;
  /** Not unique: the id says which token it is. */
  readonly tokenName: string;
};

/** Gives an amount as data for programs. */
export function amountData(amount: bigint, { tokenId, name, decimals }: KnownToken): AmountData {
  return {
    amount: formatDecimalAmount(amount, decimals),
    leastUnits: String(amount),
    decimals,
    tokenId,
    tokenName: name,
  };
}
