import type { Address } from '@quorate/protocol';
import type { Founded } from '../data/constitution-file.ts';
import type { DataFindings } from '../db/check-stores.ts';
import { exportRows } from '../db/move-data.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import type { FaultyBus } from '../faults/faulty-bus.ts';
import type { HeldMessages } from '../faults/held-messages.ts';
import { FAUCET } from '../genesis.ts';
import { accountNames } from '../keys.ts';
import type { Log } from '../log.ts';
import type { HostedNode, LocalNetworkOptions } from '../nodes/host-node.ts';
import type { Validators } from '../validators.ts';
import { AdminError } from './admin-error.ts';
import { checkRunning } from './check.ts';
import type { Returns } from './returns.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** What people at this machine control a devnet with. */
export interface Controls {
  readonly snapshots: Snapshots;
  /**
   * Writes a snapshot to a file in the data folder and gives its path.
   *
   * @throws AdminError
   */
  readonly exportSnapshot: (name: string) => string;
  /** Checks what all nodes hold at this moment. @throws AdminError */
  readonly check: () => Promise<DataFindings>;
  readonly faults: Faults;
  readonly held: HeldMessages;
  /** The names of the accounts whose keys the devnet has; grows with the wallet. */
  readonly accountNames: Map<Address, string>;
  /** Registers a listener that is called whenever the network is put back, while it is down. */
  readonly onPutBack: (hear: () => void) => void;
}

/** What the controls of a devnet act on. */
export interface ControlsOptions {
  readonly network: LocalNetworkOptions;
  readonly faultyBus: FaultyBus;
  readonly validators: Pick<Validators, 'forget' | 'isBeyondHttp'>;
  /** Its seed determines the random choices of faults. */
  readonly founded: Founded;
  /** Validators, proxy and clients; the list may grow. */
  readonly nodes: readonly HostedNode<unknown>[];
  readonly returns: Returns;
  readonly log: Pick<Log, 'error'>;
  /** Aborted when the devnet closes. */
  readonly closing: AbortSignal;
}

/** Creates the controls of a devnet that has just started. */
export function createControls(options: ControlsOptions): Controls {
  const { network, faultyBus, validators, founded, nodes, returns, log, closing } = options;
  const { clock, journal, signerOf } = network;
  const told: (() => void)[] = [];
  // Everything before a return counts as not having happened. What comes while it lasts does: nodes
  // that are back serve already.
  const snapshots = createSnapshots(nodes, {
    now: clock.now,
    returns,
    onDown() {
      faultyBus.forget();
      validators.forget();
      journal.forget();
      faults.keepDown();
      for (const hear of told) hear();
    },
    onRestored: () => faults.forget(),
  });
  const names = [...accountNames(founded.accounts), FAUCET];
  const accounts = new Map(names.map((name) => [signerOf(name).address, name] as const));
  const faults = createFaults({
    seed: founded.seed,
    clock,
    bus: faultyBus,
    nodes,
    isBeyondHttp: validators.isBeyondHttp,
    rowsOf: snapshots.rowsOf,
    takenAt: snapshots.takenAt,
    accountOf: (name) => [...accounts].find(([, own]) => own === name)?.[0],
    onNotUp(failure) {
      // A devnet that closes stops the nodes that are coming up.
      if (returns.isClosing()) return;
      log.error({ err: failure }, 'a node does not serve as before though a fault of it is over');
    },
  });
  const exportSnapshot = (name: string): string => {
    snapshots.takenAt(name);
    const { dataDir } = network;
    if (dataDir === undefined) {
      throw new AdminError(400, 'NOTHING_KEPT', 'this devnet has no data folder to write to');
    }
    const stores = nodes.map(({ node }) => [node.name, snapshots.rowsOf(name, node.name)] as const);
    return exportRows(dataDir, name, new Map(stores));
  };
  return {
    snapshots,
    exportSnapshot,
    check: () => checkRunning({ network, snapshots, closing }),
    faults,
    held: faultyBus.held,
    accountNames: accounts,
    onPutBack: (hear) => void told.push(hear),
  };
}
