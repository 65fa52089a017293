import { drawScenario } from '@quorate/simulator';
import { type ExitCode, mostSevere } from '../exit-code.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeOutput } from '../output/write-report.ts';
import { frozenText } from '../runs/frozen.ts';
import { loadScenarioFile, originOf, type SetOptions } from '../runs/scenario-files.ts';
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
  const text = frozenText(originOf(loaded), drawScenario(loaded.scenario, seed));
  return mostSevere(writeOutput(output, text, terminal));
}
