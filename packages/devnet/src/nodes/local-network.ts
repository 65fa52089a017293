import { createClientNode, createProxyNode } from '@quorate/actors';
import {
  CLIENT_TIMINGS,
  type ClientState,
  freshClient,
  PROXY_TIMINGS,
  type ProxyState,
  type ValidatorState,
} from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { TransactionId } from '@quorate/protocol';
import { openKeyChain } from '../committee/key-chain.ts';
import { type OwnSeats, openSeats, type Seats } from '../committee/seats.ts';
import { hasMoved, type Standing, standingOf } from '../committee/standing.ts';
import { createSweeper } from '../committee/sweeper.ts';
import { troubleOf } from '../data/node-store.ts';
import type { Rows } from '../data/rows.ts';
import { sufferOf } from '../faults/ailment.ts';
import type { Hampers } from '../faults/hampers.ts';
import { createLyingValidator, type LyingValidator } from '../faults/liar.ts';
import { PROXY } from '../keys.ts';
import { type Activity, createActivity } from '../ops/activity.ts';
import { deedsIn, type ValidatorObservation } from '../ops/deeds.ts';
import { createSettlements } from '../ops/settlements.ts';
import { NANOS_PER_MILLI } from '../timing/clock.ts';
import { PROXY_DEADLINE_MILLIS } from '../timing/patience.ts';
import {
  type HostedNode,
  host,
  type LocalNetworkOptions,
  type LocalNode,
  type Making,
  type Surroundings,
} from './host-node.ts';
import { prunePolicy } from './prune.ts';
import { createRecall, type Recall } from './recall.ts';

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
export type ValidatorHosting = Pick<Making<unknown>, 'rows'>;

/** Hosts a validator. */
export function hostValidator(
  options: LocalNetworkOptions,
  name: string,
  { rows }: ValidatorHosting = {},
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
  const stand = (present: ValidatorState): void => {
    stood = standingOf(present);
    options.watch?.onStanding(name, stood);
  };
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
    stand(after);
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
        if (present !== undefined) stand(present);
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
    suffer: sufferOf({ ...hosted.hampers, liar: hosted.node.liar, now: clock.now }),
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
        precheck: 'remembered',
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
