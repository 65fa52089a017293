import type { Node } from '@quorate/actors';
import { invariant, type ValidatorState } from '@quorate/core';
import type { ScenarioFault } from '../scenario/scenario.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { TraceRecorder } from './trace-recorder.ts';

/** What faults act on. */
export interface FaultGround {
  readonly clock: VirtualClock;
  readonly start: bigint;
  readonly validators: readonly Node<ValidatorState>[];
  readonly trace: TraceRecorder;
}

/** Sets the time of every fault. */
export function placeFaults(
  faults: readonly ScenarioFault[],
  { clock, start, validators, trace }: FaultGround,
): void {
  for (const { node, at, restartAfter } of faults) {
    const validator = validators.find(({ name }) => name === node);
    invariant(validator !== undefined, `a fault names ${node}, which is no validator`);
    const restart = () => {
      trace.fault('Restart', node, clock.now());
      validator.start();
    };
    clock.setTimer(start + at, () => {
      trace.fault('Crash', node, clock.now());
      validator.crash();
      // Set only now, so that a restart at the same instant cannot come first.
      if (restartAfter !== undefined) clock.setTimer(clock.now() + restartAfter, restart);
    });
  }
}
