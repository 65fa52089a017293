import type { Address } from '@quorate/protocol';
import type { Founded } from '../constitution-file.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import type { FaultyBus } from '../faults/faulty-bus.ts';
import { FAUCET } from '../genesis.ts';
import { accountNames } from '../keys.ts';
import type { HostedNode, LocalNetworkOptions } from '../local-network.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

/** By what somebody at this machine controls a devnet. */
export interface Controls {
  readonly snapshots: Snapshots;
  readonly faults: Faults;
  /** Names the accounts that the devnet has keys of; grows with the wallet. */
  readonly accountNames: Map<Address, string>;
}

/** What the controls of a devnet act on. */
export interface ControlsOptions {
  readonly network: LocalNetworkOptions;
  readonly faultyBus: FaultyBus;
  /** Its seed is where the luck of faults comes from. */
  readonly founded: Founded;
  /** Validators, proxy and clients; the list may grow. */
  readonly nodes: readonly HostedNode<unknown>[];
  readonly onFailure: (failure: unknown) => void;
}

/** Creates the controls of a devnet that nobody has touched. */
export function createControls(options: ControlsOptions): Controls {
  const { network, faultyBus, founded, nodes, onFailure } = options;
  const { clock, journal, signerOf } = network;
  // What came before a return has not happened.
  const snapshots = createSnapshots(nodes, {
    now: clock.now,
    onRestored() {
      journal.forget();
      faults.forget();
    },
  });
  const faults = createFaults({
    seed: founded.seed,
    clock,
    conditions: faultyBus.conditions,
    nodes,
    rowsOf: snapshots.rowsOf,
    takenAt: snapshots.takenAt,
    onFailure,
  });
  const names = [...accountNames(founded.accounts), FAUCET];
  const known = names.map((name) => [signerOf(name).address, name] as const);
  return { snapshots, faults, accountNames: new Map(known) };
}
