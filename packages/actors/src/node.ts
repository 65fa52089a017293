import type { Message, NodeName, Step } from '@quorate/core';
import { createActor } from 'xstate';
import { createLife, type Life } from './life.ts';
import { nodeMachine } from './node-machine.ts';
import type { NodeOptions } from './node-options.ts';
import { allRows } from './store-rows.ts';

/** The state of a node's lifecycle. */
export type NodeStatus = 'booting' | 'recovering' | 'active' | 'crashed' | 'failed';

/** A running node. */
export interface Node<S> {
  readonly name: NodeName;
  /** Starts the node from its store, for the first time or after a crash or a failure. */
  start(): void;
  /**
   * Takes the node down at once. Memory, timers and queued effects are gone, even if the node is
   * just carrying them out.
   */
  crash(): void;
  status(): NodeStatus;
  /** The state of the step machine; undefined unless active. */
  state(): S | undefined;
}

/** Creates a node: a lifecycle machine with one protocol actor at a time. */
export function createNode<S, M extends Message, Resume>(
  options: NodeOptions<S, M, Resume>,
): Node<S> {
  const { name, ports, logic, onFailure } = options;
  let recovered: Step<S, Resume> | undefined;
  let life: Life<S> | undefined;
  let isStarting = false;
  const untold: unknown[] = [];

  function recover(done: () => void): void {
    try {
      recovered = logic.recover(allRows(ports.store, logic.recovery), ports.clock.now());
      done();
    } catch (failure) {
      fail(failure);
    }
  }

  function serve(): void {
    try {
      if (recovered === undefined) throw new Error(`${name} serves before it has recovered`);
      life = createLife(options, recovered, fail);
      recovered = undefined;
      life.begin();
    } catch (failure) {
      fail(failure);
    }
  }

  // A life is ended first and directly: the lifecycle handles the event only after its current one,
  // and effects would still leave until then.
  function endLife(): void {
    life?.end();
    life = undefined;
  }

  function fail(failure: unknown): void {
    endLife();
    lifecycle.send({ type: 'Failed' });
    // In the middle of a start, xstate would take what this throws for a failure of its own.
    if (isStarting) untold.push(failure);
    else onFailure(failure);
  }

  function start(): void {
    isStarting = true;
    lifecycle.send({ type: 'Start' });
    isStarting = false;
    for (const failure of untold.splice(0)) onFailure(failure);
  }

  const lifecycle = createActor(nodeMachine, { input: { recover, serve } });
  lifecycle.subscribe({ error: onFailure });
  lifecycle.start();

  return {
    name,
    start,
    crash() {
      endLife();
      lifecycle.send({ type: 'Crash' });
    },
    status: () => lifecycle.getSnapshot().value,
    state: () => life?.state(),
  };
}
