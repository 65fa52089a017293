import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import { paddedHex } from '../scenario/build-step.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';

/** How many runs have a long transaction: it costs as much as many short ones. */
const ODDS = 0.06;

/** So many records at once are not looked through one after the other. */
const CELLS: readonly OperationStep[] = Array.from({ length: 16 }, (_, at) => {
  const key = paddedHex(`c${at}`);
  return { op: 'set-state', key, to: key };
});

/** Has one transaction of a run that pays write many cells before it does. */
export function atLength(lines: readonly Line[], draw: Draw): readonly Line[] {
  const [takesPart, which] = draw('workload/at-length', fc.tuple(chance(ODDS), share));
  const paying = lines.filter(isPaying);
  const chosen = takesPart ? paying[Math.floor(which * paying.length)] : undefined;
  return chosen === undefined
    ? lines
    : lines.map((line) => (line === chosen ? longer(line) : line));
}

// Members of a shared account sign the same, or they are at odds.
function isPaying({ step }: Line): boolean {
  if (step.op !== 'transaction' || step.from !== undefined) return false;
  return step.operations.some(({ op }) => op === 'pay');
}

function longer({ client, step }: Line): Line {
  if (step.op !== 'transaction') return { client, step };
  return { client, step: { ...step, operations: [...CELLS, ...step.operations] } };
}
