import type { Path, Problem } from './diagnostic.ts';
import { suggest } from './diagnostic.ts';
import { field, items, keys, text } from './loose.ts';
import { isExtension, nodeNames } from './names.ts';

/** Know who may be named where. */
interface Names {
  readonly validators: readonly string[];
  readonly clients: readonly string[];
  readonly nodes: readonly string[];
}

/**
 * Find names that point nowhere or are taken twice.
 *
 * Works on documents of any shape and passes over what has the wrong one, so that its findings can
 * stand beside those of the schema.
 */
export function checkNames(data: unknown): readonly Problem[] {
  const cluster = field(data, 'cluster');
  const { validators, proxy } = nodeNames(field(cluster, 'validators'));
  const clients = keys(field(cluster, 'clients')).filter((name) => !isExtension(name));
  const names = { validators, clients, nodes: [...validators, proxy, ...clients] };
  return [
    ...checkClientNames(clients, [...validators, proxy]),
    ...checkLinks(data, names),
    ...checkWorkload(data, names),
    ...checkFaults(data, names),
    ...checkExpectations(data, names),
  ];
}

function checkClientNames(clients: readonly string[], taken: readonly string[]): Problem[] {
  return clients
    .filter((name) => taken.includes(name))
    .map((name) => ({
      path: ['cluster', 'clients', name],
      at: 'key',
      message: `"${name}" is a node of the cluster already`,
    }));
}

function checkLinks(data: unknown, { nodes }: Names): Problem[] {
  return items(field(data, 'network'), 'links').flatMap((link, index) => {
    const path = ['network', 'links', index];
    return ['from', 'to'].flatMap((end) =>
      text(link, end) === '*' ? [] : known('node', [...path, end], text(link, end), nodes),
    );
  });
}

function checkWorkload(data: unknown, names: Names): Problem[] {
  const entries = items(data, 'workload');
  return [
    ...entries.flatMap((entry, index) => checkEntry(entry, ['workload', index], names)),
    ...repeated(entries, 'workload', 'id'),
    ...repeated(entries, 'workload', 'client'),
  ];
}

function checkEntry(entry: unknown, path: Path, names: Names): Problem[] {
  const steps = items(entry, 'steps');
  return [
    ...known('client', [...path, 'client'], text(entry, 'client'), names.clients),
    ...steps.flatMap((step, index) => {
      const labels = steps.slice(0, index).flatMap((earlier) => text(earlier, 'as') ?? []);
      return checkStep(step, [...path, 'steps', index], names, labels);
    }),
  ];
}

function checkStep(step: unknown, path: Path, names: Names, labels: readonly string[]): Problem[] {
  const label = text(step, 'as');
  const isTaken = label !== undefined && labels.includes(label);
  return [
    ...known('client', [...path, 'to'], text(step, 'to'), names.clients),
    ...knownEach('validator', items(step, 'validators'), [...path, 'validators'], names.validators),
    ...knownEach('client', items(step, 'verifiers'), [...path, 'verifiers'], names.clients),
    ...known('label', [...path, 'transaction'], text(step, 'transaction'), labels),
    ...(isTaken ? [taken([...path, 'as'], label)] : []),
  ];
}

function checkFaults(data: unknown, { validators }: Names): Problem[] {
  const faults = items(data, 'faults');
  return [
    ...faults.flatMap((fault, index) =>
      known('validator', ['faults', index, 'node'], text(fault, 'node'), validators),
    ),
    ...repeated(faults, 'faults', 'id'),
  ];
}

function checkExpectations(data: unknown, { clients }: Names): Problem[] {
  return ['outcomes', 'balances'].flatMap((section) =>
    keys(field(field(data, 'expect'), section))
      .filter((name) => !isExtension(name) && !clients.includes(name))
      .map((name) => ({
        path: ['expect', section, name],
        at: 'key',
        message: `unknown client "${name}"${suggest(name, clients)}`,
      })),
  );
}

function known(
  noun: string,
  path: Path,
  word: string | undefined,
  words: readonly string[],
): Problem[] {
  if (word === undefined || words.includes(word)) return [];
  return [{ path, at: 'value', message: `unknown ${noun} "${word}"${suggest(word, words)}` }];
}

function knownEach(
  noun: string,
  named: readonly unknown[],
  path: Path,
  words: readonly string[],
): Problem[] {
  return named.flatMap((word, index): Problem[] => {
    if (typeof word !== 'string') return [];
    const place = [...path, index];
    return named.indexOf(word) < index ? [taken(place, word)] : known(noun, place, word, words);
  });
}

function repeated(entries: readonly unknown[], section: string, key: string): Problem[] {
  const words = entries.map((entry) => text(entry, key));
  return words.flatMap((word, index) =>
    word !== undefined && words.indexOf(word) < index ? [taken([section, index, key], word)] : [],
  );
}

function taken(path: Path, word: string): Problem {
  return { path, at: 'value', message: `"${word}" stands here a second time` };
}
