import { startingBalances } from '@quorate/core';
import { factsOf, type TokenId, type TransactionCertificate } from '@quorate/protocol';
import { settledAmong } from '../model/settled-among.ts';
import { createdToken } from '../model/token-roles.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * The supply is the amounts from genesis and creations, plus mints, minus burns, over what has
 * settled.
 */
export function supplyMatchesHistory({ genesis }: Pick<OracleContext, 'genesis'>): Oracle {
  return {
    name: 'supply-matches-history',
    kind: 'safety',
    atRest: ({ validators, certificates }) => {
      for (const { name, state } of validators) {
        const expected = supplies(genesis, settledAmong(certificates, state.ledger));
        const tokens = new Set([...expected.keys(), ...state.ledger.token.keys()]);
        for (const token of tokens) {
          const supply = state.ledger.token.get(token)?.supply ?? 0n;
          const made = expected.get(token) ?? 0n;
          if (supply === made) continue;
          return {
            message: `${name} has a supply of ${supply} of token ${token}, of which ${made} were made`,
            facts: { validator: name, token, supply: String(supply), made: String(made) },
          };
        }
      }
      return undefined;
    },
  };
}

function supplies(
  genesis: OracleContext['genesis'],
  history: readonly TransactionCertificate[],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const issue = (token: TokenId, amount: bigint) =>
    sums.set(token, (sums.get(token) ?? 0n) + amount);
  for (const [, token, balance] of startingBalances(genesis)) issue(token, balance);
  for (const { envelope } of history) {
    const facts = factsOf(envelope.transaction);
    for (const [index, operation] of facts.transaction.operations.entries()) {
      if (operation.kind === 'TokenCreation') {
        issue(createdToken(facts, index), operation.initialAmount);
      }
      if (operation.kind === 'Mint') issue(operation.tokenId, operation.amount);
      if (operation.kind === 'Burn') issue(operation.tokenId, -operation.amount);
    }
  }
  return sums;
}
