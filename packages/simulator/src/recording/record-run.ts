import { invariant } from '@quorate/core';
import { checkUntil } from '../check-arguments.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { excessIn, happenedIn } from '../forensics/excess.ts';
import type { Forensics } from '../forensics/forensics.ts';
import { correctNodes } from '../oracles/correct-nodes.ts';
import type { RunScenarioOptions } from '../run-options.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withoutActsOf } from '../world/guests/guests.ts';
import type { RecordedEvent, RecordedLoss } from './recorded-event.ts';
import type { RecordedMessage, RecordedTransaction } from './recorded-message.ts';
import { createRecorder, type Recorder, type Until } from './recorder.ts';

/** The options of a recorded run: what the scenario leaves open, and where to stop. */
export interface RecordRunOptions extends Omit<RunScenarioOptions, 'observe'> {
  /** Where to stop; absent means at the end of the scenario. */
  readonly until?: Until;
}

/** A run together with everything that happened in it. */
export interface RecordedRun {
  /** The result. For a run that was stopped, it is judged as if its time had run out there. */
  readonly result: RunResult;
  readonly events: readonly RecordedEvent[];
  /** The messages that were lost, in order. */
  readonly losses: readonly RecordedLoss[];
  /** Every message that a node sent, also those of Byzantine nodes, in the order of sending. */
  readonly messages: readonly RecordedMessage[];
  /** Every transaction that was seen, in the order in which they were seen. */
  readonly transactions: readonly RecordedTransaction[];
  /** Undefined if no correct validator signed two rivals and no two rivals were certified. */
  readonly forensics: Forensics | undefined;
  /**
   * Names the committee that had more than f faulty members when an invariant first broke;
   * undefined if none had.
   */
  readonly excess: string | undefined;
}

/**
 * Runs one scenario like `runScenario`, with the same result, and records everything that happens.
 *
 * @throws ArgumentError if `until` is malformed, and what `runScenario` throws
 */
export function recordRun(stated: Scenario, options: RecordRunOptions = {}): RecordedRun {
  const { until, ...rest } = options;
  checkUntil(until);
  const scenario = drawScenario(stated, options.seed);
  const judged = withoutActsOf(options.nodes ?? {}, scenario);
  const recorders: Recorder[] = [];
  const result = runScenario(scenario, {
    ...rest,
    observe: (setting) => {
      const recorder = createRecorder(setting, {
        ...(until === undefined ? {} : { until }),
        isCorrect: correctNodes(judged),
      });
      recorders.push(recorder);
      return recorder;
    },
  });
  const [recorder] = recorders;
  invariant(recorder !== undefined, 'a run is observed from its start');
  // Whoever was to forget something counts as correct until then, as it does for the oracles.
  const faults = judged.faults.filter(happenedIn(result));
  return {
    result,
    events: recorder.events(),
    losses: recorder.losses(),
    messages: recorder.messages(),
    transactions: recorder.transactions(),
    forensics: recorder.forensics(correctNodes({ ...judged, faults })),
    excess: excessIn(judged, result),
  };
}
