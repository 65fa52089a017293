import fc from 'fast-check';
import { paddedHex } from '../../scenario/padded-hex.ts';
import type { StateStep } from '../../scenario/steps/step.ts';
import type { Sketches } from '../sketch.ts';
import { chance, weighted } from '../values.ts';
import { act, type Plot, type Scene } from './scene.ts';

/** Few keys, so that clients use them again. */
export const CELLS: readonly string[] = ['a', 'b'].map(paddedHex);

/** The states of cells, and the deliverables of jobs. */
export const STATES: readonly string[] = ['', 'x', 'y'].map(paddedHex);

const change = fc.record({
  kind: weighted({ set: 2, update: 4, reset: 2, wrong: 1 }),
  from: fc.constantFrom(...STATES),
  to: fc.constantFrom(...STATES),
});

/** Draws operations on one cell, in order; mostly such that the state of the cell permits them. */
export const stateSteps: fc.Arbitrary<readonly StateStep[]> = fc
  .tuple(
    fc.constantFrom(...CELLS),
    fc.constantFrom(...STATES),
    fc.array(change, { minLength: 1, maxLength: 2, size: 'max' }),
    chance(0.15),
  )
  .map(([key, first, changes, isAbsent]) => {
    let held = first;
    const set: StateStep = { op: 'set-state', key, to: first };
    return [
      ...(isAbsent ? [] : [set]),
      ...changes.map(({ kind, from, to }): StateStep => {
        const previous = kind === 'wrong' ? from : held;
        held = to;
        if (kind === 'set') return { op: 'set-state', key, to };
        if (kind === 'reset') return { op: 'reset-state', key, to };
        return { op: 'update-state', key, from: previous, to };
      }),
    ];
  });

/** Draws transactions of one client that work on one cell. */
export const statePlot: Sketches<Scene, Plot> = stateSteps.map(
  (steps) =>
    ({ lead }) =>
      steps.map((step) => act(lead.name, step)),
);
