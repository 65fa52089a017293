import type { ScenarioSpace } from '@quorate/simulator';
import { InvalidArgumentError } from 'commander';

/** How many changes of committee a run has, at least and at most. */
export type Changes = ScenarioSpace['changes'];

/** More than this are no search, but a slip of the hand. */
const CHANGES_MAX = 20;

/**
 * Reads how many changes of committee each run has: a count such as `2`, or from one count to another
 * such as `1..2`.
 *
 * @throws InvalidArgumentError for anything else.
 */
export function parseChanges(text: string): Changes {
  const [, first = '', last = first] = /^(\d{1,3})(?:\.\.(\d{1,3}))?$/.exec(text) ?? [];
  const changes = { least: Number(first), greatest: Number(last) };
  if (first === '' || changes.least > changes.greatest || changes.greatest > CHANGES_MAX) {
    throw new InvalidArgumentError(
      `Expected a count such as 2, or a range such as 1..2, of ${CHANGES_MAX} at most.`,
    );
  }
  return changes;
}
