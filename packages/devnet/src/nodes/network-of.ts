import { openCrypto, type Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import { createJournal } from '../admin/journal.ts';
import { createTraces } from '../admin/traces.ts';
import type { Founded } from '../data/constitution-file.ts';
import { type Chronicle, createChronicle } from '../events/chronicle.ts';
import { createReporter, type Reporter } from '../events/reporter.ts';
import { createFaultyBus, type FaultyBus } from '../faults/faulty-bus.ts';
import { buildGenesis, FAUCET } from '../genesis.ts';
import { accountNames, secretKeyOf } from '../keys.ts';
import type { Log } from '../log.ts';
import type { LocalNetworkOptions } from './host-node.ts';

/** What is decided about a network before its nodes are. */
interface NetworkGround
  extends Pick<LocalNetworkOptions, 'clock' | 'dataDir' | 'prune' | 'validatorNames'> {
  readonly founded: Founded;
  readonly log: Log;
}

/** What the nodes of the process of a devnet are built from. */
export interface OwnNetwork {
  readonly network: LocalNetworkOptions;
  /** The bus of the network. */
  readonly faultyBus: FaultyBus;
  /** What happens in the devnet. */
  readonly chronicle: Chronicle;
  readonly reporter: Reporter;
  /** The names of the accounts whose keys the devnet has; grows with the wallet. */
  readonly accountNames: Map<Address, string>;
  /** Why each node last stopped by itself, by name. */
  readonly stopped: ReadonlyMap<string, unknown>;
}

/** Gives what the nodes of the process of a devnet are built from. */
export function networkOf({ founded, log, ...ground }: NetworkGround): OwnNetwork {
  const { clock } = ground;
  const { seed } = founded;
  const onFailure = (failure: unknown): void => log.error({ err: failure }, 'a delivery failed');
  const faultyBus = createFaultyBus({ clock, seed, onFailure });
  const crypto = openCrypto('trusted');
  const secretOf = (role: string): Uint8Array => secretKeyOf(seed, role);
  const signerOf = (role: string): Signer => crypto.signer(secretOf(role));
  const stopped = new Map<string, unknown>();
  const genesis = buildGenesis(founded, signerOf);
  const named = [...accountNames(founded.accounts), FAUCET];
  const names = new Map(named.map((name) => [signerOf(name).address, name] as const));
  const chronicle = createChronicle({ now: clock.now });
  const reporter = createReporter({ chronicle, names, first: genesis.committee });
  const network: LocalNetworkOptions = {
    ...ground,
    bus: faultyBus.bus,
    genesis,
    crypto,
    secretOf,
    signerOf,
    traces: createTraces(clock.now, undefined, reporter.onNoted),
    journal: createJournal(clock.now, reporter),
    watch: reporter,
    onFailure(node, failure) {
      stopped.set(node, failure);
      log.error({ node, err: failure }, 'a node stopped');
    },
    onSpentKeyKept(node, failure) {
      log.error({ node, err: failure }, 'a spent key is not destroyed yet');
    },
  };
  return { network, faultyBus, stopped, chronicle, reporter, accountNames: names };
}
