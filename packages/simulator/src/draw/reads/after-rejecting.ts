import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/**
 * The fraction of the runs in which a job may be delivered after its end that have a client read it
 * meanwhile.
 */
const ODDS = 0.7;

const glances = fc.tuple(chance(ODDS), fc.integer({ min: 4, max: 10 }));

/**
 * In some runs, makes a client read several times in a row a job that is rejected while it is
 * delivered: for a moment some validators have recorded the delivery, while others hold the job
 * ended without one (rule E6).
 */
export function afterRejecting(
  lines: readonly Line[],
  { cast, swarm }: { readonly cast: readonly ScenarioClient[]; readonly swarm: Swarm },
  draw: Draw,
): readonly Line[] {
  if (swarm.operations.read === 0) return lines;
  const [takesPart, times] = draw('workload/after-rejecting', glances);
  const rejected = takesPart ? rejectedAtOnce(lines) : undefined;
  if (rejected === undefined) return lines;
  const { index, job, evaluator, provider } = rejected;
  // A client that has no part in the job can begin as soon as the job exists.
  const idle = cast.find(({ name }) => name !== evaluator && name !== provider);
  const client = idle?.name ?? evaluator;
  const read: Line = { client, step: { op: 'read', of: undefined, job } };
  return lines.toSpliced(index + 1, 0, ...Array.from({ length: times }, () => read));
}

interface Rejected {
  /** The index of the line that rejects it. */
  readonly index: number;
  readonly job: string;
  readonly evaluator: string;
  readonly provider: string;
}

/** Finds a job that one client rejects while another delivers to it. */
function rejectedAtOnce(lines: readonly Line[]): Rejected | undefined {
  const deliveries = doneIn(lines, 'escrow-submit');
  for (const { index, client: evaluator, job } of doneIn(lines, 'escrow-reject')) {
    const other = deliveries.find((each) => each.job === job && each.client !== evaluator);
    if (other !== undefined) return { index, job, evaluator, provider: other.client };
  }
  return undefined;
}

function doneIn(lines: readonly Line[], op: 'escrow-submit' | 'escrow-reject') {
  return [...lines.entries()].flatMap(([index, { client, step }]) =>
    operationsIn(step).flatMap((operation) =>
      operation.op === op ? [{ index, client, job: operation.job }] : [],
    ),
  );
}
