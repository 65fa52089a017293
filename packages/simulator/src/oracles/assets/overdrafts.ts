import type { Address } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, Settled } from '../oracle.ts';
import { type CertifiedLedger, createCertifiedLedger } from './certified-ledger.ts';

/** Creates the two oracles about negative balances; they share one ledger. */
export function overdraftOracles(
  context: Pick<OracleContext, 'genesis' | 'nameOf'>,
): readonly [noOverdraftCertified: Oracle, negativeOnlyByLag: Oracle] {
  const ledger = createCertifiedLedger(context);
  return [noOverdraftCertified(ledger, context), negativeOnlyByLag(ledger, context)];
}

/**
 * Over the union of all certificates ever formed, delivered or not, no account is below zero.
 *
 * The validators that certify a transaction know every credit that it relies on, and only the
 * sender's own transactions lower its balance (rule D5). So this holds after every certificate, not
 * only at the end.
 */
function noOverdraftCertified(
  ledger: CertifiedLedger,
  { nameOf }: Pick<OracleContext, 'nameOf'>,
): Oracle {
  return {
    name: 'no-overdraft-certified',
    kind: 'safety',
    afterCertified: (facts) => {
      const overdrawn = ledger.certify(facts).find(({ balance }) => balance < 0n);
      if (overdrawn === undefined) return undefined;
      const { tokenId, balance } = overdrawn;
      const account = nameOf(overdrawn.account);
      return {
        message: `what is certified leaves ${account} with ${balance}`,
        facts: { account, token: tokenId, balance: String(balance), transaction: facts.id },
      };
    },
  };
}

/**
 * For a negative balance at a correct validator there are certificates crediting it that this
 * validator has not settled, and they make up for it.
 */
function negativeOnlyByLag(
  ledger: CertifiedLedger,
  { nameOf }: Pick<OracleContext, 'nameOf'>,
): Oracle {
  return {
    name: 'negative-only-by-lag',
    kind: 'safety',
    afterSettlement: (settled) => {
      for (const { table, key, value } of settled.changes) {
        if (table !== 'balance') continue;
        const balance = value ?? 0n;
        if (balance >= 0n || balance + outstanding(ledger, key, settled) >= 0n) continue;
        return negative(settled, nameOf(key.split('/')[0] as Address), balance);
      }
      return undefined;
    },
  };
}

function outstanding(ledger: CertifiedLedger, key: string, { after }: Settled): bigint {
  return ledger
    .creditsTo(key)
    .filter((credit) => after.settled.get(credit.nonceKey) !== credit.id)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

function negative({ validator, facts }: Settled, account: string, balance: bigint): Finding {
  return {
    message: `${account} has a balance of ${balance} at ${validator}, and no credit is missing there`,
    facts: { validator, account, balance: String(balance), transaction: facts.id },
  };
}
