import type { Problem } from '../diagnostic.ts';
import { field, keys } from '../loose.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** Finds expectations that no run can fail; `data` is the document as it was read. */
export function vainExpectations(data: unknown, { expect }: Scenario): readonly Problem[] {
  const stated = field(data, 'expect');
  const states = field(stated, 'states');
  return [
    ...keys(stated).flatMap((key) =>
      isEmpty(field(stated, key))
        ? [advice(['expect', key], `"${key}" is empty, so it expects nothing`)]
        : [],
    ),
    ...keys(states).flatMap((client) =>
      isEmpty(field(states, client))
        ? [advice(['expect', 'states', client], `expects nothing of the states of "${client}"`)]
        : [],
    ),
    ...expect.thresholds.flatMap((threshold, index) =>
      threshold.metric === 'finality-time' && Object.keys(threshold.bounds).length === 0
        ? [advice(['expect', 'thresholds', index], 'bounds nothing: give p50, p95 or max')]
        : [],
    ),
  ];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
