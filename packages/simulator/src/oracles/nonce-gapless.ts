import { type Account, NEW_ACCOUNT, nonceKey, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { settledKeys } from './settled-by.ts';

/** Settled nonces of an account at a validator are 0, 1, 2, … with no gap and no repeat. */
export function nonceGapless({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  function check(
    { address, from, to }: Counted,
    settled: readonly string[],
    { validator, observation: { before } }: ValidatorStep,
  ): Finding | undefined {
    if (to === counted(address, { from, settled, before })) return undefined;
    const account = nameOf(address);
    const own = settled.filter((key) => senderOf(key) === address).join(' ');
    return {
      message: `${validator} took the nonce of ${account} from ${from} to ${to}`,
      facts: { validator, account, from: `${from}`, to: `${to}`, settled: own },
    };
  }

  return {
    name: 'nonce-gapless',
    kind: 'safety',
    afterStep: (step) => {
      const settled = settledKeys(step.changes);
      for (const each of concerned(step, settled)) {
        const finding = check(each, settled, step);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** The next nonce of an account before a step and after it. */
interface Counted {
  readonly address: Address;
  readonly from: bigint;
  readonly to: bigint;
}

/** Lists the accounts that a step wrote, and those it settled something for. */
function concerned(
  { changes, observation: { before, after } }: ValidatorStep,
  settled: readonly string[],
): readonly Counted[] {
  const all: Counted[] = [];
  for (const { table, key, value, was } of changes) {
    if (table !== 'account') continue;
    all.push({ address: key as Address, from: nextNonce(was), to: nextNonce(value) });
  }
  for (const key of settled) {
    const address = senderOf(key);
    if (all.some((each) => each.address === address)) continue;
    const [from, to] = [before, after].map(({ ledger }) => nextNonce(ledger.account.get(address)));
    all.push({ address, from: from as bigint, to: to as bigint });
  }
  return all;
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
    if (senderOf(key) !== address) continue;
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

function senderOf(settledKey: string): Address {
  return settledKey.slice(0, settledKey.indexOf('/')) as Address;
}
