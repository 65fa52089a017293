import type { Result } from '@quorate/core';
import type { ValidatorStep } from './oracle.ts';

/**
 * Follows the answers of one validator from the step that gives them until they leave: the effects
 * of a node form one queue, and a crash drops what stands in it (rule V8).
 */
export interface AnswerQueue {
  /** Takes in the answers of a step. */
  add(step: ValidatorStep): void;
  /** An answer has left; gives its step, or undefined for one that no step gave. */
  sent(requestId: string, result: Result): ValidatorStep | undefined;
  /** The node went down; gives what never left. */
  drop(): readonly Result[];
}

interface Waiting {
  readonly requestId: string;
  readonly result: Result;
  readonly step: ValidatorStep;
}

/** Creates the queue of a validator that has not answered anything. */
export function createAnswerQueue(): AnswerQueue {
  let waiting: Waiting[] = [];
  return {
    add(step) {
      for (const effect of step.observation.effects) {
        if (effect.type !== 'Reply') continue;
        waiting.push({ requestId: effect.requestId, result: effect.result, step });
      }
    },
    sent(requestId, result) {
      const index = waiting.findIndex(
        (each) => each.requestId === requestId && each.result === result,
      );
      if (index < 0) return undefined;
      const step = waiting[index]?.step;
      waiting.splice(0, index + 1);
      return step;
    },
    drop() {
      const unsent = waiting.map(({ result }) => result);
      waiting = [];
      return unsent;
    },
  };
}
