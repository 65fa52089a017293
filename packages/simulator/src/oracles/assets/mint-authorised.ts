import { readableFacts } from '@quorate/core';
import { newlySigned } from '../following/newly-signed.ts';
import { roleUses } from '../model/token-roles.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * The sender of every mint was a minter at each correct validator that signed it, when it signed.
 *
 * A quorum of signers has q - f correct members, so this implies what ledger.md requires.
 */
export function mintAuthorised({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'mint-authorised',
    kind: 'safety',
    afterStep: (step) => {
      const given = newlySigned(step);
      const facts = given && readableFacts(given);
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
