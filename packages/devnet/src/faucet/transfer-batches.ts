import { isOpenRefusal, type Result } from '@quorate/core';
import { LIMITS, type Operation } from '@quorate/protocol';

/** A transfer as an operation of a transaction. */
export type Transfer = Extract<Operation, { readonly kind: 'TokenTransfer' }>;

/**
 * How a transfer ended: as its transaction did, which is undefined if there was no answer in time;
 * `'Unheard'` if the client did not receive the order and never will; `'Unsent'` if an earlier
 * transaction had no answer and this transfer was not tried.
 */
export type TransferEnd = Result | undefined | 'Unheard' | 'Unsent';

/** Combines transfers that are requested at the same time. */
export interface TransferBatches {
  make(transfer: Transfer): Promise<TransferEnd>;
}

interface Waiting {
  readonly transfer: Transfer;
  readonly end: (result: TransferEnd) => void;
  readonly fail: (failure: unknown) => void;
}

/** Tells whether a transaction with this result may still settle. */
export function isUndecided(result: Result | undefined): boolean {
  return result === undefined || (result.type === 'Rejected' && isOpenRefusal(result.rejection));
}

/**
 * Refusals that are not about the transfers: they come late, and another transaction would end no
 * sooner.
 */
const OF_THE_NETWORK = ['QuorumUnreachable', 'PreviousTransactionMustBeConfirmedFirst'];

/**
 * Gives the end of transfers that wait behind a transaction with this result; undefined if it is
 * their turn. A caller that has waited for the full time cannot wait as long again.
 */
function endBehind(result: Exclude<TransferEnd, 'Unsent'>): TransferEnd {
  if (result === 'Unheard') return result;
  if (isUndecided(result)) return 'Unsent';
  return result?.type === 'Rejected' && OF_THE_NETWORK.includes(result.rejection.code)
    ? result
    : undefined;
}

function endAll(waiting: readonly Waiting[], result: TransferEnd): void {
  for (const { end } of waiting) end(result);
}

function isRefused(result: Exclude<TransferEnd, 'Unsent'>): boolean {
  return typeof result === 'object' && result.type === 'Rejected';
}

/**
 * Creates batches over a function that executes the operations of one transaction after the other.
 *
 * An account has one transaction under way at a time; transfers that are requested meanwhile go
 * together into the next one. If one transfer causes the refusal of a whole batch, each is tried
 * alone.
 */
export function createTransferBatches(
  execute: (operations: readonly Operation[]) => Promise<Exclude<TransferEnd, 'Unsent'>>,
): TransferBatches {
  const queue: Waiting[] = [];
  let isSending = false;

  /** Sends a batch; gives the end of the transfers behind it, undefined if they go on. */
  async function send(batch: readonly Waiting[]): Promise<TransferEnd> {
    const result = await execute(batch.map(({ transfer }) => transfer));
    const behind = endBehind(result);
    if (behind === undefined && isRefused(result) && batch.length > 1) return sendEach(batch);
    endAll(batch, result);
    return behind;
  }

  async function sendEach(batch: readonly Waiting[]): Promise<TransferEnd> {
    for (const [index, each] of batch.entries()) {
      const behind = await send([each]);
      if (behind === undefined) continue;
      endAll(batch.slice(index + 1), behind);
      return behind;
    }
    return undefined;
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, LIMITS.operations);
      try {
        const behind = await send(batch);
        if (behind !== undefined) endAll(queue.splice(0), behind);
      } catch (failure) {
        for (const { fail } of batch) fail(failure);
      }
    }
    isSending = false;
  }

  return {
    make: (transfer) =>
      new Promise((end, fail) => {
        queue.push({ transfer, end, fail });
        if (!isSending) void sendAll();
      }),
  };
}
