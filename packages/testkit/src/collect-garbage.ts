import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Has the host free everything that nothing can reach any more. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Until the turn ends, the host keeps what a weak reference has been asked for in it.
  await setImmediate();
  collect();
  // The second time frees what only finalisers held.
  collect();
}
