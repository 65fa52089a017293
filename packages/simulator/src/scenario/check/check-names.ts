import { BURN } from '../burn-address.ts';
import { checkByzantineNames } from '../byzantine/check-byzantine.ts';
import { checkChangeNames } from '../cluster/committee-changes.ts';
import { MAX_CANDIDATES, MAX_PROXIES, MAX_VALIDATORS, nodeNames } from '../cluster/names.ts';
import type { Problem } from '../diagnostic.ts';
import { suggest } from '../diagnostic.ts';
import { checkFaultNames } from '../faults/fault.ts';
import { field, isMapping, items, keys, text } from '../loose.ts';
import { checkEndNames } from '../network/link-ends.ts';
import {
  checkSteps,
  createdLabels,
  known,
  knownEach,
  type Names,
  takenAt,
} from '../steps/check-steps.ts';

/**
 * Finds names that do not exist or appear twice.
 *
 * Accepts documents of any shape and skips whatever has the wrong one, so that its findings can
 * stand beside those of the schema.
 */
export function checkNames(data: unknown): readonly Problem[] {
  const cluster = field(data, 'cluster');
  const counted = nodeNames(
    field(cluster, 'validators'),
    field(cluster, 'proxies'),
    field(cluster, 'candidates'),
  );
  const certain = [...counted.validators, ...counted.candidates];
  const named = field(cluster, 'clients');
  const clients = keys(named);
  const accounts = keys(field(cluster, 'accounts'));
  // What cannot be read is reported elsewhere; until then whoever is mentioned may be there.
  const validators = isCounted(cluster) ? certain : namedLike(VALIDATOR, data);
  const proxies = isProxyCount(cluster) ? counted.proxies : namedLike(PROXY, data);
  const called = isMapping(named) ? asSpelled(clients) : namedLike(CLIENT, data);
  const nodes = [...validators, ...proxies, ...called];
  const names = { validators, clients: called, accounts: asSpelled(accounts), nodes };
  return [
    ...checkTaken('clients', clients, [...certain, ...counted.proxies, BURN]),
    ...checkTaken('accounts', accounts, [...certain, ...counted.proxies, ...clients, BURN]),
    ...clients.flatMap((name) => checkProxy(name, named, proxies)),
    ...checkOperators(clients, named, validators),
    ...accounts.flatMap((name) => checkSigners(name, field(cluster, 'accounts'), called)),
    ...knownEach('node', items(field(cluster, 'prune'), 'archives'), ARCHIVES, [
      ...validators,
      ...proxies,
    ]),
    ...known('client', FEES, text(field(cluster, 'fees'), 'account'), [
      ...called,
      ...names.accounts,
    ]),
    ...known('client', FEE_TOKEN, text(field(field(cluster, 'fees'), 'token'), 'of'), called),
    ...checkLinks(data, names),
    ...checkWorkload(data, names),
    ...checkChangeNames(data, names),
    ...checkFaults(data, names),
    ...checkByzantineNames(data, { ...names, proxies }),
    ...checkExpectations(data, names),
  ];
}

function isCounted(cluster: unknown): boolean {
  const [seated, others = 0] = [field(cluster, 'validators'), field(cluster, 'candidates')];
  return isCount(seated, 1, MAX_VALIDATORS) && isCount(others, 0, MAX_CANDIDATES);
}

function isProxyCount(cluster: unknown): boolean {
  const { proxies = 1 } = isMapping(cluster) ? cluster : {};
  return isCount(proxies, 1, MAX_PROXIES);
}

