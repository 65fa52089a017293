import type { RawFault } from '../../scenario/faults/fault.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';

/** Leaves out faults. */
export function* fewerFaults(document: RawScenario): Iterable<RawScenario> {
  for (const faults of thinned(document.faults ?? [])) yield { ...document, faults };
}

/**
 * Makes faults simpler: a crash instead of amnesia, a time instead of a point of the protocol, no
 * end instead of one.
 */
export function* plainerFaults(document: RawScenario): Iterable<RawScenario> {
  const { faults = [] } = document;
  for (const [index, fault] of faults.entries()) {
    for (const plain of plainer(fault)) yield { ...document, faults: faults.with(index, plain) };
  }
}

function* plainer(fault: RawFault): Iterable<RawFault> {
  if (fault.kind === 'amnesia') {
    const { age: _, ...rest } = fault;
    yield { ...rest, kind: 'crash' };
  }
  if (fault.kind === 'clog' || fault.kind === 'cut') {
    const { direction: _, ...rest } = fault;
    if (fault.direction === 'one-way') yield rest;
  }
  if ('until' in fault) {
    const { until: _, ...rest } = fault;
    yield rest;
  }
  if (typeof fault.at === 'string') return;
  const { when: _, ...rest } = fault;
  yield { ...rest, at: '0 ms' };
}
