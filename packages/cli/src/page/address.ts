import { type Selection, WHATS } from './model.ts';
import type { RunData } from './run-data.ts';

/** Which run is shown: this one, the other, or this one with what only the other has. */
export type View = 'both' | 'own' | 'other';

/** What there is to see of each run; a run on its own has one view. */
export type Views = Readonly<Partial<Record<View, RunData>>> & { readonly own: RunData };

/** What somebody looks at. */
export interface Place {
  readonly view: View;
  readonly selection: Selection | undefined;
}

/** How the address names a view that is not the usual one. */
const WORDS: Readonly<Record<View, string>> = { both: 'both', own: 'this', other: 'other' };

/** Gives the view with which a page opens. */
function usualView(views: Views): View {
  return views.both === undefined ? 'own' : 'both';
}

/** Reads what is looked at from the address, so that people can send each other a place in a run. */
export function placeInAddress(views: Views): Place {
  const words = location.hash.replace(/^#/, '').split('-');
  const named = (Object.keys(WORDS) as View[]).find((each) => WORDS[each] === words[0]);
  const view = named !== undefined && views[named] !== undefined ? named : usualView(views);
  const [what = '', digits = ''] = named === undefined ? words : words.slice(1);
  const place = Number(digits);
  const isThere = isWhat(what) && /^\d+$/.test(digits) && place < countOf(views[view], what);
  return { view, selection: isThere ? { what, place } : undefined };
}

/** Counts the things of a kind: an address may be that of another run. */
function countOf(data: RunData | undefined, what: Selection['what']): number {
  if (data === undefined) return 0;
  const lists = {
    message: data.messages,
    transaction: data.transactions,
    certificate: data.certificates,
    step: data.steps,
    spell: data.spells,
    breach: data.breaches,
  };
  return lists[what].length;
}

function isWhat(word: string): word is Selection['what'] {
  return WHATS.some((each) => each === word);
}

/** Writes what is looked at into the address. */
export function writeAddress({ view, selection }: Place, views: Views): void {
  const words = [
    ...(view === usualView(views) ? [] : [WORDS[view]]),
    ...(selection === undefined ? [] : [selection.what, `${selection.place}`]),
  ];
  const hash = words.length === 0 ? '' : `#${words.join('-')}`;
  if (hash !== location.hash)
    history.replaceState(null, '', hash === '' ? location.pathname : hash);
}
