import type { Input, Message, Step } from '@quorate/core';
import { type ActorRefFrom, createActor } from 'xstate';
import { createEffectQueue, type EffectQueue } from './effect-queue.ts';
import type { NodeOptions } from './node-options.ts';
import { type Performance, perform } from './perform.ts';
import type { Cancel } from './ports.ts';
import { protocolActor } from './protocol-actor.ts';

/** What a node has in memory between a start and its end. */
export interface Life<S> {
  /**
   * Joins the network and begins to carry out the effects of recovery.
   *
   * @throws TransportError `NameTaken` when another node has the name.
   */
  begin(): void;
  state(): S;
  /** Leaves the network and drops timers and queued effects. A second call changes nothing. */
  end(): void;
}

type ProtocolRef<S, M, Resume> = ActorRefFrom<ReturnType<typeof protocolActor<S, M, Resume>>>;

/** Creates a life from the result of recovery. `onFailure` is told of any failure in it. */
export function createLife<S, M extends Message, Resume>(
  options: NodeOptions<S, M, Resume>,
  { state, effects }: Step<S, Resume>,
  onFailure: (failure: unknown) => void,
): Life<S> {
  const { name, ports, logic } = options;
  const timers = new Map<string, Cancel>();
  const actor: ProtocolRef<S, M, Resume> = createActor(
    protocolActor<S, M, Resume>({
      state,
      step: observedStep(options),
      enqueue: (following) => queue.enqueue(following),
    }),
  );
  let bug: { readonly thrown: unknown } | undefined;
  let isOver = false;
  function hear(input: Input<M, Resume>): void {
    // A life can end in the middle of a read. xstate would drop the rows, too, but not quietly.
    if (isOver) return;
    actor.send(input);
    if (bug === undefined) return;
    const { thrown } = bug;
    bug = undefined;
    onFailure(thrown);
  }
  const performance: Performance<M, Resume> = { name, ports, timers, hear };
  const queue: EffectQueue<Resume> = createEffectQueue({
    store: ports.store,
    perform: (effect) => perform(performance, effect),
    onFailure,
  });
  // Without an observer, xstate would rethrow from a real timer what a step threw, outside virtual
  // time; and so it would what an observer threw, so this one calls nobody.
  actor.subscribe({
    error(thrown) {
      bug = { thrown };
    },
  });
  let detach = (): void => undefined;

  return {
    begin() {
      actor.start();
      detach = ports.transport.attach(name, (from, message) => {
        if (logic.hears(message)) hear({ type: 'Message', from, message });
      });
      queue.enqueue(effects);
    },
    state: () => actor.getSnapshot().context,
    end() {
      isOver = true;
      detach();
      queue.close();
      for (const cancel of timers.values()) cancel();
      timers.clear();
      actor.stop();
    },
  };
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
