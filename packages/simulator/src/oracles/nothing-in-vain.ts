import type { Operation } from '@quorate/protocol';
import { vainIn } from './admission/second-opinion.ts';
import type { Oracle, OracleContext } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/**
 * A correct validator calls nothing admissible that it would sign and that cannot come to anything: a mint past
 * the greatest supply, a request to leave of who has no seat and waits for none or to join under a key that cannot
 * become a validator's, a delivery for a job that has ended.
 *
 * An addition of ours to the ledger document: rule P5. What was locked already, somebody signed before.
 */
export function nothingInVain({
  nameOf,
  verifier,
}: Pick<OracleContext, 'nameOf' | 'verifier'>): Oracle {
  return {
    name: 'nothing-in-vain',
    kind: 'safety',
    afterAnswer: ({ validator, result, step }) => {
      const { input, before } = step.observation;
      if (result.type !== 'Admissible' || input.type !== 'Message') return undefined;
      const { message } = input;
      if (message.type !== 'CheckTransaction') return undefined;
      const facts = readableFacts(message.envelope);
      if (facts === undefined || !facts.transaction.operations.some(canBeInVain)) return undefined;
      const fault = vainIn({ message, state: before, verifier });
      if (fault === undefined) return undefined;
      const sender = nameOf(facts.transaction.sender);
      return {
        message: `${validator} called admissible what is in vain: ${fault}`,
        facts: { validator, sender, transaction: facts.id, fault },
      };
    },
  };
}

// Most that is asked for pays somebody, and needs no second look.
function canBeInVain({ kind }: Operation): boolean {
  return kind !== 'TokenTransfer';
}
