import { readFileSync } from 'node:fs';

/** What the system says about a process. */
export interface ProcessState {
  /** When it started, as the system counts. */
  readonly began: string;
  /** Whether it has ended and only its id remains, until its parent asks how it ended. */
  readonly hasEnded: boolean;
}

/** The states of a zombie, and of a dead process in newer and in older systems. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X', 'x']);

/** Gives what the system says about a process; undefined when it says nothing. */
export function stateOf(pid: number): ProcessState | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // There is no such process, or this is not Linux.
    return undefined;
  }
}

/** Reads the line of Linux about a process; undefined for any other text. */
export function parseStat(text: string): ProcessState | undefined {
  // The second field is a name in parentheses that may contain anything; the third one follows it.
  const fields = text.replace(/^.*\)/s, '').trim().split(' ');
  const [state = '', threads, began] = [fields[0], fields[17], fields[19]];
  if (began === undefined) return undefined;
  // The main thread of a killed process becomes a zombie first, while another thread may still be
  // writing.
  return { began, hasEnded: ENDED.has(state) && Number(threads) <= 1 };
}

/** Tells whether a process with this id exists and has not ended. */
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
