import fc from 'fast-check';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { CELLS } from '../../arbitraries/plots/state.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/**
 * The fraction of the runs in which a client writes to a cell that make it read what it has
 * written.
 */
const ODDS = 0.4;

const glance = fc.tuple(chance(ODDS), share, chance(0.6));

/**
 * In some runs, makes a client that has written to a cell read its account, mostly after it has
 * written to another cell too: with a single cell, nobody can tell whether the list of cells is
 * complete.
 */
export function afterWriting(
  lines: readonly Line[],
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): readonly Line[] {
  if (operations.read === 0) return lines;
  const [takesPart, at, isBoth] = draw('workload/after-writing', glance);
  const writing = [...lines.entries()].flatMap(([index, line]) =>
    cellsIn(line).map((step) => ({ index, line, step })),
  );
  const chosen = takesPart ? writing[Math.floor(at * writing.length)] : undefined;
  if (chosen === undefined) return lines;
  const { index, step } = chosen;
  const { client } = chosen.line;
  const other = CELLS.find((key) => key !== step.key);
  const more = isBoth && other !== undefined ? [act(client, { ...step, key: other })] : [];
  const read: Line = { client, step: { op: 'read', of: undefined } };
  return lines.toSpliced(index + 1, 0, ...more, read);
}

/** The cells that a client sets in its own account. */
function cellsIn({ step }: Line) {
  if (step.op !== 'transaction' || step.from !== undefined) return [];
  return step.operations.filter(isSetting);
}

function isSetting(
  operation: OperationStep,
): operation is Extract<OperationStep, { readonly op: 'set-state' }> {
  return operation.op === 'set-state';
}
