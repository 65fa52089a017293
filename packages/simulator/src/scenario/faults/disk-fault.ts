import type { Moment } from './moment.ts';

interface OfDisk {
  readonly id: string;
  /** A validator, a proxy or a client. */
  readonly node: string;
  readonly moment: Moment;
  /** How long it lasts; undefined is until the run heals. A node that it stopped starts again then. */
  readonly for: bigint | undefined;
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
