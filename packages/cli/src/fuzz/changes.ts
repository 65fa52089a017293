import type { ScenarioSpace } from '@quorate/simulator';
import { InvalidArgumentError } from 'commander';

/** The least and the greatest number of committee changes of a run. */
export type Changes = ScenarioSpace['changes'];

/** A greater number of changes is a slip of the hand rather than a search. */
const CHANGES_MAX = 20;

/**
 * Reads the number of committee changes of each run: a count such as `2`, or a range such as
 * `1..2`.
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
