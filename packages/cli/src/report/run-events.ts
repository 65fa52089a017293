import type { RunResult } from '@quorate/simulator';
import { toJson } from '../runs/judge.ts';
import { ownVersion } from '../version.ts';
import { type FailedRun, failuresOf, VERDICT } from './failure.ts';

/** The version of the event file format. */
const FORMAT = 1;

/** Gives one event for programs as a line: a JSON object with `v` and `t`. */
export function eventLine(event: object): string {
  return `${toJson({ v: FORMAT, ...event })}\n`;
}

/** Gives the first event of a file, which says what wrote the file. */
export function startEvent(): object {
  const { node, openssl } = process.versions;
  return { t: 'start', version: ownVersion(), node, openssl };
}

/**
 * Gives runs as events for programs, one JSON object a line, each with `v` and `t`.
 *
 * Shape: first `start` with the versions of quorate, Node.js and OpenSSL; then for each run
 * `run.start`, an `oracle.fail` for every violation of an invariant, an `expectation.fail` for
 * every expectation of the scenario that was not met, and `run.end`. Times are in nanoseconds of
 * virtual time, as decimal text.
 */
export function renderRunEvents(runs: readonly FailedRun[]): string {
  return [startEvent(), ...runs.flatMap(eventsOf)].map(eventLine).join('');
}

function eventsOf(run: FailedRun): readonly object[] {
  const { file, result, causes, artefacts } = run;
  const { name, seed, oracles, verdict, traceHash, drawHash, events, virtualNanos } = result;
  const end = { verdict, causes, traceHash, drawHash, events, simNanos: virtualNanos, artefacts };
  return [
    { t: 'run.start', file, scenario: name, seed },
    ...oracles.flatMap(({ violations }) =>
      violations.map(({ oracle, kind, mustHold, at, event, message, facts }) => ({
        t: 'oracle.fail',
        seed,
        oracle,
        kind,
        mustHold,
        simNanos: at,
        event,
        message,
        facts,
      })),
    ),
    ...failedExpectations(run).map((failed) => ({ t: 'expectation.fail', seed, ...failed })),
    { t: 'run.end', seed, ...end },
  ];
}

// A verdict that violations explain is not reported beside them.
function failedExpectations(run: FailedRun): RunResult['failedExpectations'] {
  const { verdict, expectedVerdict, failedExpectations: others } = run.result;
  const isNews = failuresOf(run).some(({ name }) => name === VERDICT);
  return isNews
    ? [{ expectation: VERDICT, expected: expectedVerdict, actual: verdict }, ...others]
    : others;
}
