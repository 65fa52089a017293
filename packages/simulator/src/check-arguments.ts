import { CLIENT_RULES, PROXY_RULES, VALIDATOR_RULES } from '@quorate/core';
import { CRYPTO_MODES } from '@quorate/crypto';
import type { ExploreOptions } from './explore/explore-options.ts';
import { SAFETY_INVARIANTS } from './oracles/safety-invariants.ts';
import type { RunScenarioOptions } from './run-options.ts';
import { suggestNear } from './scenario/diagnostic.ts';
import { isMapping } from './scenario/loose.ts';
import { IDENTIFIER } from './scenario/schema-shapes.ts';
import type { Watching } from './world/watching.ts';

/** Refuses a caller's argument. The message names the argument and what was expected. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  readonly code = 'InvalidArgument';
  /** The argument, such as `options.seed`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.path = path;
  }
}

function unexpected(path: string, expected: string, given: unknown): ArgumentError {
  return new ArgumentError(path, `expected ${expected}, got ${shown(given)}`);
}

/** Checks the text of a scenario file. Neither test runners nor plain JavaScript check types. */
export function checkSource(text: unknown, file: unknown): void {
  if (typeof text !== 'string') throw unexpected('text', 'what a scenario file holds', text);
  if (typeof file !== 'string') throw unexpected('file', 'what to call it', file);
}

/** Checks values that are to replace parts of a scenario file. */
export function checkSettings(settings: unknown): void {
  const isList = Array.isArray(settings) && settings.every(isSetting);
  if (isList) return;
  throw unexpected('settings', 'a list of { path, value } with YAML as the value', settings);
}

function isSetting(given: unknown): boolean {
  const { path, value } = isMapping(given) ? given : {};
  return Array.isArray(path) && path.every(isSegment) && typeof value === 'string';
}

function isSegment(given: unknown): boolean {
  return typeof given === 'string' || isCount(given);
}

/** Checks that a value is a scenario: enough to tell one from text, a name or parsed data. */
export function checkScenario(scenario: unknown): void {
  const { cluster, workload, limits } = isMapping(scenario) ? scenario : {};
  if (isMapping(cluster) && Array.isArray(workload) && isMapping(limits)) return;
  throw unexpected('scenario', 'a scenario, as loadScenario gives it', scenario);
}

/** Checks where a recorded run is to stop. With a malformed value it would run to its end. */
export function checkUntil(until: unknown): void {
  if (until === undefined) return;
  const { kind, count, at } = isMapping(until) ? until : {};
  if (kind === 'events' && isCount(count)) return;
  if (kind === 'time' && typeof at === 'bigint') return;
  const expected =
    "{ kind: 'events', count } with a whole number, or { kind: 'time', at } with a bigint";
  throw unexpected('options.until', expected, until);
}

/** What is expected of an option, and whether a value is that. */
type Check = readonly [expected: string, isSuch: (given: unknown) => boolean];

const SEEDS = 2n ** 64n;
const SEED: Check = ['a bigint from 0n to 2^64 - 1', isSeed];

/** Checks a seed. Absent means the seed of the scenario. */
export function checkSeed(seed: unknown, path: string): void {
  if (seed !== undefined && !isSeed(seed)) throw unexpected(path, SEED[0], seed);
}

function isSeed(given: unknown): boolean {
  return typeof given === 'bigint' && given >= 0n && given < SEEDS;
}

function isReseed(given: unknown): boolean {
  const { events, seed } = isMapping(given) ? given : {};
  return isCount(events) && isSeed(seed);
}

function isCount(given: unknown): boolean {
  return Number.isInteger(given) && Number(given) >= 0;
}

const WORKERS_MAX = 100;

/** Matches the name of any node in any scenario. */
const NODE_NAME = new RegExp(IDENTIFIER);

const oneOf = (words: readonly string[]): Check => [
  `one of ${words.join(', ')}`,
  (given) => words.some((word) => word === given),
];
const TABLE: Check = ['an object', isMapping];
const FUNCTION: Check = ['a function', isFunction];

const CHECKS: Readonly<Record<keyof RunScenarioOptions, Check>> = {
  seed: SEED,
  backend: oneOf(['sodium', 'noble']),
  crypto: oneOf(CRYPTO_MODES),
  watching: TABLE,
  workers: [
    `a whole number from 1 to ${WORKERS_MAX}`,
    (given) => Number.isInteger(given) && Number(given) >= 1 && Number(given) <= WORKERS_MAX,
  ],
  reseed: ['{ events, seed } with a whole number and a bigint from 0n to 2^64 - 1', isReseed],
  // A Map has no keys of its own, so all its nodes would be left to the core.
  nodes: [
    'an object with a function for each name',
    (given) => isMapping(given) && !(given instanceof Map),
  ],
  observe: FUNCTION,
  attend: FUNCTION,
  validatorRules: TABLE,
  proxyRules: TABLE,
  clientRules: TABLE,
};

/**
 * Checks the options of a run. An unknown option is refused: with `node` instead of `nodes`, the
 * core would be tested, and would pass.
 */
