import {
  type Clock,
  createClientNode,
  createProxyNode,
  gatedPorts,
  type Node,
} from '@quorate/actors';
import {
  CLIENT_TIMINGS,
  type ClientState,
  freshClient,
  type Genesis,
  type Message,
  PROXY_TIMINGS,
  type ProxyState,
  type ValidatorState,
} from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import type { TransactionId } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { NodeName, Transport } from '@quorate/transport';
import { type AdminError, notUp, notUpInTime } from '../admin/admin-error.ts';
import type { Journal } from '../admin/journal.ts';
import type { Traces } from '../admin/traces.ts';
import { openKeyChain } from '../committee/key-chain.ts';
import { type OwnSeats, openSeats, type Seats } from '../committee/seats.ts';
import { hasMoved, type Standing, standingOf } from '../committee/standing.ts';
import { createSweeper } from '../committee/sweeper.ts';
import { flushed, openNodeStore, troubleOf } from '../data/node-store.ts';
import { putsOf, type Rows, rowsIn } from '../data/rows.ts';
import { createHampers, type Hampers } from '../faults/hampers.ts';
import { createLyingValidator, type Liar, type LyingValidator } from '../faults/liar.ts';
import { PROXY } from '../keys.ts';
import { type Activity, createActivity } from '../ops/activity.ts';
import { deedsIn, type ValidatorObservation } from '../ops/deeds.ts';
import { createSettlements } from '../ops/settlements.ts';
import { NANOS_PER_MILLI } from '../timing/clock.ts';
import { inTime } from '../timing/in-time.ts';
import { PROXY_DEADLINE_MILLIS, UP_WITHIN_MILLIS } from '../timing/patience.ts';
import { type PruneOptions, prunePolicy } from './prune.ts';
import { createRecall, type Recall } from './recall.ts';
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
  /** Told why a node stopped: a failing disk, or a bug of ours. */
  readonly onFailure: (node: NodeName, failure: unknown) => void;
  /** Told why a spent key of a node could not be destroyed yet (rule C9); the node goes on. */
  readonly onSpentKeyKept: (node: NodeName, failure: unknown) => void;
}

