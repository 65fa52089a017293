import { readFileSync } from 'node:fs';

/** What the system tells of a process. */
export interface ProcessState {
  /** When it began, as the system counts. */
  readonly began: string;
  /** Whether it is gone but for its number, which is kept until somebody asks how it ended. */
  readonly hasEnded: boolean;
}

/** A zombie, and what is dead in the words of newer and of older systems. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X', 'x']);

/** Tells what the system says of a process; undefined where it says nothing. */
export function stateOf(pid: number): ProcessState | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No such process, or no such system.
    return undefined;
  }
}

/** Reads the line that Linux has of each process; undefined for what is none. */
export function parseStat(text: string): ProcessState | undefined {
  // The second field is a name in parentheses that may hold anything; the third follows it.
  const fields = text.replace(/^.*\)/s, '').trim().split(' ');
  const [state = '', threads, began] = [fields[0], fields[17], fields[19]];
  if (began === undefined) return undefined;
  // Whoever is killed is a zombie from its first thread on, and another may still be writing.
  return { began, hasEnded: ENDED.has(state) && Number(threads) <= 1 };
}

/** Whether there is a process of a number that has not ended. */
export function isRunning(pid: number): boolean {
  const state = stateOf(pid);
  if (state !== undefined) return !state.hasEnded;
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}
