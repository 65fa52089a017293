import { scenarioSchema } from '@quorate/simulator';
import type { Terminal } from '../output/terminal.ts';

/** Prints the JSON Schema of scenario files. */
export function printSchema({ print }: Terminal): void {
  print(`${JSON.stringify(scenarioSchema, null, 2)}\n`);
}
