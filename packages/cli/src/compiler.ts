import { setFlagsFromString } from 'node:v8';

/**
 * From this version on, V8 has a compiler between its baseline and its optimising one, and other
 * flags.
 */
const FIRST_WITH_MAGLEV = 12;

/**
 * Makes V8 optimise functions a sixth as eagerly as it does by itself.
 *
 * Its optimising compiler runs in threads beside the work. In the first seconds of a run it takes
 * as much processor time as the work. Most commands do not last longer than that, and the processes
 * of a campaign, one for each core, take that time from each other.
 */
export function optimiseLate(): void {
  tell('--interrupt-budget=400000');
}

/**
 * Makes V8 optimise code after a seventh of the bytes of code that it waits for by itself, and
 * inline less of what a function calls, because inlining is most of the cost of compiling.
 *
 * A devnet gets many requests right after its start, and V8 then compiles beside the work, on the
 * cores that the devnet and its callers need.
 */
export function optimiseSoon(): void {
  tell('--interrupt-budget=10000', '--max-inlined-bytecode-size-cumulative=200');
}

function tell(...flags: readonly string[]): void {
  // V8 complains on the terminal about flags that it does not know.
  if (Number.parseInt(process.versions.v8, 10) >= FIRST_WITH_MAGLEV) return;
  for (const flag of flags) setFlagsFromString(flag);
}
