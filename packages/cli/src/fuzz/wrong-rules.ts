import { suggestNear, type WrongRules } from '@quorate/simulator';

/** A wrong validator, proxy or client, as the private package of mutants describes it. */
export interface Mutant extends WrongRules {
  readonly id: string;
  /** What it gets wrong, in one clause. */
  readonly title: string;
  /** The rule of the ledger document that it breaks. */
  readonly rule: string;
  /** Whether random runs take long to find it. */
  readonly isHard?: boolean;
  /** Why no run finds it, if that is known. */
  readonly survives?: string;
}

/** Reports that the mutants, or some of the requested ones, do not exist. */
export class MutantError extends Error {
  override readonly name = 'MutantError';
}

/**
 * A name that no bundler and no package manager recognises: no published package depends on
 * mutants.
 */
const MUTANTS_PACKAGE = ['@quorate', 'mutants'].join('/');

/**
 * Loads all mutants; in tests, `from` is another package.
 *
 * @throws MutantError if the package is not installed.
 */
export async function loadMutants(from: string = MUTANTS_PACKAGE): Promise<readonly Mutant[]> {
  try {
    const { MUTANTS } = (await import(from)) as { readonly MUTANTS: readonly Mutant[] };
    return MUTANTS;
  } catch (error) {
    if (!isMissing(error, from)) throw error;
    throw new MutantError(
      `${from} is not installed; it is part of the source of Quorate, not of the published packages`,
    );
  }
}

/**
 * Picks mutants by their ids; all if no id is given.
 *
 * @throws MutantError for an id that no mutant has.
 */
export function pickMutants(all: readonly Mutant[], ids: readonly string[]): readonly Mutant[] {
  if (ids.length === 0) return all;
  const unknown = ids.filter((id) => all.every((mutant) => mutant.id !== id));
  if (unknown.length === 0) return all.filter(({ id }) => ids.includes(id));
  const known = all.map(({ id }) => id);
  throw new MutantError(unknown.map((id) => refusalOf(id, known)).join('\n'));
}

function refusalOf(id: string, known: readonly string[]): string {
  const near = suggestNear(id, known);
  return `no mutant is called ${id}${near === '' ? akinTo(id, known) : near}`;
}

/**
 * Names the mutants whose ids share a word with an unknown one; if there are none, says how many
 * mutants there are, because they are too many to list.
 */
function akinTo(id: string, known: readonly string[]): string {
  const words = new Set(id.split('-').filter((word) => word.length > 2));
  const akin = known.filter((each) => each.split('-').some((word) => words.has(word)));
  return akin.length === 0
    ? `; there are ${known.length}, such as ${known[0]}: --mutants alone hunts and lists them`
    : `; there is ${akin.join(', ')}`;
}

/** Gives only the rules of a mutant, as a run takes them. */
export function rulesOf({ validatorRules, proxyRules, clientRules }: Mutant): WrongRules {
  return {
    ...(validatorRules === undefined ? {} : { validatorRules }),
    ...(proxyRules === undefined ? {} : { proxyRules }),
    ...(clientRules === undefined ? {} : { clientRules }),
  };
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(name)
  );
}
