import type { TransactionId } from '@quorate/protocol';
import { AdminError } from './admin-error.ts';
import type { Traces } from './traces.ts';

/** What somebody waits for. */
export type WaitCondition =
  /** That so many validators have settled a transaction. */
  | {
      readonly kind: 'settled';
      readonly transactionId: TransactionId;
      readonly validators: number;
      /** Which of them count. */
      readonly among: readonly string[];
    }
  /** That nothing was signed or settled for a while. */
  | { readonly kind: 'idle'; readonly milliseconds: number };

/**
 * Resolves once the condition holds.
 *
 * @throws AdminError `TIMEOUT` where it does not hold in time
 */
export function waitFor(traces: Traces, condition: WaitCondition, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      stopListening();
      clearTimeout(timer);
      clearTimeout(deadline);
    };
    const check = (): void => {
      const left = millisLeft(traces, condition);
      clearTimeout(timer);
      if (left === undefined) return;
      if (left > 0) {
        timer = setTimeout(check, left);
        return;
      }
      end();
      resolve();
    };
    const stopListening = traces.onChange(check);
    const deadline = setTimeout(() => {
      end();
      const message = `${condition.kind}: not so after ${timeout} ms`;
      reject(new AdminError(408, 'TIMEOUT', message));
    }, timeout);
    check();
  });
}

/** Says how long to wait at least: 0 where it holds, undefined where only an event can tell. */
function millisLeft(traces: Traces, condition: WaitCondition): number | undefined {
  switch (condition.kind) {
    case 'settled': {
      const settled = traces.get(condition.transactionId)?.settled;
      const counted = condition.among.filter((name) => settled?.has(name)).length;
      return counted >= condition.validators ? 0 : undefined;
    }
    case 'idle':
      return Math.max(0, condition.milliseconds - traces.idleMillis());
  }
}
