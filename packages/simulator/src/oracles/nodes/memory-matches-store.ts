import { type Ledger, type Lock, TABLE_NAMES, type TableName } from '@quorate/core';
import { transactionId } from '@quorate/protocol';
import type { Finding, Oracle, ValidatorAtRest, ValidatorStep } from '../oracle.ts';
import { differingRecord } from './ledger-difference.ts';

/**
 * What a correct validator holds in memory is what its store would give back: every record that a
 * step changes is written unchanged, and so is how far it has pruned.
 *
 * Our addition to ledger.md. The other oracles take a step's changes from its writes, so a step
 * that wrote something else would deceive them all.
 */
export function memoryMatchesStore(): Oracle {
  return {
    name: 'memory-matches-store',
    kind: 'safety',
    afterStep: (step) => {
      const table = unwrittenTable(step) ?? miswrittenTable(step);
      return table === undefined ? undefined : drift(step.validator, `the table ${table}`);
    },
    atRest: ({ validators }) => {
      for (const validator of validators) {
        if (!isStoredWhole(validator)) return drift(validator.name, 'the ledger');
        const { state, stored } = validator;
        if (stored.pruning !== undefined && stored.pruning.next !== state.pruning?.next) {
          return drift(validator.name, 'how far it has pruned');
        }
      }
      return undefined;
    },
  };
}

// Tables are immutable, so another object means a change.
function unwrittenTable({ observation, changes }: ValidatorStep): string | undefined {
  const before = observation.before.ledger;
  const after = observation.after.ledger;
  if (before === after) return undefined;
  for (const name of TABLE_NAMES) {
    if (before[name] !== after[name] && !isWritten(name, changes)) return name;
  }
  return undefined;
}

function isWritten(name: TableName, changes: ValidatorStep['changes']): boolean {
  for (const { table } of changes) if (table === name) return true;
  return false;
}

function miswrittenTable({ observation, changes }: ValidatorStep): string | undefined {
  const { ledger } = observation.after;
  for (const { table, key, value } of changes) if (ledger[table].get(key) !== value) return table;
  return undefined;
}

function isStoredWhole({ state, stored }: ValidatorAtRest): boolean {
  return (
    differingRecord(state.ledger, stored.ledger) === undefined &&
    besideState(state.ledger) === besideState(stored.ledger)
  );
}

// The comparison of ledgers leaves out what is not ledger state. Compared here: locks, because a
// lost lock loses money (rule V8); the number of credits of an account, which gives the next
// position in its credit list (P6); and the keys that signed beside a sender, which can have no
// seat (C2).
function besideState({ account, signer }: Ledger): string {
  const accounts = [...account].map(
    ([address, { lock, creditCount }]) => `${address} ${creditCount} ${lockText(lock)}`,
  );
  return [...accounts, ...signer.keys()].sort((a, b) => (a < b ? -1 : 1)).join();
}

function lockText(lock: Lock | undefined): string {
  switch (lock?.kind) {
    case undefined:
      return 'none';
    case 'pending':
      return [
        'pending',
        transactionId(lock.envelope.transaction),
        lock.signature,
        lock.isHandedOver === true ? 'handed over' : '',
      ].join(' ');
    case 'contested':
      return `contested ${lock.envelopes.map(({ transaction }) => transactionId(transaction)).join(' ')}`;
  }
}

function drift(validator: string, what: string): Finding {
  return {
    message: `the store of ${validator} does not hold ${what} as it is in memory`,
    facts: { validator, what },
  };
}
