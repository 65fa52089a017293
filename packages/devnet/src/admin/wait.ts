import type { TransactionId } from '@quorate/protocol';
import { inTime } from '../timing/in-time.ts';
import { AdminError, closedFirst } from './admin-error.ts';
import { type SettledGround, settledNow } from './settled.ts';

/** What a caller waits for. */
export type WaitCondition =
  /** That this many validators hold a transaction as settled. */
  | {
      readonly kind: 'settled';
      readonly transactionId: TransactionId;
      readonly validators: number;
      /** The validators that count. */
      readonly among: readonly string[];
    }
  /** That nothing was signed or settled for this many milliseconds. */
  | { readonly kind: 'idle'; readonly milliseconds: number };

/**
 * At every how many milliseconds the stores are read again: rows that are put back leave no trace.
 * All waits do so at the same moments, so that a process is asked for all of them at once.
 */
const LOOK_EVERY = 250;

/** What a wait works on. */
export interface WaitGround extends SettledGround {
  /** Aborted once callers that still wait have to be told that there will be no answer. */
  readonly closing: AbortSignal;
  /** Aborted once the caller is gone. */
  readonly gone: AbortSignal;
}

/**
 * Resolves once the condition holds, or there is nobody left to tell; checks it at least once.
 *
 * @throws AdminError `TIMEOUT` if it does not hold in time, `SERVICE_UNAVAILABLE` if the devnet
 * closes first
 */
export async function waitFor(
  ground: WaitGround,
  condition: WaitCondition,
  timeout: number,
): Promise<void> {
  const { closing, gone } = ground;
  const deadline = performance.now() + timeout;
  const events = listenTo(ground, condition);
  try {
    for (;;) {
      // What settles during a check may not be seen by it, but is heard.
      const come = events.next();
      const { pause, found } = await lookAt(ground, condition);
      if (pause <= 0 || gone.aborted) return;
      if (closing.aborted) throw closedFirst();
      const now = performance.now();
      if (now >= deadline) throw late(condition, timeout, found);
      await inTime(come, Math.min(now + pause, deadline));
    }
  } finally {
    events.stop();
  }
}

function late({ kind }: WaitCondition, timeout: number, found: string): AdminError {
  return new AdminError(408, 'TIMEOUT', `${kind}: not so after ${timeout} ms: ${found}`);
}

/** The result of a check. */
interface Look {
  /** In milliseconds until the next check; 0 if the condition holds. */
  readonly pause: number;
  /** Why it does not hold. */
  readonly found: string;
}

async function lookAt(ground: SettledGround, condition: WaitCondition): Promise<Look> {
  if (condition.kind === 'idle') {
    const idle = ground.traces.idleMillis();
    const found = `for the last ${Math.floor(idle)} ms nothing was signed or settled`;
    return { pause: condition.milliseconds - idle, found };
  }
  const { transactionId, among, validators } = condition;
  const settled = await settledNow(ground, transactionId);
  const lacking = among.filter((name) => !settled.has(name));
  const found = `not at ${lacking.join(' ')}`;
  const isSo = among.length - lacking.length >= validators;
  return { pause: isSo ? 0 : LOOK_EVERY - (performance.now() % LOOK_EVERY), found };
}

/** What happens that may end a wait. */
interface Events {
  /**
   * Resolves when a validator next signs or settles what is waited for, or when the devnet closes or
   * the caller goes.
   */
  next(): Promise<void>;
  stop(): void;
}

function listenTo({ traces, closing, gone }: WaitGround, condition: WaitCondition): Events {
  let resolveNext = (): void => undefined;
  const hear = (): void => resolveNext();
  // Once for the whole wait, since a signal goes through all its listeners to take one more.
  for (const end of [closing, gone]) end.addEventListener('abort', hear);
  // Being idle takes time, so no event can fulfil that condition.
  const forget =
    condition.kind === 'settled' ? traces.onDeed(condition.transactionId, hear) : undefined;
  return {
    next: () =>
      new Promise((resolve) => {
        resolveNext = resolve;
      }),
    stop() {
      for (const end of [closing, gone]) end.removeEventListener('abort', hear);
      forget?.();
    },
  };
}
