import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import type { Draw } from './draw.ts';

/** The fraction of torn writes that leave all but one row of a batch. */
const ODDS = 0.4;

/**
 * The fraction of crashes that would lose all that is not flushed, and tear a write instead: few
 * crashes come while a batch of several rows is under way.
 */
const INSTEAD = 0.4;

/** Few batches are under way at once, so that more would mostly mean all but one. */
const wholeBatches = fc.constantFrom(0, 0, 1, 1, 2, 3);
const torn = fc.tuple(chance(ODDS), wholeBatches);
const instead = fc.tuple(chance(INSTEAD), wholeBatches);

/**
 * States of some torn writes how many batches are whole: then the next one lacks its last row
 * alone. Where nothing is stated, a run draws how many rows it lacks. Has some other crashes tear a
 * write like that.
 */
export function withTornWrites(faults: readonly Fault[], draw: Draw): readonly Fault[] {
  return faults.map((fault) => {
    if (fault.kind !== 'crash' || fault.disk === 'keep') return fault;
    if (fault.disk === 'lose-unsynced') {
      const [isTorn, batches] = draw(`faults/torn-instead/${fault.id}`, instead);
      return isTorn ? { ...fault, disk: 'torn', batches } : fault;
    }
    const [isStated, batches] = draw(`faults/torn/${fault.id}`, torn);
    return isStated ? { ...fault, batches } : fault;
  });
}