export function checkRunOptions(options: unknown): void {
  if (!isMapping(options)) throw unexpected('options', 'an object', options);
  checkEntries('options', options, CHECKS);
  checkWatching(options['watching']);
  for (const [name, make] of Object.entries(options['nodes'] ?? {})) {
    // A name that no node can have would also leave the core to be tested.
    if (!NODE_NAME.test(name))
      throw unexpected('options.nodes', 'names of nodes, as v1, p1, alice', name);
    if (!isFunction(make)) throw unexpected(`options.nodes.${name}`, FUNCTION[0], make);
  }
  checkRuleTables(options);
}

const RULES = {
  validatorRules: VALIDATOR_RULES,
  proxyRules: PROXY_RULES,
  clientRules: CLIENT_RULES,
} as const;

function checkRuleTables(options: Readonly<Record<string, unknown>>): void {
  for (const [name, table] of Object.entries(RULES)) {
    if (options[name] !== undefined) checkRules(`options.${name}`, options[name], table);
  }
}

/**
 * Compares a table of rules with that of the core. An entry that nothing reads is refused: with
 * `v8` instead of `V8`, the core would be tested, and would pass.
 */
function checkRules(path: string, given: unknown, table: object): void {
  if (given === table) return;
  if (!isMapping(given)) throw unexpected(path, TABLE[0], given);
  // Of all entries, operations alone may lack this one.
  const known = [...Object.keys(table), ...('apply' in table ? ['dependencies'] : [])];
  const stranger = Object.keys(given).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new ArgumentError(`${path}.${stranger}`, `no such rule${suggestNear(stranger, known)}`);
  }
  for (const [name, right] of Object.entries(table)) {
    const rule = given[name];
    if (typeof right === 'object') checkRules(`${path}.${name}`, rule, right);
    else if (!isFunction(rule)) throw unexpected(`${path}.${name}`, FUNCTION[0], rule);
  }
}

function checkEntries(
  path: string,
  entries: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
): void {
  for (const [name, given] of Object.entries(entries)) {
    if (given === undefined) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      const near = suggestNear(name, Object.keys(checks));
      throw new ArgumentError(`${path}.${name}`, `no such option${near}`);
    }
    const [expected, isSuch] = check;
    if (!isSuch(given)) throw unexpected(`${path}.${name}`, expected, given);
  }
}

const NAMES: Check = [
  'a list of names',
  (given) => Array.isArray(given) && given.every((name) => typeof name === 'string'),
];
const SWITCH: Check = ['true or false', (given) => typeof given === 'boolean'];

const WATCHING: Readonly<Record<keyof Watching, Check>> = {
  oracles: SWITCH,
  only: NAMES,
  atRest: SWITCH,
  digest: SWITCH,
  trace: SWITCH,
  sharing: SWITCH,
  situations: SWITCH,
  shapes: SWITCH,
};

/** Checks what is to be watched. A name that no invariant has would leave that one unwatched. */
function checkWatching(watching: unknown): void {
  if (!isMapping(watching)) return;
  checkEntries('options.watching', watching, WATCHING);
  const { only = [] } = watching as Partial<Watching>;
  const stranger = only.find((name) => !SAFETY_INVARIANTS.some((known) => known === name));
  if (stranger === undefined) return;
  const near = suggestNear(stranger, SAFETY_INVARIANTS);
  throw new ArgumentError('options.watching.only', `no invariant of safety: "${stranger}"${near}`);
}

const BUDGET_MAX = 100;
const BUDGET: Check = [
  `a whole number from 0 to ${BUDGET_MAX}`,
  (given) => isCount(given) && Number(given) <= BUDGET_MAX,
];
const LIMIT: Check = ['a whole number', isCount];

const EXPLORE_CHECKS: Readonly<Record<keyof ExploreOptions, Check>> = {
  clients: NAMES,
  maxStates: LIMIT,
  maxDepth: LIMIT,
  mayGoOn: FUNCTION,
  drops: BUDGET,
  duplicates: BUDGET,
  crashes: BUDGET,
  timeouts: BUDGET,
  backend: CHECKS.backend,
  validatorRules: TABLE,
  proxyRules: TABLE,
  clientRules: TABLE,
};

/**
 * Checks the options of an exploration. An unknown option is refused: with `crash` instead of
 * `crashes`, no crash would be explored, and the check would pass.
 */
export function checkExploreOptions(options: unknown): void {
  if (!isMapping(options)) throw unexpected('options', 'an object', options);
  checkEntries('options', options, EXPLORE_CHECKS);
  checkRuleTables(options);
}

function isFunction(given: unknown): boolean {
  return typeof given === 'function';
}

/** The longest text that a message repeats. */
const SHOWN = 40;

function shown(given: unknown): string {
  if (typeof given === 'bigint') return `${given}n`;
  if (typeof given === 'string') {
    return JSON.stringify(given.length > SHOWN ? `${given.slice(0, SHOWN)}…` : given);
  }
  if (typeof given === 'function') return 'a function';
  if (Array.isArray(given)) return 'a list';
  if (given instanceof Map) return 'a Map';
  return isMapping(given) ? 'an object' : String(given);
}
