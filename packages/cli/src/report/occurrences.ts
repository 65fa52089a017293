import type {
  RecordedEvent,
  RecordedLoss,
  RecordedRun,
  RunResult,
  Violation,
} from '@quorate/simulator';

/** What a run shows: an event of its trace, or a message that was lost. */
export type Occurrence = RecordedEvent | RecordedLoss;

/**
 * Lists what happened in a run, or in the first `length` events of its trace: each event is
 * followed by the messages that were lost before the next.
 */
export function occurrencesIn(
  { events, losses }: Pick<RecordedRun, 'events' | 'losses'>,
  length = events.length,
): readonly Occurrence[] {
  const all: Occurrence[] = [];
  let lost = 0;

  function addLossesUntil(event = Number.POSITIVE_INFINITY): void {
    for (let loss = losses[lost]; loss !== undefined && loss.event < event; loss = losses[lost]) {
      all.push(loss);
      lost += 1;
    }
  }

  addLossesUntil(events[0]?.event);
  for (const [index, event] of events.slice(0, length).entries()) {
    all.push(event);
    addLossesUntil(events[index + 1]?.event);
  }
  return all;
}

/**
 * Picks the violations that were found in an event, or after it and before the next that is shown.
 * What was found once the run was over belongs to the last event.
 */
export function foundBy(
  violations: readonly Violation[],
  { event }: Occurrence,
  next: Occurrence | undefined,
): readonly Violation[] {
  return violations.filter(({ event: found = Number.POSITIVE_INFINITY }) => {
    return event <= found && (next === undefined || found < next.event);
  });
}

/** Gives the first violation of each invariant that a run breaks. */
export function firstBreaches({ oracles }: Pick<RunResult, 'oracles'>): readonly Violation[] {
  return oracles.flatMap(({ violations }) => violations.slice(0, 1));
}
