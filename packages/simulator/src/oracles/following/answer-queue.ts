import type { Result } from '@quorate/core';
import type { GivenAnswer, ValidatorStep } from '../oracle.ts';
import { createOpenQuestions } from './open-questions.ts';

/**
 * Follows the answers of one validator from the step that gives them until they leave. The effects
 * of a node form one queue, and a crash drops what is in it (rule V8).
 */
export interface AnswerQueue {
  /** Adds the answers of a step. */
  add(step: ValidatorStep): void;
  /** An answer has left. Gives it with the step that gave it; undefined when no step did. */
  sent(requestId: string, result: Result): GivenAnswer | undefined;
  /** The node went down. Gives the answers that never left. */
  drop(): readonly Result[];
}

interface Waiting extends GivenAnswer {
  readonly requestId: string;
}

/** Creates the queue of a validator that has not answered anything. */
export function createAnswerQueue(): AnswerQueue {
  let waiting: Waiting[] = [];
  const questions = createOpenQuestions();
  return {
    add(step) {
      questions.add(step);
      for (const effect of step.observation.effects) {
        if (effect.type !== 'Reply') continue;
        const { to, requestId, result } = effect;
        const asked = questions.answered(to, requestId);
        waiting.push({ requestId, validator: step.validator, result, step, at: step.now(), asked });
      }
    },
    sent(requestId, result) {
      for (const [index, answered] of waiting.entries()) {
        if (answered.requestId !== requestId || answered.result !== result) continue;
        waiting.splice(0, index + 1);
        return answered;
      }
      return undefined;
    },
    drop() {
      const unsent = waiting.map(({ result }) => result);
      waiting = [];
      questions.drop();
      return unsent;
    },
  };
}
