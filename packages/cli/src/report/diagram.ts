import type { RecordedRun } from '@quorate/simulator';
import { plainColors } from '../output/terminal.ts';
import { changesOf, isLoss, whatOf } from './events.ts';
import { firstBreaches, foundBy, type Occurrence, occurrencesIn } from './occurrences.ts';
import { short } from './words.ts';

/** The number of characters that Mermaid and GitHub show by default; viewers may show no more. */
export const DIAGRAM_LIMIT = 50_000;

/**
 * Draws a run, or the first `length` events of its trace, as a sequence diagram in the language of
 * Mermaid, which GitHub and many editors show: who sent what to whom, in the order of arrival;
 * below each message what it changed; which messages were lost, with a cross; and where an
 * invariant was found broken.
 */
export function renderDiagram(
  { events, losses, result }: Pick<RecordedRun, 'events' | 'losses' | 'result'>,
  length = events.length,
): string {
  const shown = occurrencesIn({ events, losses }, length);
  const actors = actorsOf(
    shown,
    result.validators.map(({ name }) => name),
  );
  const idOf = new Map(actors.map((name, index) => [name, `n${index}`]));
  const everybody = actors.length === 1 ? 'n0' : `n0,n${actors.length - 1}`;
  const breaches = firstBreaches(result);
  const lines = shown.flatMap((event, index) => {
    const next = shown[index + 1] ?? events[length];
    const found = foundBy(breaches, event, next);
    const notes = found.map(({ oracle, message, mustHold }) =>
      note(everybody, [`${oracle}: ${message}`, `must hold: ${mustHold}`]),
    );
    return [...linesOf(event, idOf), ...notes];
  });
  const heads = actors.map((name, index) => `participant n${index} as ${plain(name)}`);
  return ['sequenceDiagram', ...[...heads, ...lines].map((line) => `  ${line}`), ''].join('\n');
}

// Clients and proxies in the order in which they first appear, then validators in their own order.
function actorsOf(events: readonly Occurrence[], validators: readonly string[]): readonly string[] {
  const seen = new Set(events.flatMap(({ from, to }) => (from === '' ? [to] : [from, to])));
  const own = new Set(validators);
  return [
    ...[...seen].filter((name) => !own.has(name)),
    ...validators.filter((name) => seen.has(name)),
  ];
}

function linesOf(event: Occurrence, idOf: ReadonlyMap<string, string>): readonly string[] {
  const { from, to } = event;
  const changes = changesOf(event);
  const at = idOf.get(to) ?? '';
  const what = `${event.event} ${whatOf(event, plainColors).replace(TIMED, short)}`;
  if (from === '') return [note(at, [what, ...changes])];
  const arrow = `${idOf.get(from)}${isLoss(event) ? '-x' : '->>'}${at}: ${plain(what)}`;
  return changes.length === 0 ? [arrow] : [arrow, note(at, changes)];
}

/** The name of a timer contains the id of its transaction, in full. */
const TIMED = /\b[0-9a-f]{64}\b/g;

function note(over: string, lines: readonly string[]): string {
  return `Note over ${over}: ${lines.map(plain).join('<br/>')}`;
}

/** Characters with a meaning in Mermaid, or in the HTML that it makes. */
const SPECIAL = /[#;<>&"`\n\r]/g;

function plain(text: string): string {
  return text.replace(SPECIAL, (character) => `#${character.charCodeAt(0)};`);
}
