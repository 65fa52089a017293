import type { Ledger } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { certificatesSettled } from '../model/settled-by.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * A join or leave request settles at a serving member only when the epoch is old enough by the
 * clock of that member. Nothing is checked if requests need not age.
 *
 * Our addition to ledger.md, for rule C2.
 */
export function requestAged({
  genesis,
  nameOf,
}: Pick<OracleContext, 'genesis' | 'nameOf'>): Oracle {
  const { minRequestAgeNanos: age } = genesis;
  const oracle = { name: 'request-aged', kind: 'safety' } as const;
  if (age === 0n) return oracle;
  return {
    ...oracle,
    afterStep: (step) => {
      const { validator, now, observation } = step;
      const { status, ledger } = observation.before;
      // A validator that is merging, or has no seat, settles what others settled in time.
      if (status !== 'active') return undefined;
      const missing = beganAt(ledger, genesis) + age - now();
      if (missing <= 0n) return undefined;
      const requests = certificatesSettled(step).map(({ envelope }) =>
        factsOf(envelope.transaction),
      );
      const early = requests.find(({ transaction: { operations } }) =>
        operations.some(({ kind }) => kind === 'JoinCommittee' || kind === 'LeaveCommittee'),
      );
      if (early === undefined) return undefined;
      const account = nameOf(early.transaction.sender);
      return {
        message: `${validator} settled a request of ${account} ${missing} ns too early`,
        facts: { validator, account, transaction: early.id, missing: String(missing) },
      };
    },
  };
}

/** Gives when the last epoch that a ledger knows began (rule C2). */
export function beganAt(
  { committee }: Pick<Ledger, 'committee'>,
  { genesisTimeNanos }: OracleContext['genesis'],
): bigint {
  return committee.get(String(committee.size))?.beganAtNanos ?? genesisTimeNanos;
}
