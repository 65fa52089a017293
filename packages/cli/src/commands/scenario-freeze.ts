import { drawScenario, printScenario, runScenario, type Scenario } from '@quorate/simulator';
import { type ExitCode, mostSevere } from '../exit-code.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeOutput } from '../output/write-report.ts';
import { loadScenarioFile, originOf, type SetOptions } from '../runs/scenario-files.ts';
import { headOf } from '../runs/scenario-head.ts';
import { ownVersion } from '../version.ts';
import { refuse, refuseOutput } from './refuse.ts';

/** The options of `quorate scenario freeze`. */
export interface FreezeOptions extends SetOptions {
  readonly seed?: bigint;
  /** The file to write; standard output if absent. */
  readonly output?: string;
}

/** Writes the scenario that a seed makes of a file, with the trace hash of its run. */
export function freeze(
  file: string,
  { seed, set, output }: FreezeOptions,
  terminal: Terminal,
): ExitCode {
  const {
    scenarios: [loaded],
    mistakes,
  } = loadScenarioFile(file, set);
  if (loaded === undefined) return refuse(mistakes, {}, terminal);
  const fault = reportFileFault({ '--output': output }, [file]);
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const frozen = frozenScenario(drawScenario(loaded.scenario, seed));
  const text = `${headOf(originOf(loaded), frozen)}${printScenario(frozen)}`;
  return mostSevere(writeOutput(output, text, terminal));
}

function frozenScenario(scenario: Scenario): Scenario {
  const { seed, traceHash } = runScenario(scenario);
  return { ...scenario, provenance: { seed, tool: ownVersion(), traceHash } };
}
