import { invariant } from '@quorate/core';
import { checkUntil } from '../check-arguments.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { excessIn } from '../forensics/excess.ts';
import type { Forensics } from '../forensics/forensics.ts';
import { correctNodes } from '../oracles/correct-nodes.ts';
import type { RunScenarioOptions } from '../run-options.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withoutActsOf } from '../world/guests.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { createRecorder, type Recorder, type Until } from './recorder.ts';

/** Choose what a recorded run leaves open, and where it stops. */
export interface RecordRunOptions extends Omit<RunScenarioOptions, 'observe'> {
  /** The end of the scenario, when absent. */
  readonly until?: Until;
}

/** Hold a run together with everything that happened in it. */
export interface RecordedRun {
  /** Of a run that was stopped: how things stood, judged as if its time had run out there. */
  readonly result: RunResult;
  readonly events: readonly RecordedEvent[];
  /** Undefined where nobody signed twice who must not, and nothing was certified twice. */
  readonly forensics: Forensics | undefined;
  /** Says which committee had more than f faulty members when an invariant broke first; undefined where none had. */
  readonly excess: string | undefined;
}

/**
 * Run one scenario like `runScenario`, with the same result, and keep everything that happens.
 *
 * @throws ArgumentError for an `until` of another form, and what `runScenario` throws.
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
  return {
    result,
    events: recorder.events(),
    forensics: recorder.forensics(),
    excess: excessIn(judged, result),
  };
}
