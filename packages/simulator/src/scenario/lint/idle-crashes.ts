import { formatDuration } from '@quorate/network';
import type { Problem } from '../diagnostic.ts';
import { type Fault, STOPPING } from '../faults/fault.ts';
import type { Scenario } from '../scenario.ts';
import { advice } from './piece-of-advice.ts';

/** A fault that takes a node down, and from when to when; without an end, for the whole run. */
interface Downtime {
  readonly id: string;
  readonly from: bigint;
  readonly to: bigint | undefined;
}

/** Finds crashes of nodes that another fault has taken down by then. */
export function idleCrashes(scenario: Scenario): readonly Problem[] {
  // What a seed draws may take a node down, too, so that the fault stated first does nothing.
  if (scenario.swarm !== undefined) return [];
  const nodes = new Set(scenario.faults.flatMap((fault) => ('node' in fault ? [fault.node] : [])));
  return [...nodes].flatMap((node) => idleAt(node, scenario));
}

function idleAt(node: string, { faults }: Scenario): readonly Problem[] {
  const own = faults.flatMap((fault, index) =>
    STOPPING.includes(fault.kind) && 'node' in fault && fault.node === node
      ? [{ index, downtime: downtimeOf(fault) }]
      : [],
  );
  // If it is not known when one of them strikes or ends, nor is whether another does something.
  const timed = own.flatMap(({ downtime, ...rest }) => (downtime ? [{ ...rest, downtime }] : []));
  if (timed.length < own.length) return [];
  let last: Downtime | undefined;
  return timed
    .toSorted((a, b) => inOrder(a.downtime, b.downtime))
    .flatMap(({ index, downtime }) => {
      if (last === undefined || !isDown(last, downtime.from)) {
        last = downtime;
        return [];
      }
      const until = last.to === undefined ? '' : `, until ${formatDuration(last.to)}`;
      const message = `the fault does nothing: fault "${last.id}" has taken ${node} down by then${until}`;
      return [advice(['faults', index, 'at'], message)];
    });
}

// Two faults of one moment come in any order. The shorter comes last here: only as long as it lasts
// is the node down for sure.
function inOrder(a: Downtime, b: Downtime): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  if (a.to === undefined) return -1;
  return b.to === undefined ? 1 : Number(b.to - a.to);
}

function isDown({ from, to }: Downtime, at: bigint): boolean {
  return from < at && (to === undefined || at < to);
}

function downtimeOf(fault: Fault): Downtime | undefined {
  if (fault.kind !== 'crash' && fault.kind !== 'amnesia') return undefined;
  const { id, moment, restartAfter, until } = fault;
  if (moment.kind !== 'time' || until !== undefined) return undefined;
  const to = restartAfter === undefined ? undefined : moment.at + restartAfter;
  return { id, from: moment.at, to };
}
