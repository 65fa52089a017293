import { setFlagsFromString } from 'node:v8';

/** From here on V8 has a compiler between its baseline and its optimising one, and other flags. */
const FIRST_WITH_MAGLEV = 12;

/**
 * Let V8 optimise functions a third as eagerly as it would by itself.
 *
 * Its optimising compiler runs in threads beside the work, and takes as much processor time as the work
 * in the first seconds of a run: more than most commands last, and time that the processes of a
 * campaign, one for each core, take from each other.
 */
export function optimiseLate(): void {
  tell('--interrupt-budget=400000');
}

/**
 * Let V8 optimise what has run a seventh of the bytes of code that it waits for by itself, and write less
 * of what a function calls into that function, which is most of what compiling costs.
 *
 * A devnet is asked a lot right after its start, and then V8 compiles beside the work, on the cores that
 * the devnet and who asks it need.
 */
export function optimiseSoon(): void {
  tell('--interrupt-budget=10000', '--max-inlined-bytecode-size-cumulative=200');
}

function tell(...flags: readonly string[]): void {
  // V8 complains on the terminal of flags that it does not know.
  if (Number.parseInt(process.versions.v8, 10) >= FIRST_WITH_MAGLEV) return;
  for (const flag of flags) setFlagsFromString(flag);
}
