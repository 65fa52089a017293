import { type Account, NEW_ACCOUNT, nonceKey } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { LedgerChange } from '../model/ledger-change.ts';
import type { Finding, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

/** The settled nonces of an account at a validator are 0, 1, 2, … without gap or repetition. */
export function nonceGapless({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  function check(address: Address, { from, to }: Counted, step: ValidatorStep) {
    const { validator, changes } = step;
    if (to === countedOn(address, from, changes)) return undefined;
    const account = nameOf(address);
    const settled = changes.filter((change) => isSettled(change, address)).map(({ key }) => key);
    const facts = { validator, account, from: `${from}`, to: `${to}`, settled: settled.join(' ') };
    return { message: `${validator} took the nonce of ${account} from ${from} to ${to}`, facts };
  }

  // A validator that settles something without writing it may still have advanced the nonce in
  // memory.
  function checkUnwritten(settledKey: string, step: ValidatorStep): Finding | undefined {
    const { before, after } = step.observation;
    const address = settledKey.slice(0, settledKey.indexOf('/')) as Address;
    if (step.changes.some(({ table, key }) => table === 'account' && key === address)) {
      return undefined;
    }
    const from = nextNonce(before.ledger.account.get(address));
    const to = nextNonce(after.ledger.account.get(address));
    return check(address, { from, to }, step);
  }

  return {
    name: 'nonce-gapless',
    kind: 'safety',
    afterStep: (step) => {
      for (const { table, key, value, was } of step.changes) {
        let finding: Finding | undefined;
        if (table === 'settled') {
          finding = checkUnwritten(key, step);
        } else if (table === 'account') {
          finding = check(key as Address, { from: nextNonce(was), to: nextNonce(value) }, step);
        }
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** The next nonce of an account before and after a step. */
interface Counted {
  readonly from: bigint;
  readonly to: bigint;
}

function nextNonce(account: Account | undefined): bigint {
  return (account ?? NEW_ACCOUNT).nextNonce;
}

/**
 * Advances an account's nonce over what a step settled; undefined when there is a gap or a
 * repetition. Several nonces can settle in one step when a handover brings history (rule C7).
 */
function countedOn(
  address: Address,
  from: bigint,
  changes: readonly LedgerChange[],
): bigint | undefined {
  let next = from;
  for (const change of changes) {
    if (!isSettled(change, address)) continue;
    if (change.was !== undefined || change.key !== nonceKey(address, next)) return undefined;
    next += 1n;
  }
  return next;
}

function isSettled({ table, key }: LedgerChange, address: Address): boolean {
  return table === 'settled' && key.startsWith(address) && key[address.length] === '/';
}
