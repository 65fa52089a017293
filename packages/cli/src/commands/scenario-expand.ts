import { drawScenario, printScenario } from '@quorate/simulator';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadScenarioFile, originOf, type SetOptions } from '../runs/scenario-files.ts';
import { headOf } from '../runs/scenario-head.ts';
import { refuse } from './refuse.ts';

/** The options of `quorate scenario expand`. */
export interface ExpandOptions extends SetOptions {
  readonly seed?: bigint;
}

/** Prints the scenario that a seed makes of a file: everything drawn, every default written out. */
export function expand(file: string, { seed, set }: ExpandOptions, terminal: Terminal): ExitCode {
  const {
    scenarios: [loaded],
    mistakes,
  } = loadScenarioFile(file, set);
  if (loaded === undefined) return refuse(mistakes, {}, terminal);
  const drawn = drawScenario(loaded.scenario, seed);
  terminal.print(`${headOf(originOf(loaded), drawn)}${printScenario(drawn)}`);
  return exitCodes.passed;
}
