import type { Path, Problem } from '../diagnostic.ts';
import type { Fault } from '../faults/fault.ts';
import type { Moment, Point, ProtocolMoment } from '../faults/moment.ts';
import type { Scenario } from '../scenario.ts';
import { mostProposals } from './committee-may-change.ts';
import { advice } from './piece-of-advice.ts';
import { roleOf } from './role-of.ts';

/** The points that only a change of committee leads to. */
const OF_HANDOVERS: readonly ProtocolMoment[] = ['frozen', 'merged'];

/** The points that only nodes of one role reach. */
const OF_ROLES: Readonly<Partial<Record<ProtocolMoment, 'validator' | 'proxy'>>> = {
  signed: 'validator',
  settled: 'validator',
  frozen: 'validator',
  merged: 'validator',
  certified: 'proxy',
};

/**
 * A point that something waits for, its place in the file, and how many changes of committee may
 * come before it.
 */
interface Placed {
  readonly point: Point;
  readonly place: Path;
  readonly changes: number;
  /** What never comes if the point is never reached. */
  readonly awaited: 'moment' | 'end';
}

/** Finds moments that never come, and with them faults, acts and changes without effect or end. */
export function idleMoments(scenario: Scenario): readonly Problem[] {
  return [...pointsOf(scenario).flatMap((placed) => unreached(placed, scenario)), ...own(scenario)];
}

function unreached({ point, place, changes, awaited }: Placed, scenario: Scenario) {
  const { node, after } = point;
  const role = roleOf(node, scenario);
  const where = [...place, 'after'];
  const due = OF_ROLES[after];
  if (due !== undefined && due !== role) {
    const message = `the ${awaited} never comes: a ${role} such as ${node} does not reach "${after}"; name a ${due}, or another point`;
    return [advice(where, message)];
  }
  if (changes > 0 || !OF_HANDOVERS.includes(after)) return [];
  const message = `the ${awaited} never comes: without a change of committee before it nobody reaches "${after}"; state "changes", or another point`;
  return [advice(where, message)];
}

/**
 * Finds nodes that should go on once they do something themselves, which they cannot while they
 * stand still.
 */
function own({ faults }: Scenario): readonly Problem[] {
  return faults.flatMap((fault, index) => {
    if (!STILL.includes(fault.kind) || !('node' in fault)) return [];
    if (fault.until?.node !== fault.node) return [];
    const message = `the end never comes: ${fault.node} reaches nothing until then; name another node`;
    return [advice(['faults', index, 'until', 'node'], message)];
  });
}

/** The faults during which a node does nothing. */
const STILL: readonly Fault['kind'][] = ['crash', 'amnesia', 'pause'];

function pointsOf(scenario: Scenario): readonly Placed[] {
  const { faults, byzantine, changes } = scenario;
  const proposed = mostProposals(scenario);
  const all = proposed + changes.length;
  return [
    ...changes.flatMap(({ moment }, index) => when(moment, ['changes', index], proposed + index)),
    ...faults.flatMap((fault, index) => [
      ...when(fault.moment, ['faults', index], all),
      ...until(fault, ['faults', index], all),
    ]),
    ...byzantine.flatMap(({ acts }, party) =>
      acts.flatMap(({ moment }, index) => when(moment, ['byzantine', party, 'acts', index], all)),
    ),
  ];
}

function when(moment: Moment | undefined, path: Path, changes: number): readonly Placed[] {
  if (moment?.kind !== 'trigger') return [];
  return [{ point: moment, place: [...path, 'when'], changes, awaited: 'moment' }];
}

function until(fault: Fault, path: Path, changes: number): readonly Placed[] {
  if (!('until' in fault) || fault.until === undefined) return [];
  return [{ point: fault.until, place: [...path, 'until'], changes, awaited: 'end' }];
}
