import { knownEach, takenAt } from './check-steps.ts';
import type { Path, Problem } from './diagnostic.ts';
import {
  buildMoment,
  checkMoment,
  checkMomentNames,
  type Moment,
  momentKeys,
  type RawMoment,
  type RunLimits,
} from './faults/moment.ts';
import { items, text } from './loose.ts';
import { definition, type JsonSchema, list, node, object } from './schema-shapes.ts';

/**
 * The keys that the members of a next committee use: fresh ones (C9), those that they have, or
 * fresh ones of which the first has signed something after a seat was requested for it (C2).
 */
export const MEMBER_KEYS = ['fresh', 'continued', 'used'] as const;

/** Which keys a change names. */
export type MemberKeys = (typeof MEMBER_KEYS)[number];

/**
 * Who operates the seats of a next committee: each member's own operator, or, for the last seat,
 * the operator of the first (C3).
 */
export const SEAT_OPERATORS = ['own', 'shared'] as const;

/** Which operators request the seats of a change. */
export type SeatOperators = (typeof SEAT_OPERATORS)[number];

/**
 * One change of committee (rule C3).
 *
 * The operators of its members request seats from the start of the run. The change itself is
 * submitted at its moment, once those requests and the previous change in the list have settled or
 * failed.
 */
export interface CommitteeChange {
  readonly id: string;
  readonly moment: Moment;
  /** The validators of the next committee, in order. */
  readonly members: readonly string[];
  readonly keys: MemberKeys;
  readonly operators: SeatOperators;
  /**
   * The validators that get the certificate at the moment, from a party that has formed it before.
   * Undefined means that the change goes through the first proxy to all validators.
   */
  readonly deliver: readonly string[] | undefined;
}

/** A change of committee as the file states it. */
export interface RawCommitteeChange extends RawMoment {
  readonly id: string;
  readonly members: readonly string[];
  readonly keys?: MemberKeys;
  readonly operators?: SeatOperators;
  readonly deliver?: readonly string[];
}

/** The schema of the key `changes`, for editors and the loader. */
export const changesSchema: JsonSchema = list(
  'Changes of committee, one epoch after the other.',
  object('One change of committee.', {
    id: definition('id', 'A name for reports.'),
    ...momentKeys,
    members: {
      ...list('The validators of the next committee, in order.', node('A validator.')),
      title: 'a list of one or more',
      minItems: 1,
    },
    'keys?': {
      title: `one of ${MEMBER_KEYS.join(', ')}`,
      description:
        'The keys that its members sign with: fresh ones, those they have had, or fresh ones of which the first was used.',
      enum: [...MEMBER_KEYS],
    },
    'operators?': {
      title: `one of ${SEAT_OPERATORS.join(', ')}`,
      description:
        'Who asks for the seats: each member for its own, or the operator of the first for that of the last as well.',
      enum: [...SEAT_OPERATORS],
    },
    'deliver?': list(
      'Who is handed the certificate, formed beforehand, at the moment; by default a proxy drives the change.',
      node('A validator.'),
    ),
  }),
);

/** Converts a checked change. */
export function buildChange(raw: RawCommitteeChange): CommitteeChange {
  const { id, members, keys = 'fresh', operators = 'own', deliver } = raw;
  return { id, moment: buildMoment(raw), members, keys, operators, deliver };
}

/**
 * Tells whether validators may sign a change, as far as its keys and operators matter (C2, C3, C9).
 */
export function isAdmissible({ keys, operators }: CommitteeChange): boolean {
  return keys === 'fresh' && operators === 'own';
}

/**
 * Finds names in the key `changes` that do not exist or appear twice; accepts documents of any
 * shape.
 */
export function checkChangeNames(
  data: unknown,
  {
    validators,
    nodes,
  }: { readonly validators: readonly string[]; readonly nodes: readonly string[] },
): Problem[] {
  const changes = items(data, 'changes');
  const ids = changes.map((change) => text(change, 'id'));
  return changes.flatMap((change, index) => {
    const path: Path = ['changes', index];
    const id = ids[index];
    return [
      ...(id !== undefined && ids.indexOf(id) < index ? [takenAt([...path, 'id'], id)] : []),
      ...checkMomentNames(change, path, nodes),
      ...knownEach('validator', items(change, 'members'), [...path, 'members'], validators).map(
        withCandidates,
      ),
      ...knownEach('validator', items(change, 'deliver'), [...path, 'deliver'], validators),
    ];
  });
}

// A validator that gets a seat only later is not counted in `cluster.validators`, which is easily
// overlooked.
function withCandidates(problem: Problem): Problem {
  if (!/^unknown validator "v\d+"/.test(problem.message)) return problem;
  const hint = 'validators that begin without a seat are counted in cluster.candidates';
  return { ...problem, message: `${problem.message}; ${hint}` };
}

/**
 * Finds what is wrong with the moments and operators of changes; expects a document of the checked
 * shape.
 */
export function checkChanges(changes: readonly RawCommitteeChange[], limits: RunLimits): Problem[] {
  return changes.flatMap((change, index) => {
    const path = ['changes', index];
    return [...checkMoment(change, path, limits), ...checkSharing(change, path)];
  });
}

function checkSharing({ members, operators }: RawCommitteeChange, path: Path): Problem[] {
  if (operators !== 'shared' || members.length > 1) return [];
  const message = 'expected two members or more, of which one operator asks for two seats';
  return [{ path: [...path, 'operators'], at: 'value', message }];
}
