import { VALIDATORS_MAX } from '@quorate/devnet';
import { OptionError } from '../command-error.ts';

/**
 * The committees that a devnet is to have, one after the other: these members, grown, shrunk,
 * replaced.
 */
export interface ChangePlan {
  readonly members?: readonly string[];
  readonly growTo?: number;
  readonly shrinkTo?: number;
  readonly replaceAll?: true;
}

/** The validators that a devnet has, named `v1` and so on. */
export interface Present {
  /** The names of the members of the current committee. */
  readonly seated: readonly string[];
  readonly down: readonly string[];
  readonly hosted: number;
}

/**
 * Gives the committees of a plan, one after the other, by the names of their members.
 *
 * A new member has the next name that neither a member of the committee nor a validator that is
 * down has; a devnet hosts validators as they are needed.
 *
 * @throws OptionError for an impossible plan
 */
export function committeesOf(
  { members, growTo, shrinkTo, replaceAll }: ChangePlan,
  { seated, down, hosted }: Present,
): readonly (readonly string[])[] {
  const committees: (readonly string[])[] = [];
  const present = (): readonly string[] => committees.at(-1) ?? seated;
  if (members !== undefined) committees.push(named(members, hosted));
  if (growTo !== undefined) committees.push(grown(present(), growTo, down));
  if (shrinkTo !== undefined) committees.push(shrunk(present(), shrinkTo));
  if (replaceAll === true) committees.push(...replacements(present(), down));
  if (committees.length > 0) return committees;
  throw new OptionError('give at least one of --members, --grow-to, --shrink-to, --replace-all');
}

function grown(
  seated: readonly string[],
  size: number,
  down: readonly string[],
): readonly string[] {
  if (size > VALIDATORS_MAX) {
    throw new OptionError(`--grow-to: expected 1 to ${VALIDATORS_MAX}, got ${size}`);
  }
  if (size <= seated.length) {
    const more = `more than the ${seated.length} that have a seat`;
    throw new OptionError(`--grow-to: expected ${more}, got ${size}`);
  }
  return [...seated, ...newNames('--grow-to', [...seated, ...down], size - seated.length)];
}

function shrunk(seated: readonly string[], size: number): readonly string[] {
  if (size >= 1 && size < seated.length) return seated.slice(0, size);
  const most = seated.length - 1;
  const expected = most < 1 ? 'a committee of more than one member' : `1 to ${most}, got ${size}`;
  throw new OptionError(`--shrink-to: expected ${expected}`);
}

/**
 * Replaces one member at a time by a validator that is neither a member now nor down, until no
 * present member is left.
 */
function replacements(
  seated: readonly string[],
  down: readonly string[],
): readonly (readonly string[])[] {
  const fresh = newNames('--replace-all', [...seated, ...down], seated.length);
  return seated.map((_, index) => [...seated.slice(index + 1), ...fresh.slice(0, index + 1)]);
}

function newNames(option: string, taken: readonly string[], count: number): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count && number <= VALIDATORS_MAX; number += 1) {
    if (!taken.includes(`v${number}`)) names.push(`v${number}`);
  }
  if (names.length === count) return names;
  throw new OptionError(
    `${option}: it takes ${count} more, but only ${names.length} of v1 to v${VALIDATORS_MAX} are neither seated nor down`,
  );
}

/** The form of the names of a devnet's validators. */
const MEMBER_NAME = /^v[1-9]\d{0,2}$/;

/** Takes members as they were named, if a devnet with that many validators can host them all. */
function named(members: readonly string[], hosted: number): readonly string[] {
  if (members.length === 0 || new Set(members).size < members.length) {
    throw new OptionError('--members: expected names, each once');
  }
  const numbers = members.map((name) => (MEMBER_NAME.test(name) ? Number(name.slice(1)) : 0));
  const wrong = numbers.findIndex((number) => number < 1 || number > VALIDATORS_MAX);
  if (wrong >= 0) {
    throw new OptionError(
      `--members: expected names from v1 to v${VALIDATORS_MAX}, such as v5, got ${members[wrong]}`,
    );
  }
  const last = Math.max(...numbers);
  // A validator that nobody has named would be hosted for good.
  for (let next = hosted + 1; next < last; next += 1) {
    if (numbers.includes(next)) continue;
    throw new OptionError(
      `--members: a devnet hosts validators in order: expected v${next}, too, which comes before v${last}`,
    );
  }
  return members;
}
