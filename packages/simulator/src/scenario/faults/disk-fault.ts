import type { Moment } from './moment.ts';
import type { Span } from './span.ts';

/** It may last for a while; a node that it stopped starts again then. */
interface OfDisk extends Span {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly moment: Moment;
}

/** Lets a row on a node's disk rot: a node that reads it stops, and serves nothing of it. */
export interface BitRotFault extends OfDisk {
  readonly kind: 'bit-rot';
}

/** Lets a node's disk be full: with the first write that finds no room the node stops. */
export interface FullDiskFault extends OfDisk {
  readonly kind: 'full-disk';
}

/** What goes wrong on one node's disk while the node runs. */
export type DiskFault = BitRotFault | FullDiskFault;
