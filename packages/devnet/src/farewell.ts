import { setMaxListeners } from 'node:events';
import type { Asker } from './nodes/asker.ts';

/** Tells callers that still wait when the devnet closes that there will be no answer. */
export interface Farewell {
  readonly closing: AbortSignal;
  /** The askers through which callers wait; all of them are closed at the end. */
  readonly askers: Pick<Asker, 'close'>[];
  readonly giveUp: () => void;
}

/** Creates the farewell of a devnet without requests. */
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
