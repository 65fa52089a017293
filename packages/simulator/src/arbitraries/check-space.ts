import { MAX_PROXIES, MAX_VALIDATORS } from '../scenario/cluster/names.ts';
import { suggest } from '../scenario/diagnostic.ts';
import { PROFILES } from '../scenario/swarm/swarm.ts';
import { MAX_COUNT } from '../scenario/swarm/swarm-format.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from './scenario-space.ts';

/** The limit on counts that the file format does not limit: a larger number is a typing error. */
const MAX_OTHERS = 100;

/** Thrown for an invalid space; `problems` lists every mistake in it. */
export class ScenarioSpaceError extends Error {
  override readonly name = 'ScenarioSpaceError';
  readonly code = 'InvalidScenarioSpace';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Checks that scenarios can be generated for a space, and that files can state them.
 *
 * @throws ScenarioSpaceError with every mistake
 */
export function checkSpace(space: ScenarioSpace): void {
  const problems = checkKeys(space, '');
  if (problems.length > 0) throw new ScenarioSpaceError(problems);
}

/** Lists what is wrong with the value under a key. */
type Check = (given: unknown, key: string) => readonly string[];

const expecting =
  (expected: string, isSuch: (given: unknown) => boolean): Check =>
  (given, key) =>
    isSuch(given) ? [] : [`${key}: expected ${expected}, got ${shown(given)}`];

function rangeOf(each: string, isSuch: (end: unknown) => boolean): Check {
  return expecting(`{ least, greatest } with ${each}, the lesser first`, (given) => {
    if (!isTable(given)) return false;
    const [least, greatest] = [given['least'], given['greatest']] as [number, number];
    return isSuch(least) && isSuch(greatest) && least <= greatest;
  });
}

function counts(min: number, max: number): Check {
  return rangeOf(
    `whole numbers from ${min} to ${max}`,
    (end) => Number.isInteger(end) && isWithin(end, min, max),
  );
}

const isProbability = (given: unknown) => isWithin(given, 0, 1);
const isWeight = (given: unknown) => isWithin(given, 0, Number.MAX_SAFE_INTEGER);

/** Checks a table that has exactly these keys. */
function table(checks: Readonly<Record<string, Check>>): Check {
  return (given, key) => {
    if (!isTable(given))
      return [`${key === '' ? 'space' : key}: expected an object, got ${shown(given)}`];
    const pathOf = (inner: string) => (key === '' ? inner : `${key}.${inner}`);
    const known = Object.keys(checks);
    const unknown = Object.keys(given).filter((inner) => !Object.hasOwn(checks, inner));
    return [
      ...unknown.map((inner) => `${pathOf(inner)}: unknown key${suggest(inner, known)}`),
      ...Object.entries(checks).flatMap(([inner, check]) => check(given[inner], pathOf(inner))),
    ];
  };
}

function each(like: object, check: Check): Check {
  return table(Object.fromEntries(Object.keys(like).map((key) => [key, check])));
}

function weights(like: object): Check {
  const single = each(like, expecting('a number, 0 or more', isWeight));
  const some = expecting('at least one weight above 0', (given) =>
    Object.values(given as object).some((weight) => weight > 0),
  );
  return (given, key) => {
    const problems = single(given, key);
    return problems.length > 0 ? problems : some(given, key);
  };
}

const CHECKS: Readonly<Record<keyof ScenarioSpace, Check>> = {
  profile: expecting(listed(PROFILES), (given) => PROFILES.some((profile) => profile === given)),
  odds: expecting('a probability from 0 to 1', isProbability),
  steps: counts(0, MAX_COUNT),
  operations: weights(DEFAULT_SPACE.operations),
  schedules: weights(DEFAULT_SPACE.schedules),
  delay: rangeOf(
    'nanoseconds as bigint, 0n or more',
    (end) => typeof end === 'bigint' && end >= 0n,
  ),
  network: each(DEFAULT_SPACE.network, rangeOf('probabilities from 0 to 1', isProbability)),
  faults: each(DEFAULT_SPACE.faults, counts(0, MAX_COUNT)),
  byzantine: each(DEFAULT_SPACE.byzantine, counts(0, MAX_COUNT)),
  validators: counts(1, MAX_VALIDATORS),
  proxies: counts(1, MAX_PROXIES),
  clients: counts(1, MAX_OTHERS),
  accounts: counts(0, MAX_OTHERS),
  changes: counts(0, MAX_OTHERS),
};

const checkKeys = table(CHECKS);

function isTable(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null;
}

function isWithin(given: unknown, min: number, max: number): boolean {
  return typeof given === 'number' && given >= min && given <= max;
}

function listed(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' or ');
}

function shown(given: unknown): string {
  const text = JSON.stringify(given, (_, inner) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    return typeof inner === 'number' && !Number.isFinite(inner) ? `${inner}` : inner;
  });
  return text ?? String(given);
}
