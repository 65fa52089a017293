import { type Exploration, recordRun, runScenario } from '@quorate/simulator';
import type { Keeping } from '../artefacts/root.ts';
import type { FailedRun } from '../report/failure.ts';
import { investigate } from '../runs/investigate.ts';
import { runJudged, type SeededOptions, simulatorOptions } from '../runs/run-judged.ts';
import { type LoadedScenario, originOf } from '../runs/scenario-files.ts';
import { nodesOf } from '../runs/scenario-head.ts';

/** How what was found is kept. */
export interface KeepOptions extends Pick<SeededOptions, 'ed25519'> {
  /** What was explored. */
  readonly loaded: LoadedScenario;
  readonly keeping: Keeping;
}

/**
 * Runs the scenario that an exploration has made of an order of events, and keeps that run like any
 * other that fails; undefined if there is none, or if nothing is to be kept.
 */
export function keepWritten(
  { verdict, written }: Exploration,
  { loaded, keeping, ...means }: KeepOptions,
): FailedRun | undefined {
  const scenario = written?.scenario;
  if (scenario === undefined || keeping.root === undefined) return undefined;
  const made = { ...loaded, scenario };
  const options = { ...means, crypto: 'full' } as const;
  const judged = runJudged(made, options, runScenario);
  const from = `# ${verdict}, in an order of events that quorate explore found in`;
  const head = `${from} ${originOf(loaded)}.\n#\n# Nodes: ${nodesOf(scenario.cluster)}.\n`;
  const how = { record: recordRun, options: simulatorOptions(options), keeping, head };
  return investigate(judged, { loaded: made, ...how });
}
