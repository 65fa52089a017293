import pino, { type Logger } from 'pino';

/** The log of a devnet: the interface of pino, so that programs can pass their own logger. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Creates a log that writes nothing. */
export function silentLog(): Log {
  return pino({ level: 'silent' });
}
