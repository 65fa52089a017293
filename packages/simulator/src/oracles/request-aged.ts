import type { Ledger } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';
import { certificatesSettled } from './settled-by.ts';

/**
 * A request to join or leave settles at a member that serves only once its epoch is old enough, by the
 * clock of that member. Where requests need not age there is nothing to check.
 *
 * An addition of ours to the ledger document: rule C2.
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
      // Who merges, or has no seat, settles what others settled in their time.
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

/** When the epoch that a ledger knows of last began (rule C2). */
export function beganAt(
  { committee }: Pick<Ledger, 'committee'>,
  { genesisTimeNanos }: OracleContext['genesis'],
): bigint {
  return committee.get(String(committee.size))?.beganAtNanos ?? genesisTimeNanos;
}
