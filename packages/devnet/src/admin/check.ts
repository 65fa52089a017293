import { openCrypto } from '@quorate/crypto';
import { createMemoryStore, type Store } from '@quorate/storage';
import { putsOf, type Rows } from '../data/rows.ts';
import type { DataFindings } from '../db/check-stores.ts';
import type { LocalNetworkOptions } from '../nodes/host-node.ts';
import { putOff } from '../timing/put-off.ts';
import { closedFirst } from './admin-error.ts';
import type { Snapshots } from './snapshots.ts';

/** What a check of a running devnet works on. */
export interface CheckGround {
  readonly network: Pick<LocalNetworkOptions, 'genesis' | 'validatorNames'>;
  readonly snapshots: Pick<Snapshots, 'copy'>;
  /** Ends the check: the devnet closes. */
  readonly closing: AbortSignal;
}

const checking = putOff(() => import('../db/check-stores.ts'));

/**
 * Checks what all nodes of a running devnet hold at one moment, as `quorate db check` does with the
 * data of a stopped one. Requests are served meanwhile.
 *
 * @throws AdminError as `Snapshots.copy` does
 */
export async function checkRunning(ground: CheckGround): Promise<DataFindings> {
  const { network, snapshots, closing } = ground;
  const { genesis } = network;
  const { checkStores } = await checking();
  const copies = await snapshots.copy();
  const isValidator = new Set(network.validatorNames());
  const storesOf = (whose: (name: string) => boolean) =>
    new Map(
      [...copies].filter(([name]) => whose(name)).map(([name, rows]) => [name, holding(rows)]),
    );
  const stores = {
    networkId: genesis.networkId,
    genesis,
    // The verdicts of the nodes themselves do not count, but one verdict is enough for all copies.
    crypto: openCrypto('cache'),
    validators: storesOf((name) => isValidator.has(name)),
    others: storesOf((name) => !isValidator.has(name)),
  };
  return checkStores(stores, { signal: closing }).catch((failure: unknown) => {
    throw closing.aborted ? closedFirst() : failure;
  });
}

function holding(rows: Rows): Store<unknown> {
  const store = createMemoryStore<unknown>();
  store.write(putsOf(rows));
  return store;
}
