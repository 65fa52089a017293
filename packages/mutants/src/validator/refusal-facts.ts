import { type Rejected, type Submission, VALIDATOR_RULES } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { submission } = VALIDATOR_RULES;

type Check = (given: Submission) => ReturnType<(typeof submission)['V4']>;

/** Does what a check does, and tells another refusal. */
function retold(check: Check, tell: (rejection: Rejection) => Rejection): Check {
  return (given) => {
    const result = check(given);
    if (result?.type !== 'Rejected') return result;
    return { ...result, rejection: tell(result.rejection) } satisfies Rejected;
  };
}

/** Validators that refuse what they must, and tell the wrong facts (rules V4, V6). */
export const REFUSAL_FACTS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'next-epoch-called-ending',
      rule: 'V4',
      title: 'says that the next epoch is ending when its own is',
    },
    {
      submission: {
        V4: retold(submission.V4, (rejection) =>
          rejection.code === 'EpochEnding'
            ? { ...rejection, epoch: rejection.epoch + 1 }
            : rejection,
        ),
      },
    },
  ),
  wrongValidator(
    {
      id: 'next-operation-blamed',
      rule: 'V6',
      title: 'blames the operation after the one that breaks a rule',
    },
    {
      submission: {
        V6: retold(submission.V6, (rejection) =>
          rejection.code === 'NonSubmittableOperation' && rejection.operationIndex !== undefined
            ? { ...rejection, operationIndex: rejection.operationIndex + 1 }
            : rejection,
        ),
      },
    },
  ),
];
