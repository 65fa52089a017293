import { roleUses } from '../model/token-roles.ts';
import type { Finding, Oracle, Settled } from '../oracle.ts';
import { settlementOracle } from '../settlement.ts';

/** The update ids of a token settle as 0, 1, 2, …, and only its admin updates it. */
export function tokenUpdatesSequential(): Oracle {
  return settlementOracle('token-updates-sequential', (settled) => {
    const { facts, transaction, before } = settled;
    const counts = new Map<string, bigint>();
    for (const { operation, roles } of roleUses(facts, before)) {
      if (operation.kind !== 'TokenManagement') continue;
      const { tokenId, updateId } = operation;
      if (roles === undefined) return found(settled, tokenId, 'before it was created');
      if (roles.updateCount !== updateId) {
        return found(settled, tokenId, `with update ${updateId} after ${roles.updateCount}`);
      }
      if (roles.admin !== transaction.sender) return found(settled, tokenId, 'for somebody else');
      counts.set(tokenId, updateId + 1n);
    }
    return miscounted(settled, counts);
  });
}

function miscounted(settled: Settled, counts: ReadonlyMap<string, bigint>): Finding | undefined {
  for (const { table, key, value, was } of settled.changes) {
    if (table !== 'token') continue;
    const before = was?.description?.updateCount ?? 0n;
    const after = value?.description?.updateCount ?? 0n;
    const expected = counts.get(key) ?? before;
    if (after !== expected) return found(settled, key, `and counts ${after} for ${expected}`);
  }
  return undefined;
}

function found({ validator, facts }: Settled, token: string, how: string): Finding {
  return {
    message: `${validator} updated the token ${token} ${how}`,
    facts: { validator, token, transaction: facts.id },
  };
}
