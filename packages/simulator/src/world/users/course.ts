import { goesBeside } from '../../scenario/steps/goes-beside.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';

/**
 * Decides when a user takes each step: when the previous one has ended, unless it need not be
 * awaited.
 */
export interface Course {
  /** Takes the next step, at once or when the steps it must wait for have ended. */
  next(): void;
  /** Notes that a transaction has its outcome. */
  ended(index: number): void;
  /** The number of steps taken, whether they have ended or not. */
  taken(): number;
  /** Whether all steps have been taken. */
  isOver(): boolean;
}

/** The options of a course. */
export interface CourseOptions {
  readonly steps: readonly WorkloadStep[];
  /** The number of transactions without an outcome. */
  readonly underWay: () => number;
  readonly take: (step: WorkloadStep, index: number) => void;
}

/** Creates the course of a user that has not begun. */
export function createCourse({ steps, underWay, take }: CourseOptions): Course {
  let position = 0;
  let isHeld = false;
  let wanted = 0;

  // Steps that end at once request the next one from within. A loop avoids deep recursion, as there
  // may be thousands.
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
