import { isPromise } from 'node:util/types';
import type { Clock, Node } from '@quorate/actors';
import type { Genesis, Keyring, Message } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import type { Store } from '@quorate/storage';
import type { NodeName, Transport } from '@quorate/transport';
import type { Scenario } from '../../scenario/scenario.ts';
import type { HostOf } from '../hosts/host.ts';
import { type FailureBook, noteFailure } from '../node-failure.ts';
import type { Parties } from '../parties.ts';
import type { TraceRecorder } from '../trace-recorder.ts';
import { checkWhole } from '../whole-message.ts';
import { createGivenSignatures } from './given-signatures.ts';
import { guestStore } from './guest-store.ts';

/** Everything that a node of foreign code is given: its identity and all that it may use. */
export interface NodeSeat {
  readonly name: NodeName;
  readonly role: 'validator' | 'proxy' | 'client';
  /** The key of the node. */
  readonly signer: Signer;
  /**
   * A validator's key of each epoch, the first of which is `signer`; undefined for any other node.
   */
  readonly keys: Keyring | undefined;
  readonly verifier: Verifier;
  readonly genesis: Genesis;
  /** The proxy of a client; undefined for any other node. */
  readonly proxy: NodeName | undefined;
  /** The transport to which the node attaches itself under its name. */
  readonly transport: Transport<Message>;
  readonly clock: Clock;
  /** The store, which survives crashes, as far as they left it intact. */
  readonly store: Store<unknown>;
}

/** What a run needs to know of a node of foreign code. */
export interface SeatedNode {
  /**
   * For a client: the nonce of its next transaction, from which the ids of what it creates are
   * derived.
   */
  readonly nextNonce?: () => bigint;
}

/**
 * Creates a node: starts it from its store and attaches it to its transport.
 *
 * It is called when the run begins and after every crash. A crash removes the node's attachments,
 * timers and pending flushes, so a maker need only read the store.
 */
export type NodeMaker = (seat: NodeSeat) => SeatedNode | undefined;

/** The nodes of foreign code, by name. */
export type NodeMakers = Readonly<Record<NodeName, NodeMaker>>;

/**
 * Tells whether a node is of foreign code. A client may have the name of an inherited property, so
 * only own ones count.
 */
export function isGuest(makers: NodeMakers, name: NodeName): boolean {
  return Object.hasOwn(makers, name);
}

/** Gives the maker of a node; undefined when the core makes it. */
export function makerOf(makers: NodeMakers, name: NodeName): NodeMaker | undefined {
  return isGuest(makers, name) ? makers[name] : undefined;
}

/**
 * Removes the Byzantine acts of these nodes: acts change how the core behaves, and nothing else.
 */
export function withoutActsOf(makers: NodeMakers, scenario: Scenario): Scenario {
  const byzantine = scenario.byzantine.filter(({ node }) => !isGuest(makers, node));
  return byzantine.length === scenario.byzantine.length ? scenario : { ...scenario, byzantine };
}

/** What guests are built on. */
export interface GuestGround extends FailureBook {
  readonly genesis: Genesis;
  readonly parties: Pick<Parties, 'signer'>;
  readonly verifier: Verifier;
  /** The verifier for whoever watches the guests, which counts no costs. */
  readonly witness: Verifier;
  readonly trace: Pick<TraceRecorder, 'arrival'>;
  readonly hostOf: HostOf;
}

/** The parts of a guest. */
export interface GuestParts<S> extends Pick<NodeSeat, 'name' | 'role' | 'proxy' | 'keys'> {
  readonly make: NodeMaker;
  /** Gives what the world has to see of its state. */
  readonly view: (seated: SeatedNode) => S | undefined;
}

/** A guest's life, from a start to the next crash. */
interface Life {
  seated: SeatedNode;
  end(): void;
}

