import type { Effect, Input, Step } from '@quorate/core';
import type { ActorLogic } from 'xstate';

/** What a protocol actor is made of. */
export interface ProtocolActorOptions<S, M, Resume> {
  /** The state it starts with. */
  readonly state: S;
  readonly step: (state: S, input: Input<M, Resume>) => Step<S, Resume>;
  /** Takes the effects of a step, after its state is committed. */
  readonly enqueue: (effects: readonly Effect<Resume>[]) => void;
}

/** The visible part of an actor: the state of its step machine. */
interface ActorSnapshot<S> {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  readonly context: S;
}

/** The event by which xstate tells an actor that it is being stopped. */
interface StopEvent {
  readonly type: 'xstate.stop';
}

/**
 * Creates the only bridge between a step machine and an actor: an input goes in, a step is taken,
 * its effects come out.
 *
 * The state is the context itself and the input is the event itself, so nothing is wrapped at each
 * step. It is written out because `fromTransition` would copy at every step.
 */
export function protocolActor<S, M, Resume>({
  state,
  step,
  enqueue,
}: ProtocolActorOptions<S, M, Resume>): ActorLogic<ActorSnapshot<S>, Input<M, Resume> | StopEvent> {
  // An old state keeps every later difference alive, so it is not kept past the start.
  let initial: ActorSnapshot<S> | undefined = snapshotOf(state);
  return {
    transition(snapshot, event, { defer }) {
      if (event.type === 'xstate.stop') return snapshot;
      const { state: next, effects } = step(snapshot.context, event);
      if (effects.length > 0) defer(() => enqueue(effects));
      return next === snapshot.context ? snapshot : snapshotOf(next);
    },
    getInitialSnapshot() {
      if (initial === undefined) throw new Error('a protocol actor begins only once');
      const first = initial;
      initial = undefined;
      return first;
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

function snapshotOf<S>(context: S): ActorSnapshot<S> {
  return { status: 'active', output: undefined, error: undefined, context };
}
