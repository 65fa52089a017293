import { drawScenario, printScenario, type Scenario } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { loadScenarioFile, originOf, type SetOptions } from '../scenario-files.ts';
import type { Terminal } from '../terminal.ts';
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

/** Says in comments where a drawn scenario comes from and which nodes it has. */
export function headOf(origin: string, { cluster, seed }: Scenario): string {
  return `# ${origin}, drawn with seed ${seedText(seed)}.\n#\n# Nodes: ${nodesOf(cluster)}.\n`;
}

/** Lists all nodes of a cluster, also the validators without a seat yet, and its accounts. */
export function nodesOf(cluster: Scenario['cluster']): string {
  const { validators, candidates, proxies, clients, accounts } = cluster;
  const names = [...clients, ...accounts].map(({ name }) => name);
  const groups = [[...validators, ...candidates], proxies, names];
  return groups.flatMap((group) => (group.length === 0 ? [] : group.join(' '))).join(', ');
}
