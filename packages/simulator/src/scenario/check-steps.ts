import { BURN } from './burn-address.ts';
import type { Path, Problem } from './diagnostic.ts';
import { suggest } from './diagnostic.ts';
import { items, text } from './loose.ts';

/** Know who may be named where. */
export interface Names {
  readonly validators: readonly string[];
  readonly clients: readonly string[];
  readonly accounts: readonly string[];
  readonly nodes: readonly string[];
}

/** Say what a name in a step stands for. */
type Noun =
  | 'client'
  | 'payee'
  | 'verifier'
  | 'validator'
  | 'account'
  | 'label'
  | 'token'
  | 'terms'
  | 'job';

/** What the keys of a step or operation name, by op. */
export const STEP_MENTIONS: Readonly<Record<string, Readonly<Record<string, Noun>>>> = {
  pay: { to: 'payee', token: 'token', from: 'account' },
  'create-token': { mints: 'client' },
  'manage-token': { token: 'token', admin: 'client', add: 'client', remove: 'client' },
  mint: { token: 'token', to: 'payee' },
  burn: { token: 'token' },
  'escrow-terms': { token: 'token' },
  'escrow-job': { terms: 'terms', provider: 'client' },
  'escrow-submit': { job: 'job' },
  'escrow-reject': { job: 'job' },
  'escrow-complete': { job: 'job' },
  claim: { verifiers: 'verifier', signers: 'verifier' },
  batch: { from: 'account' },
  sign: { to: 'payee' },
  send: { transaction: 'label', validators: 'validator' },
  read: { of: 'payee' },
};

/** What a step creates under a label that all clients know. */
const CREATES: Readonly<Record<string, 'token' | 'terms' | 'job'>> = {
  'create-token': 'token',
  'escrow-terms': 'terms',
  'escrow-job': 'job',
};

/** One step, those inside of a batch included. */
interface Place {
  readonly step: unknown;
  readonly path: Path;
  readonly entry: number;
}

/** Find names in the steps of a workload that point nowhere or are taken twice. */
export function checkSteps(workload: readonly unknown[], names: Names): Problem[] {
  const places = workload.flatMap((entry, index) => placesOf(entry, index));
  return places.flatMap((place, index) => {
    // What another client creates may come later in the file: steps wait for it.
    const before = places.filter(({ entry }, at) => entry !== place.entry || at < index);
    const taken = labelIsTaken(place, places.slice(0, index));
    return [...mentioned(place, before, names), ...(taken ? [again(place.step, place.path)] : [])];
  });
}

/** List the labels of one kind that a workload creates. */
export function createdLabels(workload: readonly unknown[], kind: string): readonly string[] {
  return labelsOf(
    workload.flatMap((entry, index) => placesOf(entry, index)),
    kind,
  );
}

function placesOf(workload: unknown, entry: number): readonly Place[] {
  return items(workload, 'steps').flatMap((step, index) => {
    const path = ['workload', entry, 'steps', index];
    const inner = items(step, 'steps').map((each, at) => ({
      step: each,
      path: [...path, 'steps', at],
      entry,
    }));
    return [{ step, path, entry }, ...inner];
  });
}

function labelsOf(places: readonly Place[], kind: string): readonly string[] {
  return places.flatMap(({ step }) =>
    CREATES[text(step, 'op') ?? ''] === kind ? (text(step, 'as') ?? []) : [],
  );
}

function signedLabels(places: readonly Place[], entry: number): readonly string[] {
  return places.flatMap((place) =>
    place.entry === entry && text(place.step, 'op') === 'sign'
      ? (text(place.step, 'as') ?? [])
      : [],
  );
}

// What somebody signs is theirs; what they create is everybody's.
function labelIsTaken({ step, entry }: Place, earlier: readonly Place[]): boolean {
  const label = text(step, 'as');
  const kind = CREATES[text(step, 'op') ?? ''];
  if (label === undefined) return false;
  const taken = kind === undefined ? signedLabels(earlier, entry) : labelsOf(earlier, kind);
  return taken.includes(label);
}

function mentioned({ step, path, entry }: Place, before: readonly Place[], names: Names) {
  const words: Readonly<Record<Noun, () => readonly string[]>> = {
    client: () => [...names.clients, ...names.accounts],
    payee: () => [...names.clients, ...names.accounts],
    verifier: () => names.clients,
    validator: () => names.validators,
    account: () => names.accounts,
    label: () => signedLabels(before, entry),
    token: () => labelsOf(before, 'token'),
    terms: () => labelsOf(before, 'terms'),
    job: () => labelsOf(before, 'job'),
  };
  return Object.entries(STEP_MENTIONS[text(step, 'op') ?? ''] ?? {}).flatMap(([key, noun]) => {
    if (noun === 'payee' && text(step, key) === BURN) return [];
    const shown = noun === 'verifier' || noun === 'payee' ? 'client' : noun;
    return [
      ...known(shown, [...path, key], text(step, key), words[noun]()),
      ...knownEach(shown, items(step, key), [...path, key], words[noun]()),
    ];
  });
}

/** Find a name that is not among those known. */
export function known(
  noun: string,
  path: Path,
  word: string | undefined,
  words: readonly string[],
): Problem[] {
  if (word === undefined || words.includes(word)) return [];
  return [{ path, at: 'value', message: `unknown ${noun} "${word}"${suggest(word, words)}` }];
}

/** Find the names of a list that are not among those known, or stand there before. */
export function knownEach(
  noun: string,
  named: readonly unknown[],
  path: Path,
  words: readonly string[],
): Problem[] {
  return named.flatMap((word, index): Problem[] => {
    if (typeof word !== 'string') return [];
    const place = [...path, index];
    return named.indexOf(word) < index ? [takenAt(place, word)] : known(noun, place, word, words);
  });
}

/** Say that a name stands in this place a second time. */
export function takenAt(path: Path, word: string): Problem {
  return { path, at: 'value', message: `"${word}" stands here a second time` };
}

function again(step: unknown, path: Path): Problem {
  return takenAt([...path, 'as'], text(step, 'as') ?? '');
}
