import { CommandError } from '../wallet/command-error.ts';

/**
 * Say what the committee of a devnet is to become, one after the other: these members, grown, shrunk,
 * replaced.
 */
export interface ChangePlan {
  readonly members?: readonly string[];
  readonly growTo?: number;
  readonly shrinkTo?: number;
  readonly replaceAll?: true;
}

/**
 * Give the committees that a plan comes to, one after the other, by the names of their members.
 *
 * Who is new has the next name that nobody in the committee has, nor anybody who is down; a devnet hosts
 * validators as they are wanted.
 *
 * @throws CommandError for a plan that is none
 */
export function committeesOf(
  { members, growTo, shrinkTo, replaceAll }: ChangePlan,
  seated: readonly string[],
  down: readonly string[],
): readonly (readonly string[])[] {
  const committees: (readonly string[])[] = [];
  const present = (): readonly string[] => committees.at(-1) ?? seated;
  if (members !== undefined) committees.push(distinct(members));
  if (growTo !== undefined) committees.push(grown(present(), growTo, down));
  if (shrinkTo !== undefined) committees.push(shrunk(present(), shrinkTo));
  if (replaceAll === true) committees.push(...replacements(present(), down));
  if (committees.length > 0) return committees;
  throw new CommandError('give one of --members, --grow-to, --shrink-to, --replace-all');
}

function grown(
  seated: readonly string[],
  size: number,
  down: readonly string[],
): readonly string[] {
  if (size <= seated.length) throw new CommandError(`--grow-to: ${seated.length} sit already`);
  return [...seated, ...newNames([...seated, ...down], size - seated.length)];
}

function shrunk(seated: readonly string[], size: number): readonly string[] {
  if (size >= 1 && size < seated.length) return seated.slice(0, size);
  throw new CommandError(`--shrink-to: expected 1 to ${seated.length - 1}`);
}

/** Replace one member at a time, by somebody who was never among them, until none is left. */
function replacements(
  seated: readonly string[],
  down: readonly string[],
): readonly (readonly string[])[] {
  const fresh = newNames([...seated, ...down], seated.length);
  return seated.map((_, index) => [...seated.slice(index + 1), ...fresh.slice(0, index + 1)]);
}

function newNames(taken: readonly string[], count: number): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    if (!taken.includes(`v${number}`)) names.push(`v${number}`);
  }
  return names;
}

function distinct(names: readonly string[]): readonly string[] {
  if (names.length > 0 && new Set(names).size === names.length) return names;
  throw new CommandError('--members: expected names, each once');
}
