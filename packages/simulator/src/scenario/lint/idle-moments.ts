import type { Path, Problem } from '../diagnostic.ts';
import type { Moment, ProtocolMoment } from '../faults/moment.ts';
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

/** A moment, where it stands, and how many changes of committee may come before it. */
interface Placed {
  readonly moment: Moment | undefined;
  readonly place: Path;
  readonly changes: number;
}

/** Finds moments that never come, and with them faults, acts and changes that do nothing. */
export function idleMoments(scenario: Scenario): readonly Problem[] {
  return momentsOf(scenario).flatMap(({ moment, place, changes }) => {
    if (moment?.kind !== 'trigger') return [];
    const { node, after } = moment;
    const role = roleOf(node, scenario);
    const where = [...place, 'when', 'after'];
    const due = OF_ROLES[after];
    if (due !== undefined && due !== role) {
      const message = `the moment never comes: a ${role} such as ${node} does not reach "${after}"; name a ${due}, or another point`;
      return [advice(where, message)];
    }
    if (changes > 0 || !OF_HANDOVERS.includes(after)) return [];
    const message = `the moment never comes: without a change of committee before it nobody reaches "${after}"; state "changes", or another point`;
    return [advice(where, message)];
  });
}

function momentsOf(scenario: Scenario): readonly Placed[] {
  const { faults, byzantine, changes } = scenario;
  const proposed = mostProposals(scenario);
  return [
    ...changes.map(({ moment }, index) => ({
      moment,
      place: ['changes', index],
      changes: proposed + index,
    })),
    ...faults.map(({ moment }, index) => ({
      moment,
      place: ['faults', index],
      changes: proposed + changes.length,
    })),
    ...byzantine.flatMap(({ acts }, party) =>
      acts.map(({ moment }, index) => ({
        moment,
        place: ['byzantine', party, 'acts', index],
        changes: proposed + changes.length,
      })),
    ),
  ];
}
