import { allRows } from '@quorate/actors';
import {
  freshClient,
  type Genesis,
  PROXY_RECOVERY,
  PROXY_TIMINGS,
  recoverClient,
  recoverProxy,
} from '@quorate/core';
import { EVERY_KEY, type Store } from '@quorate/storage';
import { PROXY } from '../keys.ts';
import { CLIENT_MEANS } from '../nodes/local-network.ts';

/**
 * Reads all rows of a node that is not a validator, and starts the node from them as the devnet
 * would; returns the number of rows.
 *
 * @throws StoreError `Corrupt`, and whatever a row causes that no node writes
 */
export function readNode(name: string, store: Store<unknown>, genesis: Genesis): number {
  let rows = 0;
  for (const _ of store.scan(EVERY_KEY)) rows += 1;
  const now = genesis.genesisTimeNanos;
  if (name === PROXY) {
    recoverProxy({ genesis, timings: PROXY_TIMINGS, now }, allRows(store, PROXY_RECOVERY));
  } else {
    recoverClient(freshClient(genesis, CLIENT_MEANS), allRows(store), { now });
  }
  return rows;
}
