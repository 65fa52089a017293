import type { Moment, Point } from './moment.ts';
import type { Span } from './span.ts';

/** What a crash leaves on the disk of writes that were not flushed. */
export const DISK_AFTER_CRASH = ['keep', 'lose-unsynced', 'torn'] as const;

/**
 * What a crash leaves on the disk of writes that were not flushed. `keep`: all of them.
 * `lose-unsynced`: none. `torn`: the first few, and a part of the next one, which a restart must
 * discard.
 */
export type DiskAfterCrash = (typeof DISK_AFTER_CRASH)[number];

/** What a crash leaves where nothing is stated. */
export const USUAL_DISK: DiskAfterCrash = 'lose-unsynced';

interface OfNode {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly moment: Moment;
}

type Lasting = OfNode & Span;

/** When a stopped node starts again; if neither key is set, once the run heals. */
interface Stopping extends OfNode {
  readonly restartAfter: bigint | undefined;
  /** Counted from the moment when the node was stopped. */
  readonly until?: Point;
}

/** Stops a node: its memory is lost. */
export interface CrashFault extends Stopping {
  readonly kind: 'crash';
  readonly disk: DiskAfterCrash;
  /**
   * How many batches of a torn write are complete, at most all but one; undefined means that the
   * number is drawn.
   */
  readonly batches: number | undefined;
}

/**
 * Stops a node and puts its disk back to what it durably held `age` nanoseconds before.
 *
 * A validator that has forgotten what it signed is no longer correct, so it counts like a Byzantine
 * one: see `amnesiacNodes`.
 */
export interface AmnesiaFault extends Stopping {
  readonly kind: 'amnesia';
  readonly age: bigint;
}

/** Makes a node stand still; it handles afterwards, in order, what reaches it meanwhile. */
export interface PauseFault extends Lasting {
  readonly kind: 'pause';
}

/** Makes a node spend `delay` nanoseconds on every message and timer, one after another. */
export interface SlowFault extends Lasting {
  readonly kind: 'slow';
  readonly delay: bigint;
}

/** Puts the clock of a node wrong: by `offset` at once, and by `drift` as time goes on. */
export interface ClockFault extends Lasting {
  readonly kind: 'clock';
  /** In nanoseconds. Below 0 the clock is behind, and jumps back when the fault begins. */
  readonly offset: bigint;
  /** In parts per million, from -900,000 to 1,000,000. Below 0 the clock is slow. */
  readonly drift: number;
}

/** What goes wrong in one node: a validator, a proxy or a client. */
export type NodeFault = CrashFault | AmnesiaFault | PauseFault | SlowFault | ClockFault;
