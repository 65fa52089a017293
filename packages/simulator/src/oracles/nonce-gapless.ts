import { NEW_ACCOUNT, nonceKey, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from './oracle.ts';
import { settledKeys } from './settled-by.ts';

/** Settled nonces of an account at a validator are 0, 1, 2, … with no gap and no repeat. */
export function nonceGapless({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  function check(
    address: Address,
    settled: readonly string[],
    { validator, observation: { before, after } }: ValidatorStep,
  ): Finding | undefined {
    const from = nextNonce(before, address);
    const to = nextNonce(after, address);
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
      for (const address of concerned(step, settled)) {
        const finding = check(address, settled, step);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** Lists the accounts that a step wrote, and those it settled something for. */
function concerned({ changes }: ValidatorStep, settled: readonly string[]): readonly Address[] {
  const addresses: Address[] = [];
  for (const { table, key } of changes) if (table === 'account') addresses.push(key as Address);
  for (const key of settled) {
    const sender = senderOf(key);
    if (!addresses.includes(sender)) addresses.push(sender);
  }
  return addresses;
}

function nextNonce({ ledger }: ValidatorState, address: Address): bigint {
  return (ledger.account.get(address) ?? NEW_ACCOUNT).nextNonce;
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
