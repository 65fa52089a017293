import { openEnvelope } from '@quorate/core';
import {
  type Address,
  DecodeError,
  factsOf,
  formatAddress,
  keepLatest,
  type Operation,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import type { Handed } from '../admin/journal.ts';
import { movedBy } from '../http/explorer/transfer-rows.ts';
import type { EventAccount, EventOperation, EventTransaction } from './event.ts';
import { EVENTS_MAX } from './kept-events.ts';

/** Says of transactions what events tell of them. */
export interface TransactionWords {
  /** Reads what was handed to the proxy, and remembers it. Undefined if it cannot be read. */
  handed(handed: Handed): EventTransaction | undefined;
  /** Gives what is known of a transaction. */
  known(id: TransactionId): EventTransaction;
}

/** How many operations of a transaction an event shows: there may be hundreds. */
const OPERATIONS_SHOWN = 8;

/** Creates the words of no transaction; `accountOf` writes an account. */
export function createTransactionWords(
  accountOf: (address: Address) => EventAccount,
): TransactionWords {
  const remembered = new Map<string, EventTransaction>();

  function operationOf(operation: Operation): EventOperation {
    const { kind } = operation;
    const moved = movedBy(operation);
    if (moved === undefined) return { kind };
    const { to, amount, tokenId } = moved;
    return { kind, to: accountOf(to), amount: String(amount), token_id: tokenId };
  }

  return {
    handed({ given }) {
      const envelope = opened(given);
      if (envelope === undefined) return undefined;
      const { id, transaction } = factsOf(envelope.transaction);
      const { sender, nonce, operations } = transaction;
      const more = operations.length - OPERATIONS_SHOWN;
      const words = {
        id,
        sender: accountOf(sender),
        nonce: String(nonce),
        operations: operations.slice(0, OPERATIONS_SHOWN).map(operationOf),
        ...(more > 0 && { more }),
      };
      keepLatest(remembered, id, words, EVENTS_MAX);
      return words;
    },
    known: (id) => remembered.get(id) ?? { id },
  };
}

function opened(given: Handed['given']): TransactionEnvelope | undefined {
  try {
    return openEnvelope(given);
  } catch (failure) {
    if (failure instanceof DecodeError) return undefined;
    throw failure;
  }
}

/** Writes an account with its name, if that is known. */
export function namedAccount(
  names: ReadonlyMap<Address, string>,
): (address: Address) => EventAccount {
  return (address) => ({ address: formatAddress(address), name: names.get(address) ?? null });
}
