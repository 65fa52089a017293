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

/** Why a scenario has limits that nobody stated. */
const CUT = `# What follows these events would hide the violation, so "limits" end the run right after them.
# Without them it goes on, as it has to once the bug is mended: clients get their answers.
#
`;

/**
 * Runs the scenario that an exploration has made of an order of events, and keeps that run like any
 * other that fails; undefined if there is none, or if nothing is to be kept.
 */
export function keepWritten(
  { verdict, written }: Exploration,
  { loaded, keeping, ...means }: KeepOptions,
): FailedRun | undefined {
  if (written?.scenario === undefined || keeping.root === undefined) return undefined;
  const { scenario, isCut } = written;
  const made = { ...loaded, scenario };
  const options = { ...means, crypto: 'full' } as const;
  const judged = runJudged(made, options, runScenario);
  const from = `# ${verdict}, in an order of events that quorate explore found in`;
  const nodes = `# Nodes: ${nodesOf(scenario.cluster)}.\n`;
  const head = `${from} ${originOf(loaded)}.\n#\n${isCut ? CUT : ''}${nodes}`;
  const how = { record: recordRun, options: simulatorOptions(options), keeping, head };
  return investigate(judged, { loaded: made, ...how });
}
