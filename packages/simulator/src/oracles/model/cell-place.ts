import type { Address, StateKey } from '@quorate/protocol';

/**
 * Gives the key of an account's cell. Each account has its own cells, whatever those of others are
 * called (ledger.md section 4).
 */
export function cellPlace(address: Address, key: StateKey): string {
  return `${address}/${key}`;
}
