import type { Moment } from './moment.ts';
import type { Span } from './span.ts';

/** Such a fault may end; then a node that it stopped starts again. */
interface OfDisk extends Span {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly moment: Moment;
}

/**
 * Corrupts a row on the disk of a node. A node that reads the row stops, and serves nothing of it.
 */
export interface BitRotFault extends OfDisk {
  readonly kind: 'bit-rot';
}

/** Fills the disk of a node: the node stops at the first write that finds no room. */
export interface FullDiskFault extends OfDisk {
  readonly kind: 'full-disk';
}

/** What goes wrong on the disk of one node while the node runs. */
export type DiskFault = BitRotFault | FullDiskFault;
