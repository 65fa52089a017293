import { type Account, NEW_ACCOUNT, nonceKey, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { settledKeys } from './settled-by.ts';

/** Settled nonces of an account at a validator are 0, 1, 2, … with no gap and no repeat. */
export function nonceGapless({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  function check(
    address: Address,
    { from, to }: Counted,
    settled: readonly string[],
    { validator, observation: { before } }: ValidatorStep,
  ): Finding | undefined {
    if (to === counted(address, { from, settled, before })) return undefined;
    const account = nameOf(address);
    const own = settled.filter((key) => isOf(address, key)).join(' ');
    return {
      message: `${validator} took the nonce of ${account} from ${from} to ${to}`,
      facts: { validator, account, from: `${from}`, to: `${to}`, settled: own },
    };
  }

  function amongWritten(step: ValidatorStep, settled: readonly string[]): Finding | undefined {
    for (const { table, key, value, was } of step.changes) {
      if (table !== 'account') continue;
      const nonces = { from: nextNonce(was), to: nextNonce(value) };
      const finding = check(key as Address, nonces, settled, step);
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  function amongOthers(step: ValidatorStep, settled: readonly string[]): Finding | undefined {
    const { before, after } = step.observation;
    for (const key of settled) {
      if (step.changes.some((change) => change.table === 'account' && isOf(change.key, key)))
        continue;
      const address = key.slice(0, key.indexOf('/')) as Address;
      const from = nextNonce(before.ledger.account.get(address));
      const to = nextNonce(after.ledger.account.get(address));
      const finding = check(address, { from, to }, settled, step);
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  return {
    name: 'nonce-gapless',
    kind: 'safety',
    afterStep: (step) => {
      const settled = settledKeys(step.changes);
      return amongWritten(step, settled) ?? amongOthers(step, settled);
    },
  };
}

/** The next nonce of an account before a step and after it. */
interface Counted {
  readonly from: bigint;
  readonly to: bigint;
}

function nextNonce(account: Account | undefined): bigint {
  return (account ?? NEW_ACCOUNT).nextNonce;
}

/**
 * Counts an account on over what a step settled for it; undefined where that leaves a gap or repeats. Who is
 * brought history in a handover settles several in one step (rule C7).
 */
function counted(address: Address, { from, settled, before }: Counting): bigint | undefined {
  let next = from;
  for (const key of settled) {
    if (!isOf(address, key)) continue;
    if (key !== nonceKey(address, next) || before.ledger.settled.has(key)) return undefined;
    next += 1n;
  }
  return next;
}

interface Counting {
  readonly from: bigint;
  readonly settled: readonly string[];
  readonly before: ValidatorState;
}

function isOf(address: string, settledKey: string): boolean {
  return settledKey.startsWith(address) && settledKey[address.length] === '/';
}
