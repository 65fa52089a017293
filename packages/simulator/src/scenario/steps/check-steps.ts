import { isSameData } from '@quorate/protocol';
import { BURN } from '../burn-address.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { suggest } from '../diagnostic.ts';
import { field, items, text } from '../loose.ts';
import { atOdds } from './subject-fault.ts';

/** The names that steps may mention. */
export interface Names {
  readonly validators: readonly string[];
  readonly clients: readonly string[];
  readonly accounts: readonly string[];
  readonly nodes: readonly string[];
}

/** What a name in a step stands for. */
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

/** The kinds of names that the keys of a step or operation hold, by `op`. */
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
  read: {
    of: 'payee',
    token: 'token',
    andTokens: 'token',
    job: 'job',
    andJobs: 'job',
    balances: 'token',
  },
};

/** The kinds of things that steps create under a label that all clients know. */
const CREATES: ReadonlyMap<string, 'token' | 'terms' | 'job'> = new Map([
  ['create-token', 'token'],
  ['escrow-terms', 'terms'],
  ['escrow-job', 'job'],
]);

/** One step; the steps inside of a batch have places too. */
interface Place {
  readonly step: unknown;
  /** The batch that it is inside of, if any. */
  readonly batch?: unknown;
  readonly path: Path;
  readonly entry: number;
  /** How many steps come before it in the file. */
  readonly at: number;
}

/** Finds names in the steps of a workload that do not exist or appear twice. */
export function checkSteps(workload: readonly unknown[], names: Names): Problem[] {
  const places = placesIn(workload);
  const labels = labelsIn(places);
  const vocabulary = vocabularyOf(names, labels);
  return places.flatMap((place) => [
    ...mentioned(place, vocabulary),
    ...(isTaken(place, labels) ? [again(place)] : []),
    ...hurried(place),
    ...(text(place.step, 'op') === 'read' ? atOdds(place.step, place.path) : []),
  ]);
}

/** Lists the labels of one kind that a workload creates. */
export function createdLabels(workload: readonly unknown[], kind: string): readonly string[] {
  return placesIn(workload).flatMap(({ step }) =>
    labelKindOf(step) === kind ? (text(step, 'as') ?? []) : [],
  );
}

function placesIn(workload: readonly unknown[]): readonly Place[] {
  const places: Place[] = [];
  for (const [entry, each] of workload.entries()) {
    for (const [index, step] of items(each, 'steps').entries()) {
      const path = ['workload', entry, 'steps', index];
      places.push({ step, path, entry, at: places.length });
      for (const [within, inner] of items(step, 'steps').entries()) {
        const innerPath = [...path, 'steps', within];
        places.push({ step: inner, batch: step, path: innerPath, entry, at: places.length });
      }
    }
  }
  return places;
}

/** What a label stands for: `label` means a transaction that its client has signed. */
type LabelKind = 'token' | 'terms' | 'job' | 'label';

function labelKindOf(step: unknown): LabelKind | undefined {
  const op = text(step, 'op') ?? '';
  return op === 'sign' ? 'label' : CREATES.get(op);
}

/** For each kind, the places where each label is created, in the order of the file. */
type Labels = Readonly<Record<LabelKind, ReadonlyMap<string, readonly Place[]>>>;

/**
 * A workload may have tens of thousands of steps, so this looks at each once and finds labels by
 * name.
 */
function labelsIn(places: readonly Place[]): Labels {
  const labels = {
    token: new Map<string, Place[]>(),
    terms: new Map<string, Place[]>(),
    job: new Map<string, Place[]>(),
    label: new Map<string, Place[]>(),
  };
  for (const place of places) {
    const kind = labelKindOf(place.step);
    const label = text(place.step, 'as');
    if (kind === undefined || label === undefined) continue;
    const made = labels[kind].get(label) ?? [];
    labels[kind].set(label, made);
    made.push(place);
  }
  return labels;
}

/** The words that a step may use for one kind of thing. */
interface Words {
  has(word: string, from: Place): boolean;
  /** Lists them in the order of the file. */
  list(from: Place): readonly string[];
  /** Tells whether a word that is not available yet becomes available later in the same entry. */
  comesLater(word: string, from: Place): boolean;
  /** Words that are allowed too, but suggested only for a word that is almost the same. */
  readonly unlisted: readonly string[];
}

type Vocabulary = Readonly<Record<Noun, Words>>;

function vocabularyOf(names: Names, labels: Labels): Vocabulary {
  const holders = [...names.clients, ...names.accounts];
  return {
    client: wordsOf(holders),
    payee: wordsOf(holders, [BURN]),
    verifier: wordsOf(names.clients),
    validator: wordsOf(names.validators),
    account: wordsOf(names.accounts),
    label: labelsSeen(labels.label, isOwn),
    token: labelsSeen(labels.token, isEverybodys),
    terms: labelsSeen(labels.terms, isEverybodys),
    job: labelsSeen(labels.job, isEverybodys),
  };
}

