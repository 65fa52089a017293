import type { TokenId } from '@quorate/protocol';

/** The number of digits of an update id in the key of its record. */
const UPDATE_DIGITS = 20;

/** Gives the key of a token update: that of its record, and the id of it as a missing dependency. */
export function updatePlace(tokenId: TokenId, updateId: bigint): string {
  return `${tokenId}/${String(updateId).padStart(UPDATE_DIGITS, '0')}`;
}
