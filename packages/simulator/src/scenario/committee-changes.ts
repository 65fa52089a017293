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
 * Which keys the members of a next committee sit in it with: fresh ones (C9), those they have, or fresh ones of
 * which the first has signed something after it was asked for (C2).
 */
export const MEMBER_KEYS = ['fresh', 'continued', 'used'] as const;

/** Whose keys a change names. */
export type MemberKeys = (typeof MEMBER_KEYS)[number];

/** Whose the seats of a next committee are: each its member's, or the last one that of the first's operator (C3). */
export const SEAT_OPERATORS = ['own', 'shared'] as const;

/** Who asks for the seats of a change. */
export type SeatOperators = (typeof SEAT_OPERATORS)[number];

/**
 * State one change of committee (rule C3).
 *
 * Its operators ask for seats from the start of the run; the change itself is submitted at its moment, once
 * those requests and the change before it in the list have settled or come to nothing.
 */
export interface CommitteeChange {
  readonly id: string;
  readonly moment: Moment;
  /** The validators of the next committee, in order. */
  readonly members: readonly string[];
  readonly keys: MemberKeys;
  readonly operators: SeatOperators;
  /**
   * The validators that are handed the certificate at the moment, by somebody who has had it formed
   * before; undefined has the change go through the first proxy, to all.
   */
  readonly deliver: readonly string[] | undefined;
}

/** Hold a change of committee as the file states it. */
export interface RawCommitteeChange extends RawMoment {
  readonly id: string;
  readonly members: readonly string[];
  readonly keys?: MemberKeys;
  readonly operators?: SeatOperators;
  readonly deliver?: readonly string[];
}

/** Describe the key `changes` to editors and to the loader. */
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

/** Convert a checked change. */
export function buildChange(raw: RawCommitteeChange): CommitteeChange {
  const { id, members, keys = 'fresh', operators = 'own', deliver } = raw;
  return { id, moment: buildMoment(raw), members, keys, operators, deliver };
}

/** Tell whether validators may sign a change, as far as its keys and operators go (C2, C3, C9). */
export function isAdmissible({ keys, operators }: CommitteeChange): boolean {
  return keys === 'fresh' && operators === 'own';
}

/** Find names in the key `changes` that point nowhere or stand twice; takes documents of any shape. */
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

// Whoever is to have a seat only later is not among `cluster.validators`, and that is easily overlooked.
function withCandidates(problem: Problem): Problem {
  if (!/^unknown validator "v\d+"/.test(problem.message)) return problem;
  const hint = 'validators that begin without a seat are counted in cluster.candidates';
  return { ...problem, message: `${problem.message}; ${hint}` };
}

/** Find what is wrong with the moments and operators of changes; expects a checked shape. */
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