/** Creates a node of foreign code. Its state is unknown, and anything it throws breaks it. */
export function createGuest<S>(
  ground: GuestGround,
  { make, view, ...who }: GuestParts<S>,
): Node<S> {
  const { name } = who;
  let life: Life | undefined;
  let hasFailed = false;

  function fail(failure: unknown): void {
    life?.end();
    life = undefined;
    hasFailed = true;
    noteFailure(ground, name, failure);
  }

  return {
    name,
    start() {
      if (life !== undefined) return;
      hasFailed = false;
      const { seat, guarded, end } = beginLife(ground, who, fail);
      const begun: Life = { seated: {}, end };
      life = begun;
      guarded(() => {
        const seated = make(seat);
        begun.seated = seated ?? {};
        return seated;
      })();
    },
    crash() {
      life?.end();
      life = undefined;
    },
    status: () => (hasFailed ? 'failed' : life === undefined ? 'crashed' : 'active'),
    state() {
      if (life === undefined) return undefined;
      try {
        return view(life.seated);
      } catch (failure) {
        fail(failure);
        return undefined;
      }
    },
  };
}

interface BegunLife {
  readonly seat: NodeSeat;
  /**
   * Wraps a function so that it runs only while the life lasts. If it throws or returns a promise,
   * the life ends.
   */
  guarded<A extends readonly unknown[]>(act: (...given: A) => unknown): (...given: A) => void;
  end(): void;
}

function beginLife(
  ground: GuestGround,
  who: Pick<NodeSeat, 'name' | 'role' | 'proxy' | 'keys'>,
  fail: (failure: unknown) => void,
): BegunLife {
  const { parties, verifier, genesis, trace } = ground;
  const { ports } = ground.hostOf(who.name);
  const { store, transport, clock } = ports;
  const signatures = who.keys && createGivenSignatures(who.keys, ground.witness);
  const ends: (() => void)[] = [];
  let isOver = false;

  const guarded: BegunLife['guarded'] =
    (act) =>
    (...given) => {
      if (isOver) return;
      try {
        refusePromise(act(...given));
      } catch (failure) {
        // After a crash in the middle of a call, the code runs on although its process is gone.
        // What it throws then is ignored.
        if (!isOver) fail(failure);
      }
    };

  const attach: Transport<Message>['attach'] = (node, receive) => {
    if (isOver) return () => undefined;
    checkOwn(who.name, 'attached itself', node);
    const detach = transport.attach(
      node,
      guarded((from, message) => {
        trace.arrival({ node, from, message }, ground.clock.now());
        signatures?.heard(from, message);
        return receive(from, message) as unknown;
      }),
    );
    ends.push(detach);
    return detach;
  };

  const send: Transport<Message>['send'] = guarded((from, to, message) => {
    checkWhole(message, who.role);
    checkOwn(who.name, `sent a ${message.type}`, from);
    if (typeof to !== 'string') throw new TypeError(`it sent a ${message.type} to ${String(to)}`);
    signatures?.check(to, message);
    transport.send(from, to, message);
  });

  return {
    seat: {
      ...who,
      signer: parties.signer(who.name),
      verifier,
      // It is the one that the nodes of the core use too.
      genesis: structuredClone(genesis),
      transport: { attach, send },
      clock: {
        now: clock.now,
        setTimer(at, fire) {
          checkTime(at);
          const cancel = clock.setTimer(at, guarded(fire));
          ends.push(cancel);
          return cancel;
        },
      },
      store: guestStore(store, { guarded }),
    },
    guarded,
    end() {
      isOver = true;
      for (const end of ends) end();
    },
  };
}

// A node that uses the name of another would appear silent itself, and every check of it would
// pass.
function checkOwn(own: NodeName, did: string, name: unknown): void {
  if (name !== own) throw new TypeError(`it ${did} as ${String(name)}, and is ${own}`);
}

// The clock takes most other values for times that have passed, so the timer would be due at once.
function checkTime(at: unknown): void {
  if (typeof at === 'bigint') return;
  throw new TypeError(`it set a timer for ${String(at)}, which is no time: a time is a bigint`);
}

// TypeScript accepts an async function in place of one that returns nothing. Whatever it does after
// its first `await` happens when the run is over: the node would be silent, and every check of it
// would pass.
function refusePromise(made: unknown): void {
  if (!isPromise(made)) return;
  // The promise is not awaited, and its failure has been reported already.
  made.catch(() => undefined);
  throw new TypeError(
    'it gave a promise, which comes too late in virtual time: a node does all at once',
  );
}
