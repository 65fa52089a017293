import type { NodeName } from '@quorate/transport';
import type { VirtualClock } from '../virtual-clock.ts';
import { isOfDisk } from './of-disk.ts';

/** A node that stopped because of a bug or a broken store. */
export interface NodeFailure {
  readonly node: NodeName;
  /** In nanoseconds since the start of the run. */
  readonly at: bigint;
  /** The number of the event in which it stopped; absent if only a question at rest stopped it. */
  readonly event?: number;
  readonly failure: unknown;
}

/** Where failures are noted, and when that is. */
export interface FailureBook {
  readonly start: bigint;
  readonly clock: Pick<VirtualClock, 'now' | 'fired'>;
  readonly failures: { push(failure: NodeFailure): void };
}

/** Notes why a node stopped, unless its disk made it: the end of that fault restarts it. */
export function noteFailure(
  { start, clock, failures }: FailureBook,
  node: NodeName,
  failure: unknown,
): void {
  if (isOfDisk(failure)) return;
  failures.push({ node, at: clock.now() - start, event: clock.fired(), failure });
}

/** Notes a failure unless its node has failed before: one that has stopped does nothing more. */
export function noteFirst(failures: NodeFailure[], failure: NodeFailure): void {
  if (failures.every(({ node }) => node !== failure.node)) failures.push(failure);
}
