import { type Clock, gatedPorts, type Node } from '@quorate/actors';
import type { Genesis, Message } from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import type { Store } from '@quorate/storage';
import type { NodeName, Transport } from '@quorate/transport';
import { type AdminError, notUp, notUpInTime } from '../admin/admin-error.ts';
import type { Journal } from '../admin/journal.ts';
import type { Traces } from '../admin/traces.ts';
import { flushed, openNodeStore } from '../data/node-store.ts';
import { putsOf, type Rows, rowsIn } from '../data/rows.ts';
import type { NodeWatch } from '../events/node-watch.ts';
import { type Suffer, sufferOf } from '../faults/ailment.ts';
import { createHampers, type Hampers } from '../faults/hampers.ts';
import { inTime } from '../timing/in-time.ts';
import { UP_WITHIN_MILLIS } from '../timing/patience.ts';
import { wordsOf } from '../words-of.ts';
import type { PruneOptions } from './prune.ts';
import { createRevival } from './revival.ts';

/** What the nodes of one process are built from. */
export interface LocalNetworkOptions {
  readonly genesis: Genesis;
  readonly crypto: CryptoSuite;
  /** Derives the secret key of a role. */
  readonly secretOf: (role: string) => Uint8Array;
  /** Gives the keys of a role. */
  readonly signerOf: (role: string) => Signer;
  readonly bus: Transport<Message>;
  readonly clock: Clock;
  /** The names of the validators that messages reach at present, including those without a seat. */
  readonly validatorNames: () => readonly NodeName[];
  /** Where nodes store what they must not forget; undefined means only in memory. */
  readonly dataDir: string | undefined;
  /** Which certificates nodes prune; undefined if they keep all. */
  readonly prune?: PruneOptions | undefined;
  /** Observes what validators sign and settle. */
  readonly traces: Traces;
  /** Observes what is submitted to the proxy. */
  readonly journal: Journal;
  /** Hears what becomes of the nodes; nobody does by default. */
  readonly watch?: NodeWatch;
  /** Told why a node stopped: a failing disk, or a bug of ours. */
  readonly onFailure: (node: NodeName, failure: unknown) => void;
  /** Told why a spent key of a node could not be destroyed yet (rule C9); the node goes on. */
  readonly onSpentKeyKept: (node: NodeName, failure: unknown) => void;
}

/** A node together with its store. */
export interface HostedNode<S> {
  readonly node: Node<S>;
  readonly suffer: Suffer;
  /**
   * Halts a node of another process, because its store is copied later than those of this process;
   * absent for a node of this process.
   */
  readonly halt?: () => Halt;
  /**
   * Resolves once a node that was started serves.
   *
   * @throws AdminError if it does not come up, or not in time
   */
  readonly up: () => Promise<void>;
  /** Copies what its store holds, once all of that is durable; a node that can halt has to first. */
  snapshot(): Promise<Rows>;
  /** Stops the node, replaces its rows by these, and restarts it. */
  restore(rows: Rows): Promise<void>;
  /** Stops the node and resolves once its store has released its files. */
  close(): Promise<void>;
}

/** A node of another process that does nothing for a while. */
export interface Halt {
  /** Resolves once its store stays as it is. @throws AdminError if it is down */
  readonly reached: Promise<void>;
  /** Lets the node go on, or prevents it from halting if it has not yet. */
  readonly end: () => void;
}

/** A node of this process together with its store. */
export interface LocalNode<S> extends HostedNode<S> {
  readonly hampers: Hampers;
  /** Resolves once everything in its store is durable. @throws StoreError */
  kept(): Promise<void>;
}

/** What a node of this process is created with. */
export type Surroundings = ReturnType<typeof surroundingsOf>;

/** How a node is created. */
export interface Making<N> {
  readonly create: (surroundings: Surroundings) => N;
  /** Rows that replace those of its store before it starts. */
  readonly rows?: Rows | undefined;
  /**
   * Called when its store has been put back after the node was up, while the node is down; an
   * exception keeps it down.
   */
  readonly onPutBack?: () => void;
}

/** Hosts a node: opens its store and starts it. @throws DevnetError if the store cannot be opened */
export function host<S, N extends Node<S>>(
  options: LocalNetworkOptions,
  name: string,
  { create, onPutBack = () => undefined, rows: first }: Making<N>,
): LocalNode<S> & { readonly node: N } {
  const { store, release } = openNodeStore(options.dataDir, name);
  const hampers = createHampers(options.clock);
  const revive = createRevival(options.clock, () => node);
  let reason: unknown;
  const onStopped = (failure: unknown): void => {
    reason = failure;
    options.watch?.onStatus(name, 'failed', wordsOf(failure));
    revive(failure);
  };
  const created = create(surroundingsOf(options, name, { store, hampers, onStopped }));
  const node = watched(created, options);

  if (first !== undefined) putBack(store, first);
  node.start();
  return {
    node,
    hampers,
    suffer: sufferOf({ ...hampers, now: options.clock.now }),
    async up() {
      // Nothing leaves the node before its rows are durable; if they cannot be, the node learns
      // that first.
      const ended = flushed(store).then(isSo, isSo);
      const hasEnded = await inTime(ended, performance.now() + UP_WITHIN_MILLIS);
      if (hasEnded === undefined) throw notUpInTime(name);
      if (node.status() !== 'active') throw downError(node, reason);
    },
    kept: () => flushed(store),
    async snapshot() {
      // The rows are read first: what is written meanwhile belongs to a later moment.
      const rows = rowsIn(store);
      await flushed(store);
      return rows;
    },
    async restore(rows) {
      node.crash();
      // This comes before anything can fail: a later start must not bring up what was undone.
      putBack(store, rows);
      onPutBack();
      await flushed(store);
      node.start();
    },
    close() {
      node.crash();
      return release();
    },
  };
}

/** Tells the watch what becomes of a node that is started or taken down. */
function watched<S, N extends Node<S>>(node: N, { watch }: Pick<LocalNetworkOptions, 'watch'>): N {
  return {
    ...node,
    start() {
      node.start();
      // It may have failed at once, and then the reason is told already.
      if (node.status() !== 'failed') watch?.onStatus(node.name, 'active');
    },
    crash() {
      node.crash();
      watch?.onStatus(node.name, node.status());
    },
  };
}

function isSo(): true {
  return true;
}

/** Says why a node that was started is not up; `reason` is why it last stopped. */
function downError({ name, status }: Node<unknown>, reason: unknown): AdminError {
  return notUp(name, status() === 'failed' ? wordsOf(reason) : 'it was taken down meanwhile');
}

/**
 * Replaces all rows of a store; the new rows can be read at once, and are durable after the next
 * flush.
 */
function putBack(store: Store<unknown>, rows: Rows): void {
  const stale = rowsIn(store).map(([key]) => ({ type: 'Delete', key }) as const);
  store.write([...stale, ...putsOf(rows)]);
}

/** What belongs to one node. */
interface Own {
  readonly store: Store<unknown>;
  readonly hampers: Hampers;
  /** Told, after everybody else, why the node stopped. */
  readonly onStopped: (failure: unknown) => void;
}

function surroundingsOf(
  options: LocalNetworkOptions,
  name: string,
  { store, hampers, onStopped }: Own,
) {
  const { crypto, signerOf, bus, onFailure } = options;
  const { gate, clock } = hampers;
  return {
    name,
    ports: gatedPorts({ store, transport: bus, clock }, gate),
    signer: signerOf(name),
    verifier: crypto.verifier,
    onFailure(failure: unknown) {
      onFailure(name, failure);
      onStopped(failure);
    },
  };
}
