import {
  type Clock,
  createClientNode,
  createProxyNode,
  createValidatorNode,
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
import { EVERY_KEY, type Store } from '@quorate/storage';
import type { NodeName, Transport } from '@quorate/transport';
import { type AdminError, notUp, notUpInTime } from './admin/admin-error.ts';
import type { Journal } from './admin/journal.ts';
import type { Traces } from './admin/traces.ts';
import { NANOS_PER_MILLI } from './clock.ts';
import { openKeyChain } from './committee/key-chain.ts';
import { type OwnSeats, openSeats, type Seats } from './committee/seats.ts';
import { hasMoved, type Standing, standingOf } from './committee/standing.ts';
import { createSweeper } from './committee/sweeper.ts';
import { createHampers, type Hampers } from './faults/hampers.ts';
import { inTime } from './in-time.ts';
import { openNodeStore, troubleOf } from './node-store.ts';
import { type Activity, createActivity } from './ops/activity.ts';
import { deedsIn, type ValidatorObservation } from './ops/deeds.ts';
import { createSettlements } from './ops/settlements.ts';
import { PROXY_DEADLINE_MILLIS, UP_WITHIN_MILLIS } from './patience.ts';
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
  /** Names the validators that messages reach at present, those without a seat, too. */
  readonly validatorNames: () => readonly NodeName[];
  /** Where nodes keep what they must not forget; undefined keeps nothing beyond the process. */
  readonly dataDir: string | undefined;
  /** Which certificates nodes let go of; undefined where they keep all. */
  readonly prune?: PruneOptions | undefined;
  /** Sees what validators sign and settle. */
  readonly traces: Traces;
  /** Sees what is handed to the proxy. */
  readonly journal: Journal;
  /** Hears why a node stopped: a disk that fails, or a bug of ours. */
  readonly onFailure: (node: NodeName, failure: unknown) => void;
  /** Hears why a spent key of a node, which goes on, could not be destroyed yet (rule C9). */
  readonly onSpentKeyKept: (node: NodeName, failure: unknown) => void;
}

/** A node together with its store. */
export interface HostedNode<S> {
  readonly node: Node<S>;
  /** Absent where the node runs in another process. */
  readonly hampers?: Hampers;
  /**
   * Resolves once a node that was started serves.
   *
   * @throws AdminError where it does not come up, or not in time
   */
  readonly up: () => Promise<void>;
  /** Copies what its store holds, once all of that is durable. */
  snapshot(): Promise<Rows>;
  /** Takes the node down, puts these rows in place of its own, and brings it up. */
  restore(rows: Rows): Promise<void>;
  /** Takes the node down and resolves once its store has given up its files. */
  close(): Promise<void>;
}

/** A node of this process together with its store. */
export interface LocalNode<S> extends HostedNode<S> {
  /** Resolves once all that its store holds is durable. @throws StoreError */
  kept(): Promise<void>;
}

/** What a store holds, ascending by key. */
export type Rows = readonly (readonly [key: string, value: unknown])[];

/** The name of the one proxy. */
export const PROXY = 'p1';

/** A validator together with what it has done, and its seats. */
export interface HostedValidator extends HostedNode<ValidatorState>, Pick<Activity, 'performance'> {
  /** Tells where it stands between epochs; undefined until it has come up. */
  readonly standing: () => Standing | undefined;
  readonly seats: Seats;
  /**
   * Gives when it settled what it holds of a transaction, in nanoseconds since the Unix epoch; undefined
   * where it holds nothing of it.
   */
  readonly settledAt: (id: TransactionId) => Promise<bigint | undefined>;
  /** Gives the number of its process, undefined while there is none; absent where it has none of its own. */
  readonly pid?: () => number | undefined;
}

/** A validator of this process. */
export interface OwnValidator extends HostedValidator, Pick<LocalNode<ValidatorState>, 'kept'> {
  readonly seats: OwnSeats;
}

