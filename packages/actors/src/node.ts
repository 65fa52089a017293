import type { Input, Message, NodeName, Response, Step, StoreRow } from '@quorate/core';
import type { StoreError } from '@quorate/storage';
import { type ActorRefFrom, createActor } from 'xstate';
import { createEffectQueue, type EffectQueue, type OutwardEffect } from './effect-queue.ts';
import { nodeMachine } from './node-machine.ts';
import type { Cancel, NodePorts } from './ports.ts';
import { protocolActor } from './protocol-actor.ts';

/** A step machine together with how it comes up. */
export interface NodeLogic<S, M extends Message, Resume> {
  /** Builds the state from the store, and what is to be done before anything is heard. */
  readonly recover: (rows: Iterable<StoreRow>, now: bigint) => Step<S, Resume>;
  readonly step: (state: S, input: Input<M, Resume>, now: bigint) => Step<S, Resume>;
  /** Tells the messages that this kind of node hears from all others, which it ignores. */
  readonly hears: (message: Message) => message is M;
}

/** One step as an observer sees it, before its effects are carried out. */
export interface Observation<S, M, Resume> {
  readonly node: NodeName;
  readonly input: Input<M, Resume>;
  readonly before: S;
  readonly after: S;
  readonly effects: Step<S, Resume>['effects'];
}

/** What a node is made of. */
export interface NodeOptions<S, M extends Message, Resume> {
  readonly name: NodeName;
  readonly ports: NodePorts;
  readonly logic: NodeLogic<S, M, Resume>;
  readonly onStep?: (observation: Observation<S, M, Resume>) => void;
  /** Hears of a bug of ours or a store that failed: the node is down for good. */
  readonly onFailure: (failure: unknown) => void;
}

/** Says where a node is in its life. */
export type NodeStatus = 'booting' | 'recovering' | 'active' | 'crashed' | 'failed';

/** A running node. */
export interface Node<S> {
  readonly name: NodeName;
  /** Brings the node up, the first time or after a crash. */
  start(): void;
  /** Takes the node down where it stands: memory, timers and queued effects are gone. */
  crash(): void;
  status(): NodeStatus;
  /** The state of the step machine; undefined unless active. */
  state(): S | undefined;
}

type ProtocolRef<S, M, Resume> = ActorRefFrom<ReturnType<typeof protocolActor<S, M, Resume>>>;

/** Creates a node: a lifecycle machine around one protocol actor. */
export function createNode<S, M extends Message, Resume>(
  options: NodeOptions<S, M, Resume>,
): Node<S> {
  const { name, ports, logic, onFailure } = options;
  const actorLogic = protocolActor<S, M, Resume>();
  let recovered: Step<S, Resume> | undefined;
  let protocol: ProtocolRef<S, M, Resume> | undefined;

  const lifecycle = createActor(nodeMachine, {
    input: {
      recover: (done) => {
        recovered = logic.recover(allRows(ports), ports.clock.now());
        done();
      },
      serve: () => serve(),
    },
  });
  lifecycle.subscribe({ error: onFailure });
  lifecycle.start();

  function fail(failure: unknown): void {
    lifecycle.send({ type: 'Failed' });
    onFailure(failure);
  }

  function serve(): () => void {
    const beginning = recovered;
    if (beginning === undefined) throw new Error(`${name} serves before it has recovered`);
    const timers = new Map<string, Cancel>();
    const actor: ProtocolRef<S, M, Resume> = createActor(actorLogic, {
      input: {
        state: beginning.state,
        step: observedStep(options),
        enqueue: (all) => queue.enqueue(all),
      },
    });
    const hear = (input: Input<M, Resume>) => actor.send({ type: 'Input', input });
    const queue: EffectQueue<Resume> = createEffectQueue({
      store: ports.store,
      perform: (effect) => perform(effect, { options, timers, hear }),
      onFailure: (failure: StoreError) => fail(failure),
    });
    actor.subscribe({ error: fail });
    actor.start();
    protocol = actor;
    const detach = ports.transport.attach(name, (from, message) => {
      if (logic.hears(message)) hear({ type: 'Message', from, message });
    });
    queue.enqueue(beginning.effects);
    return () => {
      protocol = undefined;
      detach();
      queue.close();
      for (const cancel of timers.values()) cancel();
      actor.stop();
    };
  }

  return {
    name,
    start: () => lifecycle.send({ type: 'Start' }),
    crash: () => lifecycle.send({ type: 'Crash' }),
    status: () => lifecycle.getSnapshot().value,
    state: () => protocol?.getSnapshot().context.state,
  };
}

interface Performance<S, M extends Message, Resume> {
  readonly options: NodeOptions<S, M, Resume>;
  readonly timers: Map<string, Cancel>;
  readonly hear: (input: Input<M, Resume>) => void;
}

function perform<S, M extends Message, Resume>(
  effect: OutwardEffect<Resume>,
  { options, timers, hear }: Performance<S, M, Resume>,
): void {
  const { name, ports } = options;
  switch (effect.type) {
    case 'Send':
      ports.transport.send(name, effect.to, effect.message);
      return;
    case 'Reply': {
      const { to, requestId, result } = effect;
      const response: Response = { type: 'Response', requestId, result };
      ports.transport.send(name, to, response);
      return;
    }
    case 'Load':
      hear({ type: 'Loaded', resume: effect.resume, rows: rowsOf(ports, effect.range) });
      return;
    case 'SetTimer': {
      const { id, at } = effect;
      timers.get(id)?.();
      timers.set(
        id,
        ports.clock.setTimer(at, () => {
          timers.delete(id);
          hear({ type: 'Timer', id });
        }),
      );
      return;
    }
    case 'CancelTimer':
      timers.get(effect.id)?.();
      timers.delete(effect.id);
      return;
  }
}

function observedStep<S, M extends Message, Resume>({
  name,
  ports,
  logic,
  onStep,
}: NodeOptions<S, M, Resume>): (state: S, input: Input<M, Resume>) => Step<S, Resume> {
  return (before, input) => {
    const step = logic.step(before, input, ports.clock.now());
    onStep?.({ node: name, input, before, after: step.state, effects: step.effects });
    return step;
  };
}

function rowsOf(
  { store }: NodePorts,
  range: { readonly from: string; readonly to: string; readonly limit?: number },
): StoreRow[] {
  return Array.from(store.scan(range), ([key, value]) => ({ key, value }));
}

function allRows(ports: NodePorts): StoreRow[] {
  // Keys are printable ASCII, so this is past all of them.
  return rowsOf(ports, { from: '', to: '\x7f' });
}
