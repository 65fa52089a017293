import { openEnvelope } from '@quorate/core';
import { factsOf, type TransactionFacts } from '@quorate/protocol';
import type { Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { roleUses } from './token-roles.ts';

/**
 * Every mint's sender was a mint at each correct validator that signed it, when it signed.
 *
 * A quorum of signers has q - f correct ones among it, so this is what the ledger document asks for.
 */
export function mintAuthorised({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'mint-authorised',
    kind: 'safety',
    afterStep: (step) => {
      const facts = newlySigned(step);
      if (facts === undefined) return undefined;
      const { sender } = facts.transaction;
      for (const { operation, roles } of roleUses(facts, step.observation.before.ledger)) {
        if (operation.kind !== 'Mint' || roles?.mints.has(sender)) continue;
        const { validator } = step;
        const { tokenId } = operation;
        return {
          message: `${validator} signed a mint of ${nameOf(sender)}, who may not mint ${tokenId}`,
          facts: { validator, sender: nameOf(sender), token: tokenId, transaction: facts.id },
        };
      }
      return undefined;
    },
  };
}

// A step that answers with a signature and writes has given it for the first time.
function newlySigned({ observation, changes }: ValidatorStep): TransactionFacts | undefined {
  const { input, effects } = observation;
  const isSigned = effects.some(
    (effect) => effect.type === 'Reply' && effect.result.type === 'Signed',
  );
  if (!isSigned || changes.length === 0) return undefined;
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return undefined;
  return factsOf(openEnvelope(input.message.envelope).transaction);
}
