import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import type { ScenarioClient } from '../scenario/scenario.ts';
import type { OperationStep, WorkloadStep } from '../scenario/step.ts';
import type { Subject } from '../scenario/subject.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Draw } from './draw.ts';

/** How many runs have clients that look something up, where they read anything at all. */
const ODDS = 0.5;

/** How many times it is, at most. */
const MOST = 3;

/** What is drawn of one such step. */
interface Glance {
  /** After which line, as a share of all. */
  readonly at: number;
  readonly who: number;
  readonly of: number;
  /** Whether it is about what that line does, where it does something with a token or a job. */
  readonly isClose: boolean;
  readonly about: 'record' | 'certificate';
  readonly role: NonNullable<Subject['jobs']>;
  readonly from: bigint;
  readonly limit: number | undefined;
  readonly which: number;
}

const glances: fc.Arbitrary<readonly Glance[]> = fc.array(
  fc.record({
    at: share,
    who: share,
    of: share,
    isClose: chance(0.8),
    about: fc.constantFrom('record' as const, 'record' as const, 'certificate' as const),
    role: fc.constantFrom('client' as const, 'provider' as const, 'evaluator' as const),
    from: fc.constantFrom(0n, 0n, 1n, 2n),
    limit: fc.constantFrom(undefined, 1, 2),
    which: share,
  }),
  { minLength: 1, maxLength: MOST, size: 'max' },
);

/**
 * Has clients look up tokens, escrow jobs and certificates now and then, mostly when somebody has just done something
 * about them: then validators hold different things.
 */
export function lookingUp(
  lines: readonly Line[],
  { cast, swarm }: { readonly cast: readonly ScenarioClient[]; readonly swarm: Swarm },
  draw: Draw,
): readonly Line[] {
  if (swarm.operations.read === 0 || cast.length === 0 || lines.length === 0) return lines;
  const [takesPart, all] = draw('workload/looking-up', fc.tuple(chance(ODDS), glances));
  if (!takesPart) return lines;
  // From the last line on, so that places before it stay where they are.
  const placed = all
    .map((glance) => ({ glance, index: Math.floor(glance.at * lines.length) }))
    .toSorted((a, b) => b.index - a.index);
  return placed.reduce(
    (sum, { glance, index }) => sum.toSpliced(index + 1, 0, lookup(glance, index, { lines, cast })),
    lines,
  );
}

interface Surroundings {
  readonly lines: readonly Line[];
  readonly cast: readonly ScenarioClient[];
}

function lookup(glance: Glance, index: number, { lines, cast }: Surroundings): Line {
  const nameAt = (drawn: number) => (cast[Math.floor(drawn * cast.length)] as ScenarioClient).name;
  const client = nameAt(glance.who);
  const near = glance.isClose ? lines.slice(index, index + 1) : lines.slice(0, index + 1);
  const labels = near.flatMap(({ step }) => operationsIn(step).flatMap(labelIn));
  const label = labels[Math.floor(glance.which * labels.length)];
  if (label !== undefined)
    return { client, step: { op: 'read', of: undefined, ...ofLabel(label, glance) } };
  const whose = glance.isClose ? (lines[index]?.client ?? client) : nameAt(glance.of);
  const of = whose === client ? undefined : whose;
  return { client, step: { op: 'read', of, ...ofAccount(glance) } };
}

function ofLabel(label: Pick<Subject, 'token' | 'job'>, { about, which }: Glance): Subject {
  if (about === 'record') return label;
  const isDecision = label.job !== undefined && Math.floor(which * 100) % 2 === 0;
  return { ...label, certificate: isDecision ? 'decision' : 'creation' };
}

function ofAccount({ about, role, from, limit, which }: Glance): Subject {
  if (about === 'certificate') return { certificate: 'last' };
  if (Math.floor(which * 100) % 4 === 0) return { jobs: role };
  return { certificates: from, ...(limit === undefined ? {} : { limit }) };
}

function operationsIn(step: WorkloadStep): readonly OperationStep[] {
  return step.op === 'transaction' ? step.operations : [];
}

function labelIn(operation: OperationStep): readonly Pick<Subject, 'token' | 'job'>[] {
  switch (operation.op) {
    case 'create-token':
      return [{ token: operation.as }];
    case 'pay':
    case 'burn':
    case 'mint':
    case 'manage-token':
      return operation.token === undefined ? [] : [{ token: operation.token }];
    case 'escrow-job':
      return [{ job: operation.as }];
    case 'escrow-submit':
    case 'escrow-reject':
    case 'escrow-complete':
      return [{ job: operation.job }];
    default:
      return [];
  }
}
