import { type Ledger, NEW_ACCOUNT } from '@quorate/core';
import { type Address, factsOf } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from './oracle.ts';

/** The next nonce of an account never decreases at a correct validator, restarts included. */
export function nonceMonotone({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const highest = new Map<string, Map<Address, bigint>>();

  function seenAt(validator: string): Map<Address, bigint> {
    const seen = highest.get(validator) ?? new Map<Address, bigint>();
    highest.set(validator, seen);
    return seen;
  }

  function fallen(
    validator: string,
    ledger: Ledger,
    accounts: Iterable<Address>,
  ): Finding | undefined {
    const seen = seenAt(validator);
    for (const address of accounts) {
      const { nextNonce } = ledger.account.get(address) ?? NEW_ACCOUNT;
      const reached = seen.get(address) ?? 0n;
      if (nextNonce < reached) {
        return {
          message: `${validator} took the nonce of ${nameOf(address)} back from ${reached} to ${nextNonce}`,
          facts: { validator, account: nameOf(address), from: `${reached}`, to: `${nextNonce}` },
        };
      }
      seen.set(address, nextNonce);
    }
    return undefined;
  }

  return {
    name: 'nonce-monotone',
    kind: 'safety',
    afterStep: (step) =>
      fallen(step.validator, step.observation.after.ledger, accountsTouched(step)),
    atRest: (validators) => {
      for (const { name, state } of validators) {
        const finding = fallen(name, state.ledger, [...seenAt(name).keys()]);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

// What a step does not write it may have changed all the same, so the sender counts as well.
function accountsTouched({ observation, changes }: ValidatorStep): readonly Address[] {
  const { input, before, after } = observation;
  const written = changes.flatMap(({ table, key }) =>
    table === 'account' ? [key as Address] : [],
  );
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return written;
  if (before.ledger === after.ledger) return written;
  return [...written, factsOf(input.message.certificate.envelope.transaction).transaction.sender];
}
