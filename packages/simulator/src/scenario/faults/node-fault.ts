import type { Moment, Point } from './moment.ts';
import type { Span } from './span.ts';

/** What a crash leaves on the disk of writes that were not flushed. */
export const DISK_AFTER_CRASH = ['keep', 'lose-unsynced', 'torn'] as const;

/**
 * What a crash leaves on the disk of writes that were not flushed. `keep`: all of them.
 * `lose-unsynced`: none. `torn`: the first few, and part of the next, which a restart must discard.
 */
export type DiskAfterCrash = (typeof DISK_AFTER_CRASH)[number];

interface OfNode {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly moment: Moment;
}

type Lasting = OfNode & Span;

/** Says when a node that was stopped starts again; where it says nothing, once the run heals. */
interface Stopping extends OfNode {
  readonly restartAfter: bigint | undefined;
  /** Counted from when it was stopped. */
  readonly until?: Point;
}

/** Stops a node: its memory is lost. */
export interface CrashFault extends Stopping {
  readonly kind: 'crash';
  readonly disk: DiskAfterCrash;
  /** How many batches are whole in a torn write, at most all but one; undefined is drawn. */
  readonly batches: number | undefined;
}

/**
 * Stops a node, whose disk is then put back to what it durably held `age` before.
 *
 * A validator that has forgotten what it signed is not correct any more, so it counts like a
 * Byzantine one: see `amnesiacNodes`.
 */
export interface AmnesiaFault extends Stopping {
  readonly kind: 'amnesia';
  readonly age: bigint;
}

/** Lets a node stand still; what reaches it meanwhile is handled afterwards, in order. */
export interface PauseFault extends Lasting {
  readonly kind: 'pause';
}

/** Makes a node spend `delay` on every message and timer, one after another. */
export interface SlowFault extends Lasting {
  readonly kind: 'slow';
  readonly delay: bigint;
}

/** Puts a node's clock wrong by `offset` at once and by `drift` parts per million as it goes on. */
export interface ClockFault extends Lasting {
  readonly kind: 'clock';
  /** Nanoseconds; below 0 the clock is behind, and goes back when the fault begins. */
  readonly offset: bigint;
  /** Parts per million, from -900,000 to 1,000,000; below 0 the clock is slow. */
  readonly drift: number;
}

/** What goes wrong in one node: validator, proxy or client. */
export type NodeFault = CrashFault | AmnesiaFault | PauseFault | SlowFault | ClockFault;