/** A node together with its store. */
export interface HostedNode<S> {
  readonly node: Node<S>;
  /** Absent if the node runs in another process. */
  readonly hampers?: Hampers;
  /** Absent if it is no validator, or runs in another process. */
  readonly liar?: Liar;
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

/** A validator together with what it has done, and its seats. */
export interface HostedValidator extends HostedNode<ValidatorState>, Pick<Activity, 'performance'> {
  /**
   * Gives its state between epochs, while it is down as it was last; undefined until it has come up,
   * and again from when it is put back.
   */
  readonly standing: () => Standing | undefined;
  readonly seats: Seats;
  /**
   * Gives when it settled a transaction that it holds, in nanoseconds since the Unix epoch;
   * undefined if it does not hold the transaction.
   */
  readonly settledAt: (id: TransactionId) => Promise<bigint | undefined>;
  /**
   * Gives the number of its process, undefined while there is none; absent if it has no process of
   * its own.
   */
  readonly pid?: () => number | undefined;
}

/** A validator of this process. */
export interface OwnValidator extends HostedValidator, Pick<LocalNode<ValidatorState>, 'kept'> {
  readonly hampers: Hampers;
  readonly seats: OwnSeats;
}

/** How a validator of this process is hosted. */
export interface ValidatorHosting {
  /** Called after each step that changes its state between epochs. */
  readonly onMoved?: (after: Standing) => void;
  /** Rows that replace those of its store before it starts. */
  readonly rows?: Rows | undefined;
}

/** Hosts a validator. */
export function hostValidator(
  options: LocalNetworkOptions,
  name: string,
  { onMoved = () => undefined, rows }: ValidatorHosting = {},
): OwnValidator {
  const { genesis, clock, bus, dataDir, secretOf, crypto, validatorNames } = options;
  const { networkId } = genesis;
  const isFounder = genesis.committee.members.some(({ validator }) => validator.host === name);
  const keys = openKeyChain({ name, dataDir, first: isFounder ? 1 : 0, secretOf, crypto });
  const state = (): ValidatorState | undefined => hosted.node.state();
  let stood: Standing | undefined;
  const { observe, performance } = createActivity(clock.now, state);
  const settlements = createSettlements();
  const sweeper = createSweeper({
    keys,
    clock,
    onFailure: (failure) => options.onSpentKeyKept(name, failure),
  });
  // The step or the start that causes this has to end first.
  const lookForChange = (): void => queueMicrotask(() => seats.lookForChange());
  const onStep = (observation: ValidatorObservation): void => {
    const { before, after } = observation;
    const deeds = deedsIn(observation);
    observe(after, deeds);
    for (const { type, facts } of deeds)
      options.traces.note(name, { type, transactionId: facts.id });
    if (before.handover !== after.handover) sweeper.sweep(after);
    // A validator that missed one change may have missed the next one too.
    if (before.committees !== after.committees) lookForChange();
    if (!hasMoved(before, after)) return;
    stood = standingOf(after);
    onMoved(stood);
  };
  const create = (surroundings: Surroundings): LyingValidator => {
    sweeper.use(surroundings.ports.store);
    settlements.use(surroundings.ports.store);
    const prune = prunePolicy(options.prune, name);
    const onInstanceFailure = (failure: unknown): void =>
      options.onFailure(`${name}/instance`, failure);
    const own = { ...surroundings, genesis, keys, prune, onStep, onInstanceFailure };
    const node = createLyingValidator(own);
    return {
      ...node,
      start() {
        node.start();
        const present = node.state();
        if (present !== undefined) stood = standingOf(present);
        lookForChange();
      },
    };
  };
  const onPutBack = (): void => {
    options.traces.forget(name);
    stood = undefined;
    sweeper.forget();
    hosted.node.forget();
    seats.forget();
    // The earlier state may need a key that has been destroyed since.
    keys.renew();
  };
  if (rows !== undefined) keys.renew();
  const hosted = host<ValidatorState, LyingValidator>(options, name, { create, onPutBack, rows });
  const seats = openSeats({ name, bus, keys, state, networkId, validatorNames });
  return {
    ...hosted,
    liar: hosted.node.liar,
    performance,
    seats,
    standing: () => stood,
    settledAt: async (id) => settlements.at(id),
    close() {
      seats.close();
      sweeper.close();
      settlements.close();
      return hosted.close();
    },
  };
}

/**
 * Hosts a validator whose first rows are durable: from then on, a missing store means a loss.
 *
 * @throws DevnetError if its store cannot be opened or written
 */
export async function hostDurably(
  ...given: Parameters<typeof hostValidator>
): Promise<OwnValidator> {
  const hosted = hostValidator(...given);
  try {
    await hosted.kept();
    return hosted;
  } catch (failure) {
    await hosted.close();
    throw troubleOf(failure) ?? failure;
  }
}

/**
 * Hosts the proxy; `deadline` is the time, in milliseconds, after which it reports a quorum that it
 * cannot reach.
 */
export function hostProxy(
  options: LocalNetworkOptions,
  deadline: number = PROXY_DEADLINE_MILLIS,
): HostedNode<ProxyState> {
  return host(options, PROXY, {
    create: (surroundings) =>
      createProxyNode({
        ...surroundings,
        genesis: options.genesis,
        timings: { ...PROXY_TIMINGS, deadlineNanos: BigInt(deadline) * NANOS_PER_MILLI },
        prune: prunePolicy(options.prune, PROXY),
        onStep: (observation) => options.journal.hear(observation),
      }),
  });
}

/** The proxy that the clients of this process use, and how long they wait. */
export const CLIENT_MEANS = { proxy: PROXY, timings: CLIENT_TIMINGS };

/** A client of this process. */
export interface HostedClient extends LocalNode<ClientState>, Pick<Recall, 'takeBack'> {}

/**
 * Hosts a client that sends for an account: the faucet or the wallet; `rows` as for a validator.
 */
export function hostClient(
  options: LocalNetworkOptions,
  name: string,
  signer: Signer = options.signerOf(name),
  rows?: Rows,
): HostedClient {
  const { screen, takeBack } = createRecall();
  const hosted = host(options, name, {
    rows,
    create: (surroundings) =>
      createClientNode({
        ...surroundings,
        ports: screen(surroundings.ports),
        signer,
        fresh: freshClient(options.genesis, CLIENT_MEANS),
      }),
  });
  return { ...hosted, takeBack };
}

type Surroundings = ReturnType<typeof surroundingsOf>;

/** How a node is created. */
interface Making<N> extends Pick<ValidatorHosting, 'rows'> {
  readonly create: (surroundings: Surroundings) => N;
  /**
   * Called when its store has been put back after the node was up, while the node is down; an
   * exception keeps it down.
   */
  readonly onPutBack?: () => void;
}

function host<S, N extends Node<S>>(
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
    revive(failure);
  };
  const node = create(surroundingsOf(options, name, { store, hampers, onStopped }));

  if (first !== undefined) putBack(store, first);
  node.start();
  return {
    node,
    hampers,
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

function isSo(): true {
  return true;
}

/** Says why a node that was started is not up; `reason` is why it last stopped. */
function downError({ name, status }: Node<unknown>, reason: unknown): AdminError {
  const failed = reason instanceof Error ? reason.message : `${reason}`;
  return notUp(name, status() === 'failed' ? failed : 'it was taken down meanwhile');
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
