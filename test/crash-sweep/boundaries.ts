import type { ValidatorRules } from '@quorate/core';
import { type RunResult, runScenario, type Scenario } from '@quorate/simulator';
import { VERDICT_ONLY } from '../verdict-only.ts';
import { roleOf } from './role.ts';
import { type Effect, type SeeEffect, visitor } from './visitor.ts';

type Fault = Scenario['faults'][number];
type FaultOf<K> = Extract<Fault, { readonly kind: K }>;

/** A place in the life of one node at which a crash can make a difference. */
export interface Boundary {
  readonly node: string;
  /** Counts the effects of the node, from 1, through all of its lives; 0 is before the first. */
  readonly count: number;
  readonly what: Effect['what'] | 'begins';
  /** The kind of message heard or sent; empty for other effects. */
  readonly kind: string;
  /** How many batches are written but not durable. */
  readonly unsynced: number;
}

/** What goes wrong at a boundary: a crash with what it leaves, or a disk that is full or rots. */
export type Trouble =
  | Pick<FaultOf<'crash'>, 'kind' | 'disk' | 'batches'>
  | Pick<FaultOf<'amnesia'>, 'kind' | 'age'>
  | { readonly kind: 'full-disk' }
  /** A row rots and the power goes, so that the node reads all rows when it comes up. */
  | { readonly kind: 'bit-rot' };

/** How the runs of a sweep are made. */
export interface SweepRules {
  /** Wrong rules, to see whether a sweep finds them; absent for the correct ones. */
  readonly validatorRules?: ValidatorRules;
}

/** The id of the fault that is swept. */
export const SWEPT = 'swept';

/** Nanoseconds from a crash until the node is up again: requests arrive meanwhile and are lost. */
const DOWN = 200_000_000n;
/** Nanoseconds until somebody has mended a disk. */
const AILING = 1_000_000_000n;

/** Runs a scenario with the visitor in it; nobody reads its trace. */
export function runVisited(scenario: Scenario, rules: SweepRules, see: SeeEffect): RunResult {
  return runScenario(scenario, {
    ...rules,
    crypto: 'stub',
    watching: VERDICT_ONLY,
    attend: visitor(see),
  });
}

/**
 * Runs a scenario once without the trouble, and lists every boundary of the node in it.
 *
 * @param trouble what is to happen to the node: one with an old backup is not correct, so nobody
 * looks at its disk at the end.
 */
export function boundariesOf(
  base: Scenario,
  node: string,
  rules: SweepRules,
  trouble: Trouble = POWER_CUT,
): readonly Boundary[] {
  const found: Boundary[] = [beginningOf(node)];
  // Trouble that never comes still has the node watched and put on a disk.
  const never = { node, count: Number.MAX_SAFE_INTEGER };
  const dry = struckAt(base, never, trouble);
  runVisited(dry, rules, (at, { what, message, unsynced }) => {
    if (ownerOf(at) !== node) return;
    found.push({ node, count: found.length, what, kind: message?.type ?? '', unsynced });
  });
  return found;
}

/** Gives the boundary before the first effect of a node. */
export function beginningOf(node: string): Boundary {
  return { node, count: 0, what: 'begins', kind: '', unsynced: 1 };
}

/** Gives a scenario in which this happens to the node right there; the node is soon well again. */
export function struckAt(
  base: Scenario,
  { node, count }: Pick<Boundary, 'node' | 'count'>,
  trouble: Trouble,
  id = SWEPT,
): Scenario {
  const place = {
    id,
    node,
    moment:
      count === 0
        ? ({ kind: 'time', at: 0n } as const)
        : ({ kind: 'trigger', node, after: 'effect', count } as const),
  };
  return { ...base, faults: [...base.faults, ...faultsOf(place, trouble)] };
}

function faultsOf(
  place: Pick<FaultOf<'crash'>, 'id' | 'node' | 'moment'>,
  trouble: Trouble,
): readonly Fault[] {
  switch (trouble.kind) {
    case 'full-disk':
      return [{ ...place, kind: 'full-disk', for: AILING }];
    case 'bit-rot':
      return [
        { ...place, id: 'rot', kind: 'bit-rot', for: AILING },
        { ...place, ...POWER_CUT, restartAfter: DOWN },
      ];
    default:
      return [{ ...place, ...trouble, restartAfter: DOWN }];
  }
}

/** A crash in which the machine loses its power. */
export const POWER_CUT = {
  kind: 'crash',
  disk: 'lose-unsynced',
  batches: undefined,
} as const satisfies Trouble;

/**
 * Lists everything that a crash can leave at a boundary.
 *
 * Batches become durable in order, so what is left is some number of them, and perhaps part of the
 * next; none and all are what `lose-unsynced` and `keep` say. Where nothing is unsynced all of these
 * are the same, and only the first is listed.
 */
export function lossesAt({ unsynced }: Boundary): readonly Trouble[] {
  if (unsynced === 0) return [POWER_CUT];
  const torn = Array.from(
    { length: unsynced },
    (_, batches): Trouble => ({ kind: 'crash', disk: 'torn', batches }),
  );
  return [POWER_CUT, ...torn, { kind: 'crash', disk: 'keep', batches: undefined }];
}

/**
 * Gives one of the things that a crash can leave at a boundary, taking turns from boundary to
 * boundary. Sweeps of other scenarios try all of them, and a soak does so everywhere.
 */
export function someLossAt(boundary: Boundary): readonly Trouble[] {
  const losses = lossesAt(boundary);
  return losses.filter((_, index) => index === boundary.count % losses.length);
}

/** Milliseconds by which backups are old: a moment, and longer than the run has been. */
const BACKUP_AGES = [30n, 3_600_000n];

/**
 * Lists the old backups that may be put in place after a crash.
 *
 * A client is given none: one that forgets what it signed signs something else, and locks itself
 * out.
 */
export function backupsAt({ node }: Boundary): readonly Trouble[] {
  if (roleOf(node) === 'client') return [];
  return BACKUP_AGES.map((millis) => ({ kind: 'amnesia', age: millis * 1_000_000n }));
}

/** Lists what can happen to the disk itself, until somebody mends it. */
export function ailmentsAt(_: Boundary): readonly Trouble[] {
  return [{ kind: 'full-disk' }, { kind: 'bit-rot' }];
}

/**
 * A member of a multisig account has a node for that account, which goes down with the member's
 * own.
 */
function ownerOf(node: string): string {
  const [, owner = node] = /^direct:([^:]*)/.exec(node) ?? [];
  return owner;
}
