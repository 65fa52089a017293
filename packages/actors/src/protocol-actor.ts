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

/** What an actor shows of itself: the state of its step machine. */
interface ActorSnapshot<S> {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  readonly context: S;
}

/** Tells an actor that it is being stopped; xstate hands it to the transition like an input. */
interface StopEvent {
  readonly type: 'xstate.stop';
}

/**
 * Creates the one bridge between a step machine and an actor: an input in, a step, its effects out.
 *
 * The context is the state itself and the event the input itself: nothing is wrapped per step, and
 * what `fromTransition` would copy at every step is written out.
 */
export function protocolActor<S, M, Resume>({
  state: initial,
  step,
  enqueue,
}: ProtocolActorOptions<S, M, Resume>): ActorLogic<ActorSnapshot<S>, Input<M, Resume> | StopEvent> {
  return {
    transition(snapshot, event, { defer }) {
      if (event.type === 'xstate.stop') return snapshot;
      const { state, effects } = step(snapshot.context, event);
      if (effects.length > 0) defer(() => enqueue(effects));
      return state === snapshot.context ? snapshot : snapshotOf(state);
    },
    getInitialSnapshot: () => snapshotOf(initial),
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

function snapshotOf<S>(context: S): ActorSnapshot<S> {
  return { status: 'active', output: undefined, error: undefined, context };
}
