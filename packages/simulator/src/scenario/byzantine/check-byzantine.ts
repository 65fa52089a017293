import { BURN } from '../burn-address.ts';
import { type Path, type Problem, suggest } from '../diagnostic.ts';
import { checkMoment, checkMomentNames, type RunLimits } from '../faults/moment.ts';
import { field, items, text } from '../loose.ts';
import { known, knownEach, takenAt } from '../steps/check-steps.ts';
import { CLIENT_ACTS, PROXY_ACTS, type RawByzantineParty, VALIDATOR_ACTS } from './byzantine.ts';

/** The names that acts may mention. */
export interface ByzantineNames {
  readonly validators: readonly string[];
  readonly proxies: readonly string[];
  readonly clients: readonly string[];
  readonly accounts: readonly string[];
}

type Noun = 'node' | 'validator' | 'client' | 'payee' | 'validator or proxy';

/**
 * The kinds of names that the keys of an act or of a rival hold; a dot leads into a nested mapping.
 */
export const ACT_MENTIONS: readonly (readonly [key: string, noun: Noun])[] = [
  ['only.peers', 'node'],
  ['only.senders', 'client'],
  ['serves.peers', 'node'],
  ['serves.senders', 'client'],
  ['with', 'client'],
  ['of', 'client'],
  ['as', 'validator'],
  ['members', 'validator'],
  ['signers', 'validator'],
  ['to', 'payee'],
  ['targets', 'validator or proxy'],
  ['validators', 'validator'],
  ['deliver', 'validator'],
];

/**
 * Finds names in the key `byzantine` that do not exist or appear twice, and acts that are
 * impossible for their node. Accepts documents of any shape.
 */
export function checkByzantineNames(data: unknown, names: ByzantineNames): Problem[] {
  const parties = items(data, 'byzantine');
  const ids = new Set<string>();
  return parties.flatMap((party, index) => {
    const path = ['byzantine', index];
    const { validators, proxies, clients } = names;
    const node = text(party, 'node');
    return [
      ...known('node', [...path, 'node'], node, [...validators, ...proxies, ...clients]),
      ...(parties.slice(0, index).some((other) => node && text(other, 'node') === node)
        ? [takenAt([...path, 'node'], node ?? '')]
        : []),
      ...checkId(party, path, ids),
      ...items(party, 'acts').flatMap((act, at) => {
        const place = [...path, 'acts', at];
        return [
          ...checkId(act, place, ids),
          ...checkRole(act, place, node, names),
          ...checkMentions(act, place, names),
          ...items(act, 'rivals').flatMap((rival, each) =>
            checkMentions(rival, [...place, 'rivals', each], names),
          ),
        ];
      }),
    ];
  });
}

/** Finds acts whose moment never comes; expects a document of the checked shape. */
export function checkByzantineValues(
  parties: readonly RawByzantineParty[],
  limits: RunLimits,
): Problem[] {
  return parties.flatMap(({ acts }, index) =>
    acts.flatMap((act, at) => {
      if (act.act === 'stale-committee') return [];
      if (act.at === undefined && act.when === undefined) return [];
      return checkMoment(act, ['byzantine', index, 'acts', at], limits);
    }),
  );
}

function checkId(holder: unknown, path: Path, taken: Set<string>): Problem[] {
  const id = text(holder, 'id');
  if (id === undefined) return [];
  if (taken.has(id)) {
    const message = `"${id}" is taken: every entry of byzantine and every act has an id of its own`;
    return [{ path: [...path, 'id'], at: 'value', message }];
  }
  taken.add(id);
  return [];
}

function checkRole(
  act: unknown,
  path: Path,
  node: string | undefined,
  { validators, proxies, clients }: ByzantineNames,
): Problem[] {
  const word = text(act, 'act');
  if (word === undefined || node === undefined) return [];
  const roles = [
    { noun: 'validator', nodes: validators, acts: VALIDATOR_ACTS },
    { noun: 'proxy', nodes: proxies, acts: PROXY_ACTS },
    { noun: 'client', nodes: clients, acts: CLIENT_ACTS },
  ] as const;
  const able = roles.find(({ acts }) => (acts as readonly string[]).includes(word));
  const own = roles.find(({ nodes }) => nodes.includes(node));
  if (able === undefined || own === undefined || able === own) return [];
  const message = `"${word}" is for a ${able.noun}, and ${node} is a ${own.noun}; it can do ${own.acts.join(', ')}`;
  return [{ path: [...path, 'act'], at: 'value', message }];
}

function checkMentions(holder: unknown, path: Path, names: ByzantineNames): Problem[] {
  const { validators, proxies, clients, accounts } = names;
  const words: Readonly<Record<Noun, readonly string[]>> = {
    node: [...validators, ...proxies, ...clients],
    validator: validators,
    client: [...clients, ...accounts],
    payee: [...clients, ...accounts],
    'validator or proxy': [...validators, ...proxies],
  };
  const mentions = ACT_MENTIONS.flatMap(([key, noun]) => {
    const way = key.split('.');
    const last = way.pop() ?? '';
    const owner = way.reduce(field, holder);
    const place = [...path, ...way, last];
    if (noun === 'payee') return knownPayee(place, text(owner, last), words.payee);
    return [
      ...known(noun, place, text(owner, last), words[noun]),
      ...knownEach(noun, items(owner, last), place, words[noun]),
    ];
  });
  return [...mentions, ...checkMomentNames(holder, path, words.node)];
}

function knownPayee(path: Path, word: string | undefined, holders: readonly string[]): Problem[] {
  if (word === undefined || word === BURN || holders.includes(word)) return [];
  const message = `unknown client "${word}"${suggest(word, holders, [BURN])}`;
  return [{ path, at: 'value', message }];
}
