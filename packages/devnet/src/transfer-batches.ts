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

  async function send(batch: readonly Waiting[]): Promise<void> {
    const result = await execute(batch.map(({ transfer }) => transfer));
    const isAnswer = typeof result === 'object';
    if (isAnswer && result.type === 'Rejected' && !isUndecided(result) && batch.length > 1) {
      for (const each of batch) await send([each]);
      return;
    }
    for (const { end } of batch) end(result);
    if (isAnswer) return;
    for (const { end } of queue.splice(0)) end(result ?? 'Unsent');
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, LIMITS.operations);
      try {
        await send(batch);
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
