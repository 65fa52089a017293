import { NATIVE_TOKEN_ID, type TokenId } from '@quorate/protocol';

/** The native token. Nobody created it, and nobody may mint it. */
export const NATIVE_TOKEN = { tokenId: NATIVE_TOKEN_ID, name: 'FAST', decimals: 18 } as const;

/**
 * Reads a token id: `FAST`, or 64 hex digits of either case, with or without `0x`.
 *
 * Undefined for any other text.
 */
export function readTokenId(text: string): TokenId | undefined {
  if (text === NATIVE_TOKEN.name) return NATIVE_TOKEN.tokenId;
  const digits = text.toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(digits) ? (digits as TokenId) : undefined;
}
