import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import { BURN } from '../scenario/burn-address.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { Draw } from './draw.ts';

/** How many runs have money go to the burn address: a few, for it is lost to everything else. */
const ODDS = 0.08;

/** Has one of the payments and mints of a run go to the burn address now and then. */
export function burnt(lines: readonly Line[], draw: Draw): readonly Line[] {
  const [takesPart, which] = draw('workload/burnt', fc.tuple(chance(ODDS), share));
  const paying = lines.filter(isPaying);
  const chosen = takesPart ? paying[Math.floor(which * paying.length)] : undefined;
  return chosen === undefined
    ? lines
    : lines.map((line) => (line === chosen ? toBurn(line) : line));
}

// Members of a shared account sign the same, or they are at odds.
function isPaying({ step }: Line): boolean {
  return step.op === 'transaction' && step.from === undefined && step.operations.some(isPayment);
}

function isPayment({ op }: OperationStep): boolean {
  return op === 'pay' || op === 'mint';
}

function toBurn({ client, step }: Line): Line {
  if (step.op !== 'transaction') return { client, step };
  const operations = step.operations.map((operation) =>
    operation.op === 'pay' || operation.op === 'mint' ? { ...operation, to: BURN } : operation,
  );
  return { client, step: { ...step, operations } };
}
