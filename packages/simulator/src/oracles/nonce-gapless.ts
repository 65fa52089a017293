import { NEW_ACCOUNT, nonceKey, type RecordChange, type ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/** Settled nonces of an account at a validator are 0, 1, 2, … with no gap and no repeat. */
export function nonceGapless({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'nonce-gapless',
    kind: 'safety',
    afterStep: ({ validator, observation: { before, after }, changes }) => {
      for (const address of sendersIn(changes)) {
        const from = nextNonce(before, address);
        const to = nextNonce(after, address);
        const settled = settledBy(address, changes);
        if (to === from && settled.length === 0) continue;
        const due = settled.map((_, index) => nonceKey(address, from + BigInt(index)));
        const isRepeat = due.some((key) => before.ledger.settled.has(key));
        // Who is brought history in a handover settles several in one step (rule C7).
        const isNext = to === from + BigInt(settled.length) && settled.join() === due.join();
        if (isNext && !isRepeat) continue;
        const account = nameOf(address);
        return {
          message: `${validator} took the nonce of ${account} from ${from} to ${to}`,
          facts: { validator, account, from: `${from}`, to: `${to}`, settled: settled.join(' ') },
        };
      }
      return undefined;
    },
  };
}

function nextNonce({ ledger }: ValidatorState, address: Address): bigint {
  return (ledger.account.get(address) ?? NEW_ACCOUNT).nextNonce;
}

function sendersIn(changes: readonly RecordChange[]): ReadonlySet<Address> {
  const senders = new Set<Address>();
  for (const { table, key } of changes) {
    if (table === 'account') senders.add(key as Address);
    else if (table === 'settled') senders.add(key.slice(0, key.indexOf('/')) as Address);
  }
  return senders;
}

function settledBy(address: Address, changes: readonly RecordChange[]): readonly string[] {
  const keys: string[] = [];
  for (const { table, key } of changes) {
    if (table === 'settled' && key.startsWith(address)) keys.push(key);
  }
  return keys;
}
