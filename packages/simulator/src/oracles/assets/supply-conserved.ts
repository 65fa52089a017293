import type { EscrowJob, Ledger } from '@quorate/core';
import { isOver } from '../model/job-rank.ts';
import type { LedgerChange } from '../model/ledger-change.ts';
import type { Finding, Oracle } from '../oracle.ts';

/**
 * For each token, the sum of all balances and the amounts in escrow equals the supply, at every
 * correct validator and every step, negative balances included.
 *
 * Genesis is balanced by construction, so after a step only its changes are added up. At the end of
 * a run everything is, which also covers what a validator read back from its store.
 */
export function supplyConserved(): Oracle {
  // Reused for all steps, because nearly every step moves something.
  const surplus: Surplus = new Map();
  return {
    name: 'supply-conserved',
    kind: 'safety',
    afterStep: ({ validator, changes }) => {
      if (!changes.some(bearsOnSupply)) return undefined;
      surplus.clear();
      for (const change of changes) addChange(surplus, change);
      return surplusFound(validator, surplus);
    },
    atRest: ({ validators }) => {
      for (const { name, state } of validators) {
        const finding = surplusFound(name, surplusOf(state.ledger));
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** For each token, by how much the change of its balances exceeds that of its supply. */
type Surplus = Map<string, bigint>;

function bearsOnSupply({ table }: LedgerChange): boolean {
  return table === 'balance' || table === 'token' || table === 'job';
}

function addChange(surplus: Surplus, { table, key, value, was }: LedgerChange): void {
  if (table === 'balance') {
    add(surplus, tokenOf(key), (value ?? 0n) - (was ?? 0n));
  } else if (table === 'token') {
    add(surplus, key, (was?.supply ?? 0n) - (value?.supply ?? 0n));
  } else if (table === 'job') {
    addLocked(surplus, value, 1n);
    addLocked(surplus, was, -1n);
  }
}

// What a job has taken in and not paid out yet is in nobody's balance.
function addLocked(surplus: Surplus, job: EscrowJob | undefined, sign: bigint): void {
  if (job === undefined || isOver(job.status)) return;
  add(surplus, job.tokenId, sign * (job.providerFee + job.evaluatorFee));
}

function add(surplus: Surplus, token: string, amount: bigint): void {
  surplus.set(token, (surplus.get(token) ?? 0n) + amount);
}

function surplusOf({ balance, token, job }: Ledger): Surplus {
  const surplus: Surplus = new Map();
  for (const [key, amount] of balance) add(surplus, tokenOf(key), amount);
  for (const [key, { supply }] of token) add(surplus, key, -supply);
  for (const each of job.values()) addLocked(surplus, each, 1n);
  return surplus;
}

function surplusFound(validator: string, surplus: Surplus): Finding | undefined {
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
