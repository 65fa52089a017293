import { setFlagsFromString } from 'node:v8';

/** From here on V8 has a compiler between its baseline and its optimising one, and another flag. */
const FIRST_WITH_MAGLEV = 12;

/**
 * Let V8 optimise functions a third as eagerly as it would by itself.
 *
 * Its optimising compiler runs in threads beside the work, and takes as much processor time as the work
 * in the first seconds of a run: more than most commands last, and time that the processes of a
 * campaign, one for each core, take from each other.
 */
export function optimiseLate(): void {
  if (Number.parseInt(process.versions.v8, 10) < FIRST_WITH_MAGLEV) {
    setFlagsFromString('--interrupt-budget=400000');
  }
}
