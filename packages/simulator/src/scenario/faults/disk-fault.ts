import { id, is, mapping, node, type ValueOf } from '../forms.ts';
import { moment } from './moment.ts';
import { lasting } from './span.ts';

const ofDisk = {
  id: id('A name for reports.'),
  node: node('The validator, proxy or client.'),
  moment,
  ...lasting('How long; until the run heals by default. Then a node that stopped starts.'),
};

/** The forms of the faults of one disk. */
export const diskFaults = [
  // It serves nothing of the row.
  mapping('Lets a row on the disk of a node rot; a node that reads it stops.', {
    kind: is('bit-rot'),
    ...ofDisk,
  }),
  mapping('Lets the disk of a node be full; a node that writes stops.', {
    kind: is('full-disk'),
    ...ofDisk,
  }),
];

/** What goes wrong on the disk of one node while the node runs. */
export type DiskFault = ValueOf<(typeof diskFaults)[number]>;
