import type { EscrowJob, Ledger, RecordChange, ValidatorState } from '@quorate/core';
import type { Finding, Oracle } from './oracle.ts';

/**
 * Per token, the sum of balances and of what stands in escrow equals the supply, at every correct
 * validator and every step, negative balances included.
 *
 * Genesis balances it by construction, so after a step only what it changed is added up; at the end
 * of a run everything is, which also covers what a validator read back from its store.
 */
export function supplyConserved(): Oracle {
  return {
    name: 'supply-conserved',
    kind: 'safety',
    afterStep: ({ validator, observation: { before, after }, changes }) =>
      changes.some(bearsOnSupply)
        ? surplusFound(
            validator,
            changes.flatMap((change) => contribution(change, before, after)),
          )
        : undefined,
    atRest: ({ validators }) => {
      for (const { name, state } of validators) {
        const finding = surplusFound(name, allContributions(state.ledger));
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** How much further the balances of a token are above its supply because of one record. */
interface Contribution {
  readonly token: string;
  readonly amount: bigint;
}

function bearsOnSupply({ table }: RecordChange): boolean {
  return table === 'balance' || table === 'token' || table === 'job';
}

function contribution(
  { table, key }: RecordChange,
  { ledger: before }: ValidatorState,
  { ledger: after }: ValidatorState,
): readonly Contribution[] {
  if (table === 'balance') {
    const amount = (after.balance.get(key) ?? 0n) - (before.balance.get(key) ?? 0n);
    return [{ token: tokenOf(key), amount }];
  }
  if (table === 'token') {
    const amount = (before.token.get(key)?.supply ?? 0n) - (after.token.get(key)?.supply ?? 0n);
    return [{ token: key, amount }];
  }
  if (table === 'job')
    return [...locked(after.job.get(key), 1n), ...locked(before.job.get(key), -1n)];
  return [];
}

// What a job has taken in and not paid out again belongs to nobody's balance.
function locked(job: EscrowJob | undefined, sign: bigint): readonly Contribution[] {
  if (job === undefined || job.status === 'Completed' || job.status === 'Refunded') return [];
  return [{ token: job.tokenId, amount: sign * (job.providerFee + job.evaluatorFee) }];
}

function allContributions({ balance, token, job }: Ledger): readonly Contribution[] {
  return [
    ...[...balance].map(([key, amount]) => ({ token: tokenOf(key), amount })),
    ...[...token].map(([key, { supply }]) => ({ token: key, amount: -supply })),
    ...[...job].flatMap(([, each]) => locked(each, 1n)),
  ];
}

function surplusFound(
  validator: string,
  contributions: readonly Contribution[],
): Finding | undefined {
  const surplus = new Map<string, bigint>();
  for (const { token, amount } of contributions) {
    surplus.set(token, (surplus.get(token) ?? 0n) + amount);
  }
  for (const [token, amount] of surplus) {
    if (amount === 0n) continue;
    const deed =
      amount > 0n
        ? `made ${amount} of token ${token} out of`
        : `lost ${-amount} of token ${token} to`;
    return {
      message: `${validator} ${deed} nothing`,
      facts: { validator, token, surplus: String(amount) },
    };
  }
  return undefined;
}

function tokenOf(balanceKey: string): string {
  return balanceKey.slice(balanceKey.indexOf('/') + 1);
}
