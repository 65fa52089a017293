import { secondOpinion } from './admission/second-opinion.ts';
import type { Oracle, OracleContext } from './oracle.ts';

/**
 * What a correct validator refuses to sign breaks the rule that it names, and none that comes before it.
 *
 * An addition of ours to the ledger document: rules V1 to V7 and P5. A validator that refuses what it has
 * to admit breaks nothing that a ledger shows; and where all do, clients are told so and go their way.
 */
export function refusedForCause({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'refused-for-cause',
    kind: 'safety',
    afterAnswer: ({ validator, result, step }) => {
      const { input, before } = step.observation;
      if (result.type !== 'Rejected' || input.type !== 'Message') return undefined;
      const { message } = input;
      if (message.type !== 'CheckTransaction' && message.type !== 'SubmitTransaction') {
        return undefined;
      }
      const { code } = result.rejection;
      const expected = secondOpinion({ message, state: before, verifier });
      if (expected === 'unjudged' || expected === code) return undefined;
      const instead = expected === undefined ? 'what it had to admit' : `what is a ${expected}`;
      return {
        message: `${validator} refused with ${code} ${instead}`,
        facts: { validator, code, expected: expected ?? 'none' },
      };
    },
  };
}
