import { ERROR_CATALOGUE, type ErrorEntry, type RejectionCode } from '@quorate/protocol';
import { glossary, type Term } from '@quorate/simulator';

/** A word that can be looked up. */
export interface Word {
  readonly kind: Term['kind'] | 'error';
  readonly name: string;
  /** What it means, the sentence that stands for all of it first. */
  readonly paragraphs: readonly string[];
}

/** Lists every invariant, situation, step, fault, act and error, with what it means. */
export function wordsKnown(): readonly Word[] {
  return [...glossary().map(termWord), ...errorWords()];
}

function termWord({ kind, name, holds, details }: Term): Word {
  return { kind, name, paragraphs: details === undefined ? [holds] : [holds, plain(details)] };
}

/** Takes the links out of a text in Markdown. */
function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function errorWords(): readonly Word[] {
  const entries = Object.entries(ERROR_CATALOGUE) as unknown as readonly [
    string,
    ErrorEntry<RejectionCode>,
  ][];
  return entries.map(([name, { meaning, remedy, retry }]) => {
    const rules = Object.entries(meaning).map(([rule, sentence]) => `${sentence} (${rule})`);
    return { kind: 'error', name, paragraphs: [...rules, `${remedy} ${RETRIES[retry]}`] };
  });
}

const RETRIES: Readonly<Record<ErrorEntry<RejectionCode>['retry'], string>> = {
  yes: 'The same signed bytes can succeed later.',
  no: 'The same signed bytes never succeed.',
  depends: 'Whether the same signed bytes can succeed later depends on the case.',
};
