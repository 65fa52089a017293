import type { ByzantineAct } from '../byzantine/byzantine.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { field, keys } from '../loose.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** Find faults and acts that are stated and can do nothing. */
export function withoutEffect({ faults, byzantine }: Scenario): readonly Problem[] {
  return [
    ...faults.flatMap((fault, index) =>
      'for' in fault && fault.for === 0n
        ? [
            advice(
              ['faults', index, 'for'],
              'the fault does nothing: it is over as soon as it begins',
            ),
          ]
        : [],
    ),
    ...byzantine.flatMap(({ acts }, party) =>
      acts.flatMap((act, index) => idleKey(act, ['byzantine', party, 'acts', index])),
    ),
  ];
}

/** What narrows an act to nothing. */
const NARROWING: readonly Path[] = [
  ['kinds'],
  ['rules'],
  ['times'],
  ['only', 'peers'],
  ['only', 'senders'],
];

function idleKey(act: ByzantineAct, place: Path): readonly Problem[] {
  return NARROWING.flatMap((path) => {
    const value = path.reduce((whole: unknown, key) => field(whole, String(key)), act);
    const isNone = value === 0 || (Array.isArray(value) && value.length === 0);
    return isNone
      ? [advice([...place, ...path], `"${path.join('.')}" leaves the act nothing to do`)]
      : [];
  });
}

/** Find expectations that no run can fail; `data` is the document as it was read. */
export function vainExpectations(data: unknown, { expect }: Scenario): readonly Problem[] {
  const stated = field(data, 'expect');
  return [
    ...keys(stated).flatMap((key) =>
      isEmpty(field(stated, key))
        ? [advice(['expect', key], `"${key}" is empty, so it expects nothing`)]
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