// A signed transaction belongs to the client that signed it; what a client creates belongs to all.
function isOwn(maker: Place, from: Place): boolean {
  return maker.entry === from.entry && maker.at < from.at;
}

// What another client creates may come later in the file: steps wait for it.
function isEverybodys(maker: Place, from: Place): boolean {
  return maker.entry !== from.entry || maker.at < from.at;
}

function wordsOf(names: readonly string[], unlisted: readonly string[] = []): Words {
  const known = new Set([...names, ...unlisted]);
  return {
    has: (word) => known.has(word),
    list: () => names,
    comesLater: () => false,
    unlisted,
  };
}

function labelsSeen(
  labels: Labels[LabelKind],
  isSeen: (maker: Place, from: Place) => boolean,
): Words {
  return {
    has: (word, from) => labels.get(word)?.some((maker) => isSeen(maker, from)) ?? false,
    list: (from) => {
      const seen = [...labels]
        .flatMap(([word, makers]) => makers.map((maker) => ({ word, maker })))
        .filter(({ maker }) => isSeen(maker, from))
        .sort((left, right) => left.maker.at - right.maker.at);
      // What members of an account create together has several makers.
      return [...new Set(seen.map(({ word }) => word))];
    },
    comesLater: (word, from) =>
      labels.get(word)?.some(({ entry }) => entry === from.entry) ?? false,
    unlisted: [],
  };
}

function isTaken(place: Place, labels: Labels): boolean {
  const label = text(place.step, 'as');
  const kind = labelKindOf(place.step) ?? 'label';
  const makers = label === undefined ? [] : (labels[kind].get(label) ?? []);
  return makers.some((maker) =>
    kind === 'label' ? isOwn(maker, place) : maker.at < place.at && !areTogether(maker, place),
  );
}

/** Tells whether two clients create a thing together, as members of one multisig account. */
function areTogether(one: Place, other: Place): boolean {
  const [account, sameAccount] = [text(one.batch, 'from'), text(other.batch, 'from')];
  return (
    one.entry !== other.entry &&
    account !== undefined &&
    account === sameAccount &&
    isSameData(items(one.batch, 'steps'), items(other.batch, 'steps'))
  );
}

/**
 * A client may not go on at once after a transaction that the user signs, or that differs from what
 * the client's own software writes.
 */
function hurried({ step, path }: Place): Problem[] {
  const isAhead = field(step, 'await') === false;
  const key = ['release', 'archival', 'feeToken', 'form'].find(
    (each) => field(step, each) !== undefined,
  );
  if (!isAhead || key === undefined) return [];
  const message = `expected true where there is a "${key}": the client signs nothing else meanwhile`;
  return [{ path: [...path, 'await'], at: 'value', message }];
}

function mentioned(place: Place, vocabulary: Vocabulary): Problem[] {
  const { step } = place;
  const mentions: Readonly<Record<string, Noun>> = {
    ...STEP_MENTIONS[text(step, 'op') ?? ''],
    feeToken: 'token',
  };
  return Object.entries(mentions).flatMap(([key, noun]) => {
    const words = vocabulary[noun];
    const shown = noun === 'verifier' || noun === 'payee' ? 'client' : noun;
    const path = [...place.path, key];
    const word = text(step, key);
    if (word !== undefined) {
      if (words.has(word, place)) return [];
      if (words.comesLater(word, place)) return [tooEarly(`${shown} "${word}"`, path)];
      const offer = suggest(word, words.list(place), words.unlisted);
      return [unknown(`${shown} "${word}"${offer}`, path)];
    }
    const named = items(step, key);
    return named.length === 0 ? [] : knownEach(shown, named, path, words.list(place));
  });
}

/** Finds a name that is not among the known ones. */
export function known(
  noun: string,
  path: Path,
  word: string | undefined,
  words: readonly string[],
): Problem[] {
  if (word === undefined || words.includes(word)) return [];
  return [unknown(`${noun} "${word}"${suggest(word, words)}`, path)];
}

function tooEarly(what: string, path: Path): Problem {
  return { path, at: 'value', message: `the ${what} comes only later in this entry` };
}

function unknown(what: string, path: Path): Problem {
  return { path, at: 'value', message: `unknown ${what}` };
}

/** Finds the names of a list that are not among the known ones, or repeat. */
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

/** Reports that a name appears in this place a second time. */
export function takenAt(path: Path, word: string): Problem {
  return { path, at: 'value', message: `"${word}" appears twice` };
}

function again({ step, path }: Place): Problem {
  return takenAt([...path, 'as'], text(step, 'as') ?? '');
}
