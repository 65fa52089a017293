import { goesBeside } from '../scenario/goes-beside.ts';
import type { WorkloadStep } from '../scenario/step.ts';

/** Decides when a user takes which step: each once the one before it has ended, unless that is not awaited. */
export interface Course {
  /** Takes the next step, at once or when nothing is under way that it has to wait for. */
  next(): void;
  /** A transaction has its outcome. */
  ended(index: number): void;
  /** How many steps have been taken, whether they have ended or not. */
  taken(): number;
  /** Whether there was no further step to take. */
  isOver(): boolean;
}

/** What a course follows. */
export interface CourseOptions {
  readonly steps: readonly WorkloadStep[];
  /** How many transactions have begun and have no outcome. */
  readonly underWay: () => number;
  readonly take: (step: WorkloadStep, index: number) => void;
}

/** Creates the course of a user who has not begun. */
export function createCourse({ steps, underWay, take }: CourseOptions): Course {
  let position = 0;
  let isHeld = false;
  let wanted = 0;

  // Steps that are over at once ask for the next from within: there may be thousands of them.
  function next(): void {
    wanted += 1;
    if (wanted > 1) return;
    for (; wanted > 0; wanted -= 1) takeNext();
  }

  function takeNext(): void {
    const step = steps[position];
    isHeld = step !== undefined && underWay() > 0 && !goesBeside(step, steps[position - 1]);
    if (isHeld) return;
    position += 1;
    if (step !== undefined) take(step, position - 1);
  }

  return {
    next,
    ended(index) {
      const step = steps[index];
      const isAwaited = step?.op !== 'transaction' || step.await !== false;
      if (isAwaited || (isHeld && underWay() === 0)) next();
    },
    taken: () => Math.min(position, steps.length),
    isOver: () => position > steps.length,
  };
}
