import { setMaxListeners } from 'node:events';
import type { Asker } from './asker.ts';

/** Tells whoever still waits, once the devnet closes, that there will be no answer. */
export interface Farewell {
  readonly closing: AbortSignal;
  /** What callers wait for; whoever adds to it has it closed. */
  readonly askers: Pick<Asker, 'close'>[];
  readonly giveUp: () => void;
}

/** Creates the farewell of a devnet that nobody has asked yet. */
export function createFarewell(): Farewell {
  const ending = new AbortController();
  // Whoever waits listens, and that may be many.
  setMaxListeners(0, ending.signal);
  const askers: Pick<Asker, 'close'>[] = [];
  return {
    closing: ending.signal,
    askers,
    giveUp() {
      ending.abort();
      for (const asker of askers) asker.close();
    },
  };
}
