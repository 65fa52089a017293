import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import type { Draw } from './draw.ts';

/** The fraction of torn writes that leave all but one row of a batch. */
const ODDS = 0.4;

/** Few batches are under way at once, so that more would mostly mean all but one. */
const torn = fc.tuple(chance(ODDS), fc.constantFrom(0, 0, 1, 1, 2, 3));

/**
 * States of some torn writes how many batches are whole: then the next one lacks its last row
 * alone. Where nothing is stated, a run draws how many rows it lacks.
 */
export function withTornWrites(faults: readonly Fault[], draw: Draw): readonly Fault[] {
  return faults.map((fault) => {
    if (fault.kind !== 'crash' || fault.disk !== 'torn') return fault;
    const [isStated, batches] = draw(`faults/torn/${fault.id}`, torn);
    return isStated ? { ...fault, batches } : fault;
  });
}
