import pino, { type Logger } from 'pino';

/** Where a devnet writes what happens: pino's interface, so that programs can pass their own. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Creates a log that writes nothing. */
export function silentLog(): Log {
  return pino({ level: 'silent' });
}
