import type { Effect, Input, Step } from '@quorate/core';
import { fromTransition } from 'xstate';

/** What reaches a protocol actor. */
export interface InputEvent<M, Resume> {
  readonly type: 'Input';
  readonly input: Input<M, Resume>;
}

/** What a protocol actor starts with. */
export interface ProtocolActorInput<S, M, Resume> {
  readonly state: S;
  readonly step: (state: S, input: Input<M, Resume>) => Step<S, Resume>;
  /** Takes the effects of a step, after its state is committed. */
  readonly enqueue: (effects: readonly Effect<Resume>[]) => void;
}

interface ProtocolActorState<S, M, Resume> extends ProtocolActorInput<S, M, Resume> {}

/**
 * Creates the one bridge between a step machine and an actor: an input in, a step, its effects out.
 */
export function protocolActor<S, M, Resume>() {
  return fromTransition(
    (
      current: ProtocolActorState<S, M, Resume>,
      { input }: InputEvent<M, Resume>,
      { defer },
    ): ProtocolActorState<S, M, Resume> => {
      const { state, effects } = current.step(current.state, input);
      if (effects.length > 0) defer(() => current.enqueue(effects));
      return state === current.state ? current : { ...current, state };
    },
    ({ input }: { input: ProtocolActorInput<S, M, Resume> }): ProtocolActorState<S, M, Resume> =>
      input,
  );
}
