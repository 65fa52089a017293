import type { TransactionId } from '@quorate/protocol';
import { inTime } from '../in-time.ts';
import { AdminError } from './admin-error.ts';
import { type SettledGround, settledNow } from './settled.ts';

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

/** What is waited on. */
export interface WaitGround extends SettledGround {
  /** Aborted once whoever still waits has to be told that there will be no answer. */
  readonly closing: AbortSignal;
}

/**
 * Resolves once the condition holds; it is looked at once at least.
 *
 * @throws AdminError `TIMEOUT` where it does not hold in time, `SERVICE_UNAVAILABLE` where the devnet
 * closes first
 */
export async function waitFor(
  ground: WaitGround,
  condition: WaitCondition,
  timeout: number,
): Promise<void> {
  const { closing } = ground;
  const deadline = performance.now() + timeout;
  for (;;) {
    // What settles while stores are looked at may have been missed by that look.
    const { come, stop } = nextEvent(ground, condition);
    try {
      const { pause, found } = await lookAt(ground, condition);
      if (pause <= 0) return;
      if (closing.aborted) throw closed(condition);
      const now = performance.now();
      if (now >= deadline) throw late(condition, timeout, found);
      await inTime(come, Math.min(now + pause, deadline));
    } finally {
      stop();
    }
  }
}

function closed({ kind }: WaitCondition): AdminError {
  return new AdminError(503, 'SERVICE_UNAVAILABLE', `${kind}: not so when the devnet closed`);
}

function late({ kind }: WaitCondition, timeout: number, found: string): AdminError {
  return new AdminError(408, 'TIMEOUT', `${kind}: not so after ${timeout} ms: ${found}`);
}

/** What a look at a condition came to. */
interface Look {
  /** Milliseconds until the next one; 0 where the condition holds. */
  readonly pause: number;
  /** What keeps it from holding. */
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
  return { pause: among.length - lacking.length >= validators ? 0 : LOOK_EVERY, found };
}

/**
 * Hears of the next validator that signs or settles what is waited for, or that the devnet closes, until
 * it is stopped.
 */
function nextEvent(
  { traces, closing }: WaitGround,
  condition: WaitCondition,
): { readonly come: Promise<void>; readonly stop: () => void } {
  let stop = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    const hear = (): void => resolve();
    closing.addEventListener('abort', hear);
    const forget = traces.onDeed((id) => {
      // To be idle takes time, whatever is done.
      if (condition.kind === 'settled' && id === condition.transactionId) resolve();
    });
    stop = () => {
      closing.removeEventListener('abort', hear);
      forget();
    };
  });
  return { come, stop };
}
