import { definition, type JsonSchema, node, object } from '../schema-shapes.ts';
import type { DiskFault } from './disk-fault.ts';
import { buildMoment, momentKeys, type RawMoment } from './moment.ts';
import { buildSpan, type RawSpan, spanKeys } from './span.ts';

/** A fault of one disk as the file states it. */
export interface RawDiskFault extends RawMoment, RawSpan {
  readonly id: string;
  readonly kind: DiskFault['kind'];
  readonly node: string;
}

const ofDisk = {
  id: definition('id', 'A name for reports.'),
  node: node('The validator, proxy or client.'),
  ...momentKeys,
  ...spanKeys('How long; until the run heals by default. Then a node that stopped starts.'),
};

/** The shapes of the faults of one disk. */
export const diskFaultShapes: readonly JsonSchema[] = [
  object('Lets a row on the disk of a node rot; a node that reads it stops.', {
    kind: { const: 'bit-rot' },
    ...ofDisk,
  }),
  object('Lets the disk of a node be full; a node that writes stops.', {
    kind: { const: 'full-disk' },
    ...ofDisk,
  }),
];

/** Converts a checked fault of one disk. */
export function buildDiskFault(raw: RawDiskFault): DiskFault {
  const { id, kind, node } = raw;
  return { kind, id, node, moment: buildMoment(raw), ...buildSpan(raw) };
}