function isCount(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

const VALIDATOR = /^v[1-9][0-9]*$/;
const PROXY = /^p[1-9][0-9]*$/;
const CLIENT = /^(?![vp][1-9][0-9]*$)[a-z]/;

/** Lists the words of a document that may be names of one kind, as keys or as values. */
function namedLike(pattern: RegExp, data: unknown): readonly string[] {
  if (typeof data === 'string') return pattern.test(data) ? [data] : [];
  if (typeof data !== 'object' || data === null) return [];
  const words = [...keys(data), ...Object.values(data)];
  return [...new Set(words.flatMap((each) => namedLike(pattern, each)))];
}

const ARCHIVES = ['cluster', 'prune', 'archives'];
const FEES = ['cluster', 'fees', 'account'];
const FEE_TOKEN = ['cluster', 'fees', 'token', 'of'];

/**
 * Adds the lower-case spelling of each name. A name with capitals is reported where it is given, so
 * steps that mention it in lower case, as is right, must not be reported as well.
 */
function asSpelled(names: readonly string[]): readonly string[] {
  return [...new Set([...names, ...names.map((name) => name.toLowerCase())])];
}

function checkTaken(
  section: string,
  names: readonly string[],
  taken: readonly string[],
): Problem[] {
  return names
    .filter((name) => taken.includes(name))
    .map((name) => ({
      path: ['cluster', section, name],
      at: 'key',
      message:
        name === BURN
          ? `"${name}" stands for the burn address`
          : `"${name}" is a node of the cluster already`,
    }));
}

function checkSigners(name: string, accounts: unknown, clients: readonly string[]): Problem[] {
  const path = ['cluster', 'accounts', name, 'signers'];
  return knownEach('client', items(field(accounts, name), 'signers'), path, clients);
}

function checkProxy(name: string, clients: unknown, proxies: readonly string[]): Problem[] {
  const path = ['cluster', 'clients', name, 'proxy'];
  return known('proxy', path, text(field(clients, name), 'proxy'), proxies);
}

/** Finds validators with several operators: a validator has one. */
function checkOperators(
  names: readonly string[],
  clients: unknown,
  validators: readonly string[],
): Problem[] {
  const operated = names.map((name) => text(field(clients, name), 'operates'));
  return names.flatMap((name, index) => {
    const path = ['cluster', 'clients', name, 'operates'];
    const validator = operated[index];
    return validator !== undefined && operated.indexOf(validator) < index
      ? [takenAt(path, validator)]
      : known('validator', path, validator, validators);
  });
}

function checkLinks(data: unknown, { nodes }: Names): Problem[] {
  return items(field(data, 'network'), 'links').flatMap((link, index) => {
    return checkEndNames(link, ['network', 'links', index], nodes);
  });
}

function checkWorkload(data: unknown, names: Names): Problem[] {
  const entries = items(data, 'workload');
  return [
    ...entries.flatMap((entry, index) =>
      known('client', ['workload', index, 'client'], text(entry, 'client'), names.clients),
    ),
    ...checkSteps(entries, names),
    ...repeated(entries, 'workload', 'id'),
    ...repeated(entries, 'workload', 'client'),
  ];
}

function checkFaults(data: unknown, { nodes }: Names): Problem[] {
  const faults = items(data, 'faults');
  return [
    ...faults.flatMap((fault, index) => checkFaultNames(fault, ['faults', index], nodes)),
    ...repeated(faults, 'faults', 'id'),
  ];
}

function checkExpectations(data: unknown, { clients, accounts }: Names): Problem[] {
  const holders = [...clients, ...accounts];
  const expected = field(data, 'expect');
  const workload = items(data, 'workload');
  const tokens = field(expected, 'tokens');
  return [
    ...knownKeys('client', expected, ['outcomes'], clients),
    ...knownKeys('client', expected, ['balances'], holders),
    ...knownKeys('client', expected, ['states'], holders),
    ...knownKeys('token', expected, ['tokens'], createdLabels(workload, 'token')),
    ...knownKeys('job', expected, ['jobs'], createdLabels(workload, 'job')),
    ...keys(tokens).flatMap((token) =>
      knownKeys('client', expected, ['tokens', token, 'holders'], holders),
    ),
  ];
}

function knownKeys(
  noun: string,
  expected: unknown,
  path: readonly string[],
  words: readonly string[],
): Problem[] {
  const unlisted = holdsTokens(path) ? [BURN] : [];
  return keys(path.reduce(field, expected))
    .filter((name) => !words.includes(name) && !unlisted.includes(name))
    .map((name) => ({
      path: ['expect', ...path, name],
      at: 'key',
      message: `unknown ${noun} "${name}"${suggest(name, words, unlisted)}`,
    }));
}

/** The burn address has balances, but it takes no steps whose outcome could be expected. */
function holdsTokens(path: readonly string[]): boolean {
  return path.includes('balances') || path.includes('holders');
}

function repeated(entries: readonly unknown[], section: string, key: string): Problem[] {
  const words = entries.map((entry) => text(entry, key));
  return words.flatMap((word, index) =>
    word !== undefined && words.indexOf(word) < index ? [takenAt([section, index, key], word)] : [],
  );
}
