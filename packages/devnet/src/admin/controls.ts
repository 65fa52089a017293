import type { Address } from '@quorate/protocol';
import type { Founded } from '../data/constitution-file.ts';
import type { DataFindings } from '../db/check-stores.ts';
import { exportRows } from '../db/move-data.ts';
import type { Chronicle } from '../events/chronicle.ts';
import type { Reporter } from '../events/reporter.ts';
import { createFaults } from '../faults/faults.ts';
import type { FaultyBus } from '../faults/faulty-bus.ts';
import type { FaultGround } from '../faults/given-faults.ts';
import type { HeldMessages } from '../faults/held-messages.ts';
import { FAUCET } from '../genesis.ts';
import { PROXY } from '../keys.ts';
import type { Log } from '../log.ts';
import type { HostedNode, LocalNetworkOptions } from '../nodes/host-node.ts';
import type { OwnNetwork } from '../nodes/network-of.ts';
import { WALLET } from '../pay/wallet.ts';
import type { Validators } from '../validators.ts';
import { AdminError } from './admin-error.ts';
import { checkRunning } from './check.ts';
import type { Returns } from './returns.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** What people at this machine control a devnet with. */
export interface Controls extends FaultGround {
  readonly snapshots: Snapshots;
  /**
   * Writes a snapshot to a file in the data folder and gives its path.
   *
   * @throws AdminError
   */
  readonly exportSnapshot: (name: string) => string;
  /** Checks what all nodes hold at this moment. @throws AdminError */
  readonly check: () => Promise<DataFindings>;
  readonly held: HeldMessages;
  /** The names of the accounts whose keys the devnet has; grows with the wallet. */
  readonly accountNames: Map<Address, string>;
  /** What happens in the devnet. */
  readonly chronicle: Chronicle;
  /** Registers a listener that is called whenever the network is put back, while it is down. */
  readonly onPutBack: (hear: () => void) => void;
}

/** What the controls of a devnet act on. */
export interface ControlsOptions
  extends Pick<OwnNetwork, 'accountNames' | 'chronicle' | 'reporter'> {
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
  const { accountNames, reporter } = options;
  const { clock, journal } = network;
  const told: (() => void)[] = [];
  // Everything before a return counts as not having happened. What comes while it lasts does: nodes
  // that are back serve already.
  const snapshots = reported(
    reporter,
    createSnapshots(nodes, {
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
    }),
  );
  const faults = createFaults({
    seed: founded.seed,
    clock,
    bus: faultyBus,
    nodes,
    isBeyondHttp: validators.isBeyondHttp,
    rowsOf: snapshots.rowsOf,
    takenAt: snapshots.takenAt,
    accountOf: (name) => [...accountNames].find(([, own]) => own === name)?.[0],
    onFault: reporter.onFault,
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
    faultNames() {
      const names = network.validatorNames();
      return { validators: names, nodes: [...names, PROXY, FAUCET, WALLET] };
    },
    held: faultyBus.held,
    accountNames,
    chronicle: options.chronicle,
    onPutBack: (hear) => void told.push(hear),
  };
}

/** Tells of snapshots and returns that have succeeded. */
function reported({ onDone, amidReturn }: Reporter, snapshots: Snapshots): Snapshots {
  return {
    ...snapshots,
    async take(name) {
      await snapshots.take(name);
      onDone('snapshot', { name });
    },
    async restore(name) {
      await amidReturn(() => snapshots.restore(name));
      onDone('restored', { name });
    },
    async reset(again) {
      await amidReturn(() => snapshots.reset(again));
      onDone('reset', {});
    },
  };
}
