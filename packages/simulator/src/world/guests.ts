import { isPromise } from 'node:util/types';
import type { Clock, Node } from '@quorate/actors';
import type { Genesis, Message } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import type { Store } from '@quorate/storage';
import type { NodeName, Transport } from '@quorate/transport';
import type { Scenario } from '../scenario/scenario.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { guestStore } from './guest-store.ts';
import type { HostOf } from './hosts/host.ts';
import { isOfDisk } from './of-disk.ts';
import type { Parties } from './parties.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { checkWhole } from './whole-message.ts';

/** Where a node of somebody else's making stands: who it is, and all that it may use. */
export interface NodeSeat {
  readonly name: NodeName;
  readonly role: 'validator' | 'proxy' | 'client';
  /** The node's key. */
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly genesis: Genesis;
  /** The proxy that a client goes to; undefined for any other node. */
  readonly proxy: NodeName | undefined;
  /** What it attaches itself to under its name. */
  readonly transport: Transport<Message>;
  readonly clock: Clock;
  /** What it finds again after a crash, as far as that left it. */
  readonly store: Store<unknown>;
}

/** What a run asks of a node of somebody else's making. */
export interface SeatedNode {
  /** A client: the nonce of its next transaction, from which the ids of what it creates derive. */
  readonly nextNonce?: () => bigint;
}

/**
 * Makes a node: brings it up from its store and attaches it to its transport.
 *
 * It is called when the run begins and after every crash. A crash takes the node's attachments,
 * timers and pending flushes away, so a maker needs to do nothing about crashes but to read the store.
 */
export type NodeMaker = (seat: NodeSeat) => SeatedNode | undefined;

/** The nodes that are not of the core's making, by name. */
export type NodeMakers = Readonly<Record<NodeName, NodeMaker>>;

/** Gives who makes a node; undefined where the core does, also of a client with the name of what every object has. */
export function makerOf(makers: NodeMakers, name: NodeName): NodeMaker | undefined {
  return Object.hasOwn(makers, name) ? makers[name] : undefined;
}

/** Leaves out what these nodes are said to do wrong: acts bend what the core does, and nothing else. */
export function withoutActsOf(makers: NodeMakers, scenario: Scenario): Scenario {
  const byzantine = scenario.byzantine.filter(({ node }) => !Object.hasOwn(makers, node));
  return byzantine.length === scenario.byzantine.length ? scenario : { ...scenario, byzantine };
}

/** What guests are built on. */
export interface GuestGround {
  readonly start: bigint;
  readonly clock: Pick<VirtualClock, 'now'>;
  readonly genesis: Genesis;
  readonly parties: Pick<Parties, 'signer'>;
  readonly verifier: Verifier;
  readonly trace: Pick<TraceRecorder, 'arrival'>;
  readonly hostOf: HostOf;
  /** Takes what broke a node, and when. */
  readonly failures: {
    push(failure: {
      readonly node: NodeName;
      readonly at: bigint;
      readonly failure: unknown;
    }): void;
  };
}

/** What a guest is built from. */
export interface GuestParts<S> extends Pick<NodeSeat, 'name' | 'role' | 'proxy'> {
  readonly make: NodeMaker;
  /** What the world has to see of its state. */
  readonly view: (seated: SeatedNode) => S | undefined;
}

/** A guest's life, from one start to the next crash. */
interface Life {
  seated: SeatedNode;
  end(): void;
}

/** Creates a node that somebody else makes; what it holds is unknown, and what it throws breaks it. */
export function createGuest<S>(
  ground: GuestGround,
  { make, view, ...who }: GuestParts<S>,
): Node<S> {
  const { clock, start, failures } = ground;
  const { name } = who;
  let life: Life | undefined;
  let hasFailed = false;

  function fail(failure: unknown): void {
    life?.end();
    life = undefined;
    hasFailed = true;
    // To stop is what a node must do then; the fault starts it again in the end.
    if (!isOfDisk(failure)) failures.push({ node: name, at: clock.now() - start, failure });
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
  /** Lets something happen only while the life lasts, and ends it where that throws or is not done when it returns. */
  guarded<A extends readonly unknown[]>(act: (...given: A) => unknown): (...given: A) => void;
  end(): void;
}

function beginLife(
  ground: GuestGround,
  who: Pick<NodeSeat, 'name' | 'role' | 'proxy'>,
  fail: (failure: unknown) => void,
): BegunLife {
  const { parties, verifier, genesis, trace } = ground;
  const { ports } = ground.hostOf(who.name);
  const { store, transport, clock } = ports;
  const ends: (() => void)[] = [];
  let isOver = false;

  const guarded: BegunLife['guarded'] =
    (act) =>
    (...given) => {
      if (isOver) return;
      try {
        refusePromise(act(...given));
      } catch (failure) {
        // A crash in the midst of a call leaves code running whose process is no more: whatever it throws is of no account.
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
        return receive(from, message) as unknown;
      }),
    );
    ends.push(detach);
    return detach;
  };

  const send: Transport<Message>['send'] = guarded((from, to, message) => {
    checkWhole(message, who.role);
    checkOwn(who.name, `sent a ${message.type}`, from);
    transport.send(from, to, message);
  });

  return {
    seat: {
      ...who,
      signer: parties.signer(who.name),
      verifier,
      // It is the one that the core's nodes run on.
      genesis: structuredClone(genesis),
      transport: { attach, send },
      clock: {
        now: clock.now,
        setTimer(at, fire) {
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

// Whoever takes its own name for that of the other side would say nothing, and all that it is tested for would hold.
function checkOwn(own: NodeName, did: string, name: unknown): void {
  if (name !== own) throw new TypeError(`it ${did} as ${String(name)}, and is ${own}`);
}

// TypeScript lets an async function pass for one that returns nothing. What it does behind its first `await` comes
// when the run is over: the node would be mute, and all that it is tested for would hold.
function refusePromise(made: unknown): void {
  if (!isPromise(made)) return;
  // Nobody waits for it, and whatever it comes to has been reported already.
  made.catch(() => undefined);
  throw new TypeError(
    'it gave a promise, which comes too late in virtual time: a node does all at once',
  );
}
