import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import { BURN } from '../../scenario/burn-address.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/** The fraction of the runs with reads in which a client reads an account that it has paid. */
const ODDS = 0.3;

const glance = fc.tuple(chance(ODDS), share, share, fc.integer({ min: 1, max: 3 }));

/**
 * In some runs, makes a client read an account that it has just paid: a quorum has credited it by
 * then, and the other validators may report less.
 */
export function afterPaying(
  lines: readonly Line[],
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): readonly Line[] {
  if (operations.read === 0) return lines;
  const [takesPart, at, which, times] = draw('workload/after-paying', glance);
  const paying = [...lines.entries()].filter(([, line]) => payeesIn(line).length > 0);
  const chosen = takesPart ? paying[Math.floor(at * paying.length)] : undefined;
  if (chosen === undefined) return lines;
  const [index, line] = chosen;
  const payees = payeesIn(line);
  const of = payees[Math.floor(which * payees.length)];
  const { client } = line;
  const read: Line = { client, step: { op: 'read', of } };
  return lines.toSpliced(index + 1, 0, ...Array.from({ length: times }, () => read));
}

/** The accounts that a line pays, except its own client's, which changes with every step anyway. */
function payeesIn({ client, step }: Line): readonly string[] {
  const paid = operationsIn(step).flatMap((operation) =>
    operation.op === 'pay' || operation.op === 'mint' ? operation.to : [],
  );
  return paid.filter((name) => name !== client && name !== BURN);
}
