import type { Effect, Input, Step } from '@quorate/core';
import { fromTransition } from 'xstate';

/** What a protocol actor is made of. */
export interface ProtocolActorOptions<S, M, Resume> {
  /** The state it starts with. */
  readonly state: S;
  readonly step: (state: S, input: Input<M, Resume>) => Step<S, Resume>;
  /** Takes the effects of a step, after its state is committed. */
  readonly enqueue: (effects: readonly Effect<Resume>[]) => void;
}

/** Tells an actor that it is being stopped; xstate hands it to the transition like an input. */
interface StopEvent {
  readonly type: 'xstate.stop';
}

/**
 * Creates the one bridge between a step machine and an actor: an input in, a step, its effects out.
 *
 * The context is the state itself and the event the input itself: nothing is wrapped per step.
 */
export function protocolActor<S, M, Resume>({
  state: initial,
  step,
  enqueue,
}: ProtocolActorOptions<S, M, Resume>) {
  return fromTransition(
    (current: S, event: Input<M, Resume> | StopEvent, { defer }): S => {
      if (event.type === 'xstate.stop') return current;
      const { state, effects } = step(current, event);
      if (effects.length > 0) defer(() => enqueue(effects));
      return state;
    },
    (): S => initial,
  );
}
