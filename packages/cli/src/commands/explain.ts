import { suggestNear } from '@quorate/simulator';
import { OptionError } from '../command-error.ts';
import type { Terminal } from '../output/terminal.ts';
import { type Word, wordsKnown } from '../report/page/words-known.ts';
import { COLUMNS, renderWrappedPairs, wrapped } from '../report/pairs.ts';
import { section } from '../report/section.ts';

/** Says what a name in a report or a scenario means; without a name, what all of them mean. */
export function explain(given: string | undefined, { print, colors }: Terminal): void {
  const words = wordsKnown();
  if (given === undefined) {
    for (const kind of new Set(words.map((word) => word.kind))) {
      const pairs = words
        .filter((word) => word.kind === kind)
        .map(({ name, paragraphs: [first = ''] }) => [name, first] as const);
      print(section(TITLES[kind], renderWrappedPairs(pairs), colors));
    }
    return;
  }
  // As the verdict of a run names an invariant.
  const name = given.replace(/^violation:/, '');
  const found = words.filter((word) => word.name === name);
  if (found.length === 0) {
    const near = suggestNear(
      name,
      words.map((word) => word.name),
    );
    throw new OptionError(
      `'${given}' is no invariant, situation, step, fault, act or error${near}`,
    );
  }
  const blocks = found.map(({ kind, paragraphs }) =>
    [`${colors.bold(name)}  ${kind}`, ...paragraphs.map(indented)].join('\n\n'),
  );
  print(`${blocks.join('\n\n')}\n`);
}

const TITLES: Readonly<Record<Word['kind'], string>> = {
  'invariant of safety': 'Invariants of safety',
  'invariant of liveness': 'Invariants of liveness',
  situation: 'Situations',
  step: 'Steps of clients',
  fault: 'Faults',
  'Byzantine act': 'Acts of Byzantine nodes',
  error: 'Errors',
};

function indented(paragraph: string): string {
  return wrapped(paragraph, COLUMNS - 2)
    .map((line) => `  ${line}`)
    .join('\n');
}