/** How a validator of this process is hosted. */
export interface ValidatorHosting {
  /** Hears of each step that moves it between epochs. */
  readonly onMoved?: (after: ValidatorState) => void;
  /** What its store is to hold instead of what it holds, before it comes up. */
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
  const { observe, performance } = createActivity(clock.now, state);
  const settlements = createSettlements();
  const sweeper = createSweeper({
    keys,
    clock,
    onFailure: (failure) => options.onSpentKeyKept(name, failure),
  });
  // The step or the start that calls for it has to be over first.
  const lookForChange = (): void => queueMicrotask(() => seats.lookForChange());
  const onStep = (observation: ValidatorObservation): void => {
    const { before, after } = observation;
    const deeds = deedsIn(observation);
    observe(after, deeds);
    for (const { type, facts } of deeds)
      options.traces.note(name, { type, transactionId: facts.id });
    if (before.handover !== after.handover) sweeper.sweep(after);
    // Who has missed one change may have missed the next.
    if (before.committees !== after.committees) lookForChange();
    if (hasMoved(before, after)) onMoved(after);
  };
  const create = (surroundings: Surroundings): Node<ValidatorState> => {
    sweeper.use(surroundings.ports.store);
    settlements.use(surroundings.ports.store);
    const prune = prunePolicy(options.prune, name);
    const node = createValidatorNode({ ...surroundings, genesis, keys, prune, onStep });
    return {
      ...node,
      start() {
        node.start();
        lookForChange();
      },
    };
  };
  const onPutBack = (): void => {
    options.traces.forget(name);
    sweeper.forget();
    seats.forget();
    // What it goes back to may need a key that was destroyed since.
    keys.renew();
  };
  if (rows !== undefined) keys.renew();
  const hosted = host(options, name, { create, onPutBack, rows });
  const seats = openSeats({ name, bus, keys, state, networkId, validatorNames });
  return {
    ...hosted,
    performance,
    seats,
    standing() {
      const present = state();
      return present && standingOf(present);
    },
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
 * Hosts a validator whose beginning is durable: from then on a store that is gone is a loss.
 *
 * @throws DevnetError where its store cannot be opened, or takes nothing
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

/** Hosts the proxy; `deadline` is when it reports a quorum that it cannot reach, in milliseconds. */
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

/** Whom the clients of this process send by, and how long they wait. */
export const CLIENT_MEANS = { proxy: PROXY, timings: CLIENT_TIMINGS };

/** A client of this process. */
export interface HostedClient extends LocalNode<ClientState>, Pick<Recall, 'takeBack'> {}

/** Hosts a client that sends for an account: the faucet, or the wallet; `rows` as of a validator. */
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

/** What makes a node what it is. */
interface Making<S> extends Pick<ValidatorHosting, 'rows'> {
  readonly create: (surroundings: Surroundings) => Node<S>;
  /** Hears that its store is put back after it was up, while it is down; what it throws keeps it down. */
  readonly onPutBack?: () => void;
}

function host<S>(
  options: LocalNetworkOptions,
  name: string,
  { create, onPutBack = () => undefined, rows: first }: Making<S>,
): LocalNode<S> {
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
      // Nothing leaves it before that, and where it cannot be the node hears first.
      const ended = flushed(store).then(isSo, isSo);
      const hasEnded = await inTime(ended, performance.now() + UP_WITHIN_MILLIS);
      if (hasEnded === undefined) throw notUpInTime(name);
      if (node.status() !== 'active') throw downError(node, reason);
    },
    kept: () => flushed(store),
    async snapshot() {
      // Read first: what is written meanwhile belongs to a later moment.
      const rows = allRows(store);
      await flushed(store);
      return rows;
    },
    async restore(rows) {
      node.crash();
      // Before anything can fail: whoever starts it then brings up nothing of what was undone.
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

/** Says why a node that was started is not up; `reason` is why it stopped last. */
function downError({ name, status }: Node<unknown>, reason: unknown): AdminError {
  const failed = reason instanceof Error ? reason.message : `${reason}`;
  return notUp(name, status() === 'failed' ? failed : 'it was taken down meanwhile');
}

/** Puts rows in place of all that a store holds, which can be read at once and is durable with its next flush. */
function putBack(store: Store<unknown>, rows: Rows): void {
  const stale = allRows(store).map(([key]) => ({ type: 'Delete', key }) as const);
  store.write([...stale, ...rows.map(([key, value]) => ({ type: 'Put', key, value }) as const)]);
}

function allRows(store: Store<unknown>): Rows {
  return [...store.scan(EVERY_KEY)];
}

function flushed(store: Store<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    store.flush((failure) => (failure === undefined ? resolve() : reject(failure)));
  });
}

/** What one node has to itself. */
interface Own {
  readonly store: Store<unknown>;
  readonly hampers: Hampers;
  /** Hears, after everybody else, why it stopped. */
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
