import type { Response, ValidatorState } from '@quorate/core';
import { type AnswerQueue, createAnswerQueue } from './answer-queue.ts';
import type { GivenAnswer, Start, ValidatorStep } from './oracle.ts';

/** Follows correct validators from one life to the next, and their answers within each. */
export interface Lives {
  /** Takes in a step; gives the start of the life that begins with it, if one does. */
  step(step: ValidatorStep): Start | undefined;
  /** Takes in what a node sends; gives the answer of a validator that leaves with it, if one does. */
  sent(from: string, response: Response): GivenAnswer | undefined;
  /** Lists, for each validator that is not among those that are up, what it never sent. */
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
      // A life begins with the state that the store gave back.
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
