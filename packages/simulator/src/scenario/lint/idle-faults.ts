import type { Between } from '@quorate/network';
import type { Problem } from '../diagnostic.ts';
import type { Fault } from '../faults/fault.ts';
import type { Scenario } from '../scenario.ts';
import { unused } from './idle-links.ts';
import { advice } from './piece-of-advice.ts';

/** A remark about a fault: the key that it is about, if any, and the message. */
type Remark = readonly [key: string | undefined, message: string];

/** Finds faults, and keys of faults, that cannot have any effect. */
export function idleFaults(scenario: Scenario): readonly Problem[] {
  return scenario.faults.flatMap((fault, index) =>
    [...overAtOnce(fault), ...ofKind(fault, scenario)].map(([key, message]) =>
      advice(['faults', index, ...(key === undefined ? [] : [key])], message),
    ),
  );
}

function overAtOnce(fault: Fault): readonly Remark[] {
  return 'for' in fault && fault.for === 0n
    ? [['for', 'the fault does nothing: it is over as soon as it begins']]
    : [];
}

function ofKind(fault: Fault, scenario: Scenario): readonly Remark[] {
  switch (fault.kind) {
    case 'crash':
      return fault.batches !== undefined && fault.disk !== 'torn'
        ? [
            [
              'batches',
              `"batches" says nothing about disk ${fault.disk}: give disk: torn, or drop it`,
            ],
          ]
        : [];
    case 'slow':
      return fault.delay === 0n
        ? [['delay', 'the fault does nothing: it slows by no time; give a delay above 0']]
        : [];
    case 'clock':
      return fault.offset === 0n && fault.drift === 0
        ? [[undefined, 'the fault does nothing: the clock stays right; give an offset or a drift']]
        : [];
    case 'swizzle-clog':
      return fault.nodes.length === 0
        ? [['nodes', 'the fault does nothing: it is at no node; name some']]
        : [];
    case 'degrade':
      return [...onNoLink(fault, scenario), ...unchanged(fault.link)];
    case 'cut':
    case 'clog':
      return onNoLink(fault, scenario);
    default:
      return [];
  }
}

function unchanged(link: object): readonly Remark[] {
  return Object.values(link).every((value) => value === undefined)
    ? [['link', 'the fault does nothing: "link" replaces no key; name what gets worse']]
    : [];
}

/** No node sends itself anything over the network, and some pairs of nodes never talk. */
function onNoLink({ from, to }: Between, scenario: Scenario): readonly Remark[] {
  const empty = (['from', 'to'] as const).filter((key) => ({ from, to })[key].length === 0);
  if (empty.length > 0) {
    return empty.map((key) => [key, `the fault does nothing: "${key}" names no node; name some`]);
  }
  const [node, ...others] = new Set([...from, ...to]);
  if (others.length > 0) return onIdleLinks({ from, to }, scenario);
  if (node === '*') return [];
  return [
    ['to', `the fault does nothing: no link leads from ${node} to itself; name another node`],
  ];
}

/** A fault is idle only if every link that it concerns is, in both directions. */
function onIdleLinks({ from, to }: Pick<Between, 'from' | 'to'>, scenario: Scenario) {
  const ends = from.flatMap((one) => to.map((other) => ({ from: one, to: other })));
  const reasons = ends
    .filter((link) => link.from !== link.to)
    .map((link) => unused(link, scenario));
  const [reason] = reasons;
  if (reason === undefined || reasons.includes(undefined)) return [];
  return [['to', `the fault does nothing: such a link ${reason}`]] as const;
}
