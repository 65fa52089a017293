import type { Response, ValidatorState } from '@quorate/core';
import type { GivenAnswer, Start, ValidatorStep } from '../oracle.ts';
import { type AnswerQueue, createAnswerQueue } from './answer-queue.ts';

/** Follows correct validators from one life to the next, and their answers within each life. */
export interface Lives {
  /** Takes a step; gives the start of a life, if one begins with it. */
  step(step: ValidatorStep): Start | undefined;
  /**
   * Takes an answer that a node sends; gives the answer of a validator that leaves with it, if one
   * does.
   */
  sent(from: string, response: Response): GivenAnswer | undefined;
  /** For each validator that is not up, lists the answers that it never sent. */
  endedBut(up: ReadonlySet<string>): readonly Start['unsent'][];
  /** Whether any validator took a step. */
  hasBegun(): boolean;
}

interface Life {
  readonly answers: AnswerQueue;
  /** The state after its last step; undefined before the first. */
  last: ValidatorState | undefined;
}

/** Creates the lives of a run in which nobody took a step. */
export function createLives(): Lives {
  const lives = new Map<string, Life>();

  function lifeOf(validator: string): Life {
    const known = lives.get(validator);
    if (known !== undefined) return known;
    const fresh: Life = { answers: createAnswerQueue(), last: undefined };
    lives.set(validator, fresh);
    return fresh;
  }

  return {
    step(step) {
      const { validator, observation } = step;
      const { before, after } = observation;
      const life = lifeOf(validator);
      // A new life begins with a state from the store, so it is another object than the last state.
      const isFirst = life.last !== before;
      life.last = after;
      if (!isFirst) {
        life.answers.add(step);
        return undefined;
      }
      const unsent = life.answers.drop();
      life.answers.add(step);
      return { validator, ledger: before.ledger, served: before.handover.served, unsent };
    },
    sent: (from, { requestId, result }) => lives.get(from)?.answers.sent(requestId, result),
    endedBut: (up) =>
      [...lives].flatMap(([name, { answers }]) => (up.has(name) ? [] : [answers.drop()])),
    hasBegun: () => lives.size > 0,
  };
}
