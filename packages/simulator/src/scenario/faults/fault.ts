import type { Path, Problem } from '../diagnostic.ts';
import { choice, type StatedOf, type ValueOf } from '../forms.ts';
import { items, text } from '../loose.ts';
import { checkEndNames } from '../network/link-ends.ts';
import { checkLink } from '../network/link-format.ts';
import { known, knownEach } from '../steps/check-steps.ts';
import { diskFaults } from './disk-fault.ts';
import { checkMoment, checkMomentNames, type RunLimits } from './moment.ts';
import { checkSpread, networkFaults } from './network-fault.ts';
import { nodeFaults } from './node-fault.ts';
import { checkSpan, checkSpanNames } from './span.ts';

/** The form of a fault. */
export const faultForm = choice('One fault.', 'kind', [
  ...nodeFaults,
  ...diskFaults,
  ...networkFaults,
]);

/** What goes wrong in a run; each fault has an `id` and can be left out alone. */
export type Fault = ValueOf<typeof faultForm>;

/** A fault as the file states it. */
export type RawFault = StatedOf<typeof faultForm>;

/** The faults that can stop a node: those that take it down, and those of its disk. */
export const STOPPING: readonly Fault['kind'][] = ['crash', 'amnesia', 'bit-rot', 'full-disk'];

/** Finds names in a fault that do not exist; accepts values of any shape. */
export function checkFaultNames(fault: unknown, path: Path, nodes: readonly string[]): Problem[] {
  return [
    ...known('node', [...path, 'node'], text(fault, 'node'), nodes),
    ...checkEndNames(fault, path, nodes),
    ...knownEach('node', items(fault, 'nodes'), [...path, 'nodes'], nodes),
    ...checkMomentNames(fault, path, nodes),
    ...checkSpanNames(fault, path, nodes),
  ];
}

/** Finds values of a fault that contradict each other or the limits; expects the checked shape. */
export function checkFaultValues(raw: RawFault, path: Path, limits: RunLimits): Problem[] {
  return [
    ...checkMoment(raw, path, limits),
    ...checkSpan(raw, path),
    ...(raw.kind === 'degrade' ? checkLink(raw.link, [...path, 'link']) : []),
    ...(raw.kind === 'swizzle-clog' ? checkSpread(raw, path) : []),
  ];
}
