import { present } from '../present.ts';
import { ACT_MENTIONS } from '../scenario/byzantine/check-byzantine.ts';
import type { Path } from '../scenario/diagnostic.ts';
import { field, text } from '../scenario/loose.ts';
import type { RawScenario } from '../scenario/scenario.ts';
import { STEP_MENTIONS } from '../scenario/steps/check-steps.ts';
import { valueAt, withValue } from './tree.ts';

/** Gives the new name of a node or account; `NOBODY` removes it. */
export type Renaming = (name: string) => string;

/** A name that no scenario can create, so that `mended` removes whatever mentions it. */
export const NOBODY = '-';

/** The keys in which the parts of a scenario name somebody; steps and acts have tables for that. */
const KEYS = {
  link: ['from', 'to'],
  fault: ['node', 'nodes', 'from', 'to', 'when.node', 'until.node'],
  change: ['members', 'deliver', 'when.node'],
  act: [...ACT_MENTIONS.map(([key]) => key), 'when.node'],
} as const;

/**
 * Renames nodes and accounts wherever a scenario names them. If two get the same name, they become
 * one: with the settings of the one that had the name before, the steps of both, and the first of
 * their `byzantine` entries.
 */
export function renamed(document: RawScenario, renaming: Renaming): RawScenario {
  const { cluster, network, workload, changes, faults = [], byzantine = [], expect } = document;
  const keyed = <T>(mapping: Readonly<Record<string, T>> | undefined) =>
    mapping === undefined ? undefined : renamedKeys(mapping, renaming);
  const { outcomes, balances, states, tokens } = expect ?? {};
  return present({
    ...document,
    cluster: present({
      ...cluster,
      clients: mapped(keyed(cluster.clients), (each) =>
        named(each, ['proxy', 'operates'], renaming),
      ),
      fees: cluster.fees && named(cluster.fees, ['account', 'token.of'], renaming),
      prune: cluster.prune && named(cluster.prune, ['archives'], renaming),
      accounts: mapped(keyed(cluster.accounts), (each) => named(each, ['signers'], renaming)),
    }),
    network: present({
      ...network,
      links: network?.links?.map((link) => named(link, KEYS.link, renaming)),
    }),
    workload: united(
      workload.map((entry) => ({
        ...namedAs(named(entry, ['client'], renaming), renaming),
        steps: entry.steps.map((step) => inStep(step, renaming)),
      })),
    ),
    changes: changes?.map((change) => named(change, KEYS.change, renaming)),
    faults: faults.map((fault) => namedAs(named(fault, KEYS.fault, renaming), renaming)),
    byzantine: byzantine.map((party) => ({
      ...namedAs(named(party, ['node'], renaming), renaming),
      acts: party.acts.map((act) => inAct(act, renaming)),
    })),
    expect: present({
      ...expect,
      outcomes: keyed(outcomes),
      balances: keyed(balances),
      states: keyed(states),
      tokens: mapped(tokens, (token) => present({ ...token, holders: keyed(token.holders) })),
    }),
  });
}

function inStep<T extends object>(step: T, renaming: Renaming): T {
  const keys = Object.entries(STEP_MENTIONS[text(step, 'op') ?? ''] ?? {})
    .filter(([, noun]) => ['client', 'payee', 'verifier', 'validator', 'account'].includes(noun))
    .map(([key]) => key);
  const inner = field(step, 'steps');
  const whole = named(step, keys, renaming);
  return Array.isArray(inner)
    ? { ...whole, steps: inner.map((each) => inStep(each, renaming)) }
    : whole;
}

function inAct<T extends { readonly id: string }>(act: T, renaming: Renaming): T {
  const rivals = field(act, 'rivals');
  const whole = namedAs(named(act, KEYS.act, renaming), renaming);
  return Array.isArray(rivals)
    ? { ...whole, rivals: rivals.map((rival) => named(rival, KEYS.act, renaming)) }
    : whole;
}

/** Renames the parts of an id such as `byzantine-v3`, so that the id still names its node. */
function namedAs<T extends { readonly id: string }>(holder: T, renaming: Renaming): T {
  const words = holder.id.split('-').map((word) => {
    const name = renaming(word);
    return name === NOBODY ? word : name;
  });
  return { ...holder, id: words.join('-') };
}

/**
 * Renames the nodes and accounts that these keys of a mapping name; a dot leads into a nested
 * mapping.
 */
function named<T extends object>(holder: T, keys: readonly string[], renaming: Renaming): T {
  const paths: Path[] = keys.map((key) => key.split('.'));
  return paths.reduce((whole: T, path) => {
    const value = valueAt(whole, path);
    if (typeof value === 'string') return withValue(whole, path, renaming(value));
    return Array.isArray(value) ? withValue(whole, path, distinct(value.map(renaming))) : whole;
  }, holder);
}

function renamedKeys<T>(
  mapping: Readonly<Record<string, T>>,
  renaming: Renaming,
): Readonly<Record<string, T>> {
  const entries = Object.entries(mapping);
  const others = entries.filter(([name]) => renaming(name) !== name);
  const kept = entries.filter(([name]) => renaming(name) === name);
  const renewed = others.map(([name, value]) => [renaming(name), value] as const);
  // The order is that of the file, and the entry that had a name before keeps its value.
  const order = distinct(entries.map(([name]) => renaming(name)));
  const values = new Map([...renewed.toReversed(), ...kept]);
  return Object.fromEntries(
    order.flatMap((name) => {
      const value = values.get(name);
      return value === undefined || name === NOBODY ? [] : [[name, value]];
    }),
  );
}

/** Gives each client one entry: the steps of its first entry, then those of the others. */
function united(workload: RawScenario['workload']): RawScenario['workload'] {
  return workload.flatMap((entry, index) => {
    const isOwn = (other: { readonly client: string }) => other.client === entry.client;
    if (workload.findIndex(isOwn) < index) return [];
    return [{ ...entry, steps: workload.filter(isOwn).flatMap(({ steps }) => steps) }];
  });
}

function mapped<T>(
  mapping: Readonly<Record<string, T>> | undefined,
  change: (value: T) => T,
): Readonly<Record<string, T>> | undefined {
  if (mapping === undefined) return mapping;
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, change(value)]));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
