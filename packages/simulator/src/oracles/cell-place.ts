import type { Address, StateKey } from '@quorate/protocol';

/** Names the cell of an account: each has cells of its own, whatever those of others are called (ledger document, section 4). */
export function cellPlace(address: Address, key: StateKey): string {
  return `${address}/${key}`;
}
