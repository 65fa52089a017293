import type { RecordedRun } from '@quorate/simulator';
import type { FailedRun } from '../report/failure.ts';
import { type Comparison, compareHappenings } from './compare-happenings.ts';
import type { Difference } from './data-differences.ts';
import { type OutcomePair, outcomePairs } from './outcomes.ts';
import { differencesFrom, type Seeded } from './scenario-differences.ts';

/** One of two runs that are compared. */
export interface ComparedRun extends Seeded {
  /** Which run it is, such as "scenario.yaml, seed 0x1". */
  readonly how: string;
  readonly run: FailedRun;
  readonly recorded: RecordedRun;
}

/** Two runs, and all that tells them apart. */
export interface TwoRuns {
  readonly own: ComparedRun;
  readonly other: ComparedRun;
  readonly differences: readonly Difference[];
  readonly outcomes: readonly OutcomePair[];
  readonly comparison: Comparison;
}

/** Compares two runs in what their scenarios say, in what happens, and in how it ends. */
export function compareTwoRuns(own: ComparedRun, other: ComparedRun): TwoRuns {
  return {
    own,
    other,
    differences: differencesFrom(own)(other),
    outcomes: outcomePairs(own.recorded.result, other.recorded.result),
    comparison: compareHappenings(own.recorded, other.recorded),
  };
}
