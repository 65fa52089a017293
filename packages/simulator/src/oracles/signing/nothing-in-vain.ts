import { readableFacts } from '@quorate/core';
import type { Operation } from '@quorate/protocol';
import { vainIn } from '../admission/second-opinion.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * A correct validator does not call admissible what it would sign but what would achieve nothing: a
 * mint beyond the largest supply, a leave request of an operator without a seat or open request, a
 * join request for a key that cannot become a validator key, a deliverable for a job that has
 * ended.
 *
 * Our addition to ledger.md, for rule P5. A transaction that is locked already was signed by
 * somebody before.
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

// Most operations are transfers, which need no second look.
function canBeInVain({ kind }: Operation): boolean {
  return kind !== 'TokenTransfer';
}
