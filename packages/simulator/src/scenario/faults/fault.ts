import type { Path, Problem } from '../diagnostic.ts';
import { list, oneOf } from '../schema-shapes.ts';
import type { DiskFault } from './disk-fault.ts';
import { buildDiskFault, diskFaultShapes, type RawDiskFault } from './disk-fault-format.ts';
import { checkMoment, checkMomentNames, type RunLimits } from './moment.ts';
import type { NetworkFault } from './network-fault.ts';
import {
  buildNetworkFault,
  checkNetworkFaultNames,
  checkNetworkFaultValues,
  networkFaultShapes,
  type RawNetworkFault,
} from './network-fault-format.ts';
import type { NodeFault } from './node-fault.ts';
import {
  buildNodeFault,
  checkNodeFaultNames,
  nodeFaultShapes,
  type RawNodeFault,
} from './node-fault-format.ts';
import { checkSpan, checkSpanNames } from './span.ts';

/** What goes wrong in a run; each fault has an `id` and can be left out alone. */
export type Fault = NodeFault | DiskFault | NetworkFault;

/** The faults that can stop a node: those that take it down, and those of its disk. */
export const STOPPING: readonly Fault['kind'][] = ['crash', 'amnesia', 'bit-rot', 'full-disk'];

/** A fault as the file states it. */
export type RawFault = RawNodeFault | RawDiskFault | RawNetworkFault;

/** The schema of the list of faults. */
export const faultsSchema = list(
  'What goes wrong.',
  oneOf('One fault.', 'kind', [...nodeFaultShapes, ...diskFaultShapes, ...networkFaultShapes]),
);

/** Converts a checked fault. */
export function buildFault(raw: RawFault): Fault {
  switch (raw.kind) {
    case 'cut':
    case 'clog':
    case 'swizzle-clog':
    case 'degrade':
      return buildNetworkFault(raw);
    case 'bit-rot':
    case 'full-disk':
      return buildDiskFault(raw);
    default:
      return buildNodeFault(raw);
  }
}

/** Finds names in a fault that do not exist; accepts values of any shape. */
export function checkFaultNames(fault: unknown, path: Path, nodes: readonly string[]): Problem[] {
  return [
    ...checkNodeFaultNames(fault, path, nodes),
    ...checkNetworkFaultNames(fault, path, nodes),
    ...checkMomentNames(fault, path, nodes),
    ...checkSpanNames(fault, path, nodes),
  ];
}

/** Finds values of a fault that contradict each other or the limits; expects the checked shape. */
export function checkFaultValues(raw: RawFault, path: Path, limits: RunLimits): Problem[] {
  return [
    ...checkMoment(raw, path, limits),
    ...checkSpan(raw, path),
    ...checkNetworkFaultValues(raw, path),
  ];
}
