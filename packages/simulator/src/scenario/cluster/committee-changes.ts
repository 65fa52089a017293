import type { Path, Problem } from '../diagnostic.ts';
import { checkMoment, checkMomentNames, moment, type RunLimits } from '../faults/moment.ts';
import {
  id,
  listOf,
  mapping,
  node,
  type StatedOf,
  someOf,
  unless,
  type ValueOf,
  word,
} from '../forms.ts';
import { items, text } from '../loose.ts';
import { knownEach, takenAt } from '../steps/check-steps.ts';

/**
 * The keys that the members of a next committee use: fresh ones (C9), those that they have, or
 * fresh ones of which the first has signed something after a seat was requested for it (C2).
 */
export const MEMBER_KEYS = ['fresh', 'continued', 'used'] as const;

/**
 * Who operates the seats of a next committee: each member's own operator, or, for the last seat,
 * the operator of the first (C3).
 */
export const SEAT_OPERATORS = ['own', 'shared'] as const;

/** The form of the key `changes`. */
export const changesForm = listOf(
  'Changes of committee, one epoch after the other.',
  mapping('One change of committee.', {
    id: id('A name for reports.'),
    moment,
    members: someOf('The validators of the next committee, in order.', node('A validator.'), 1),
    'keys?': unless(
      word(
        'The keys that its members sign with: fresh ones, those they have had, or fresh ones of which the first was used.',
        MEMBER_KEYS,
      ),
      'fresh',
    ),
    'operators?': unless(
      word(
        'Who asks for the seats: each member for its own, or the operator of the first for that of the last as well.',
        SEAT_OPERATORS,
      ),
      'own',
    ),
    'deliver?': listOf(
      'Who is handed the certificate, formed beforehand, at the moment; by default a proxy drives the change.',
      node('A validator.'),
    ),
  }),
);

/**
 * One change of committee (rule C3).
 *
 * The operators of its members request seats from the start of the run. The change itself is
 * submitted at its moment, once those requests and the previous change in the list have settled or
 * failed. Without `deliver`, it goes through the first proxy to all validators; with it, to these
 * alone, from a party that has formed the certificate before.
 */
export type CommitteeChange = ValueOf<typeof changesForm>[number];

/** A change of committee as the file states it. */
export type RawCommitteeChange = StatedOf<typeof changesForm>[number];

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
