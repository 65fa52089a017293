import {
  type Account,
  heldEnvelopes,
  type Ledger,
  NEW_ACCOUNT,
  type RecordChange,
} from '@quorate/core';
import { type Address, factsOf } from '@quorate/protocol';
import type { Oracle, OracleContext } from './oracle.ts';

/** A submission, accepted or refused, changes only the lock of its sender. */
export function signingMovesNothing({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'signing-moves-nothing',
    kind: 'safety',
    afterStep: ({ validator, observation: { input, before, after }, changes }) => {
      if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return undefined;
      const moved = movedBetween(before.ledger, after.ledger, changes);
      if (moved === undefined) return undefined;
      const what = nameOf(moved as Address);
      return {
        message: `${validator} changed ${what} when it was asked to sign`,
        facts: { validator, changed: what },
      };
    },
  };
}

/** A lock holds a transaction of its account at the next nonce, and an own signature is valid. */
export function lockExclusive({
  genesis,
  nameOf,
  verifier,
}: Pick<OracleContext, 'genesis' | 'nameOf' | 'verifier'>): Oracle {
  const keys = new Map(
    genesis.committee.members.map(({ validator }) => [
      nameOf(validator.address),
      validator.address,
    ]),
  );
  return {
    name: 'lock-exclusive',
    kind: 'safety',
    afterStep: ({ validator, observation, changes }) => {
      for (const { table, key } of changes) {
        if (table !== 'account') continue;
        const address = key as Address;
        const account = observation.after.ledger.account.get(address) ?? NEW_ACCOUNT;
        const fault = lockFault(address, account, keys.get(validator), verifier);
        if (fault === undefined) continue;
        return {
          message: `the lock of ${nameOf(address)} at ${validator} ${fault}`,
          facts: { validator, account: nameOf(address), fault },
        };
      }
      return undefined;
    },
  };
}

// Tables are immutable: one that is the same object has not changed.
function movedBetween(
  before: Ledger,
  after: Ledger,
  changes: readonly RecordChange[],
): string | undefined {
  if (before === after) return undefined;
  const tables = Object.keys(before) as (keyof Ledger)[];
  const table = tables.find((name) => name !== 'account' && before[name] !== after[name]);
  if (table !== undefined) return `the table ${table}`;
  return changes.find(({ key }) => {
    const from = before.account.get(key) ?? NEW_ACCOUNT;
    const to = after.account.get(key) ?? NEW_ACCOUNT;
    return to.nextNonce !== from.nextNonce || to.creditCount !== from.creditCount;
  })?.key;
}

function lockFault(
  address: Address,
  { lock, nextNonce }: Account,
  key: Address | undefined,
  verifier: OracleContext['verifier'],
): string | undefined {
  for (const { transaction } of heldEnvelopes(lock)) {
    const { sender, nonce } = factsOf(transaction).transaction;
    if (sender !== address) return 'holds a transaction of somebody else';
    if (nonce !== nextNonce) return `holds nonce ${nonce}, the next is ${nextNonce}`;
  }
  if (lock?.kind !== 'pending' || lock.signature === undefined || key === undefined) {
    return undefined;
  }
  const { signingBytes } = factsOf(lock.envelope.transaction);
  return verifier.verify(key, signingBytes, lock.signature)
    ? undefined
    : 'holds a signature that does not verify';
}
