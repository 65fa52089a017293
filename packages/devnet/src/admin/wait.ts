import type { TransactionId } from '@quorate/protocol';
import { inTime } from '../in-time.ts';
import { AdminError } from './admin-error.ts';
import { type SettledGround, settledNow } from './settled.ts';
import type { Traces } from './traces.ts';

/** What somebody waits for. */
export type WaitCondition =
  /** That so many validators hold a transaction as settled. */
  | {
      readonly kind: 'settled';
      readonly transactionId: TransactionId;
      readonly validators: number;
      /** Which of them count. */
      readonly among: readonly string[];
    }
  /** That nothing was signed or settled for a while. */
  | { readonly kind: 'idle'; readonly milliseconds: number };

/** Milliseconds after which stores are looked at again: what is put back into them shows no trace. */
const LOOK_EVERY = 250;

/**
 * Resolves once the condition holds; it is looked at once at least.
 *
 * @throws AdminError `TIMEOUT` where it does not hold in time
 */
export async function waitFor(
  ground: SettledGround,
  condition: WaitCondition,
  timeout: number,
): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    // What settles while stores are looked at may have been missed by that look.
    const { come, stop } = nextDeed(ground.traces, condition);
    try {
      const pause = await millisLeft(ground, condition);
      if (pause <= 0) return;
      const now = performance.now();
      if (now >= deadline) throw late(condition, timeout);
      await inTime(come, Math.min(now + pause, deadline));
    } finally {
      stop();
    }
  }
}

function late({ kind }: WaitCondition, timeout: number): AdminError {
  return new AdminError(408, 'TIMEOUT', `${kind}: not so after ${timeout} ms`);
}

/** Says when to look again, in milliseconds: 0 where the condition holds. */
async function millisLeft(ground: SettledGround, condition: WaitCondition): Promise<number> {
  if (condition.kind === 'idle') return condition.milliseconds - ground.traces.idleMillis();
  const { transactionId, among, validators } = condition;
  const settled = await settledNow(ground, transactionId);
  const counted = among.filter((name) => settled.has(name)).length;
  return counted >= validators ? 0 : LOOK_EVERY;
}

/** Hears of the next validator that signs or settles what is waited for, until it is stopped. */
function nextDeed(
  traces: Traces,
  condition: WaitCondition,
): { readonly come: Promise<void>; readonly stop: () => void } {
  let stop = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    // To be idle takes time, whatever is done.
    if (condition.kind === 'idle') return;
    stop = traces.onDeed((id) => {
      if (id === condition.transactionId) resolve();
    });
  });
  return { come, stop };
}
