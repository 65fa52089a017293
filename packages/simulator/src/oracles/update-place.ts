import type { TokenId } from '@quorate/protocol';

/** How many digits an update id has in the key of its record. */
const UPDATE_DIGITS = 20;

/** Names the record of an update of a token in a ledger, and in a refusal for lack of it. */
export function updatePlace(tokenId: TokenId, updateId: bigint): string {
  return `${tokenId}/${String(updateId).padStart(UPDATE_DIGITS, '0')}`;
}
