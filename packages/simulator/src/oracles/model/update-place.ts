import type { TokenId } from '@quorate/protocol';
import { padded } from './padded.ts';

/** Gives the key of a token update: that of its record, and the id of it as a missing dependency. */
export function updatePlace(tokenId: TokenId, updateId: bigint): string {
  return `${tokenId}/${padded(updateId)}`;
}
