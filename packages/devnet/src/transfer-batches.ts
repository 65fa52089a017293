import type { Result } from '@quorate/core';
import { LIMITS, type Operation } from '@quorate/protocol';

/** A transfer as a transaction carries it. */
export type Transfer = Extract<Operation, { readonly kind: 'TokenTransfer' }>;

/**
 * How a transfer ended: as the transaction did that it was part of, which is undefined where that gave no
 * answer in time. `'Unheard'` where nobody heard of it and nobody will, and `'Unsent'` where an earlier
 * one gave no answer and this was not tried.
 */
export type TransferEnd = Result | undefined | 'Unheard' | 'Unsent';

/** Has transfers made that are asked for at once. */
export interface TransferBatches {
  make(transfer: Transfer): Promise<TransferEnd>;
}

interface Waiting {
  readonly transfer: Transfer;
  readonly end: (result: TransferEnd) => void;
  readonly fail: (failure: unknown) => void;
}

/** Whether a transaction that ended so may still settle. */
export function isUndecided(result: Result | undefined): boolean {
  if (result === undefined) return true;
  if (result.type !== 'Rejected') return false;
  const { rejection } = result;
  return rejection.code === 'QuorumUnreachable' && rejection.unsettled;
}

/** Refusals that say nothing of the transfers: they come late, and another transaction would end no sooner. */
const OF_THE_NETWORK = ['QuorumUnreachable', 'PreviousTransactionMustBeConfirmedFirst'];

/**
 * Says what ends whoever waits behind a transaction that ended so; undefined where they have their turn.
 * Who has waited for as long as callers do cannot wait as long again.
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
 * Creates batches over what carries out the operations of one transaction after the other.
 *
 * An account has one transaction at a time on its way; what is asked for meanwhile goes together
 * into the next. Where one transfer has the others refused with it, each is tried alone.
 */
export function createTransferBatches(
  execute: (operations: readonly Operation[]) => Promise<Exclude<TransferEnd, 'Unsent'>>,
): TransferBatches {
  const queue: Waiting[] = [];
  let isSending = false;

  /** Sends a batch; gives what those behind it end with, undefined where they go on. */
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
