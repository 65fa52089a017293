import { allRows } from '@quorate/actors';
import {
  freshClient,
  PROXY_RECOVERY,
  PROXY_TIMINGS,
  recoverClient,
  recoverProxy,
} from '@quorate/core';
import { EVERY_KEY, type Store } from '@quorate/storage';
import { CLIENT_MEANS, PROXY } from '../local-network.ts';
import type { DataFolder } from './data-folder.ts';

/**
 * Reads all that a node holds which is no validator, and has it come up from that, as with the devnet: gives how many
 * rows there are.
 *
 * @throws StoreError `Corrupt`; whatever a row throws that no node writes
 */
export function readNode(name: string, store: Store<unknown>, { genesis }: DataFolder): number {
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
