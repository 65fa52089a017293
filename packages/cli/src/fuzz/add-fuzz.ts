import { type Command, InvalidArgumentError, Option } from 'commander';
import { USUAL_ROOT } from '../artefacts/root.ts';
import type { ExitCode } from '../exit-code.ts';
import { cryptoOption } from '../options/common-options.ts';
import { parseJobs, parsePositive, parseSeed, parseSeeds } from '../options/option-values.ts';
import type { Terminal } from '../output/terminal.ts';
import type { BaseSeed } from './base-seed.ts';
import { parseChanges } from './changes.ts';
import type { FuzzOptions } from './plan.ts';

/**
 * The options of what a search finds and keeps; a hunt looks for known mutants, and keeps nothing.
 */
const OF_A_SEARCH = [
  'seeds',
  'profile',
  'corpus',
  'maxFailures',
  'shrinkTime',
  'artefacts',
  'junit',
  'events',
];

/** Adds `quorate fuzz` to a program. */
export function addFuzz(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  program
    .command('fuzz')
    .description('Search for invariant violations and shrink each to a minimal scenario.')
    .option('--time <duration>', 'how long to search; 60s if no number of runs is given')
    .option('--runs <count>', 'how many runs; until the time is up by default', parsePositive)
    .addOption(
      new Option('--seeds <first..last>', 'run with each of these seeds')
        .argParser(parseSeeds)
        .conflicts(['runs', 'baseSeed']),
    )
    .option(
      '--base-seed <commit|time|number>',
      'where the first seed comes from; time by default',
      parseBaseSeed,
    )
    .option('--jobs <count>', 'how many processes; one per core by default', parseJobs)
    .option('--strategy <kind>', 'random or pct:<depth>; random by default')
    .addOption(
      new Option('--profile <kind>', 'whether at most f validators lie, or more')
        .choices(['safe', 'beyond'])
        .default('safe'),
    )
    .option(
      '--changes <count|least..greatest>',
      'how many committee changes each run has; by default some runs have some',
      parseChanges,
    )
    .addOption(
      new Option(
        '--mutants [ids...]',
        'hunt deliberately wrong implementations instead, to measure the search',
      ).conflicts(OF_A_SEARCH),
    )
    .option('--repeats <count>', 'with --mutants, hunts for each; 3 by default', parsePositive)
    .option(
      '--corpus <folder>',
      'folder of scenarios to run first; those that show something new are added',
    )
    .option('--max-failures <count>', 'how many distinct failures end the search', parsePositive, 5)
    .option(
      '--shrink-time <duration>',
      'with --time, how long to shrink each failure; 20s by default',
    )
    .addOption(cryptoOption().default('stub'))
    .option('--artefacts <folder>', `where to keep failures; ${USUAL_ROOT} by default`)
    .option('--json', 'print one JSON object instead of the report')
    .option('--junit <file>', 'also write a JUnit report')
    .option('--events <file>', 'also write what happens, one JSON object per line')
    .option(
      '--trend <file>',
      'with --mutants, append the totals of the scoreboard as one line of JSON',
    )
    .action(async (options: FuzzOptions) => {
      const { fuzz } = await import('../commands/fuzz.ts');
      outcome.code = await fuzz({ usualArtefacts: USUAL_ROOT, ...options }, terminal);
    });
}

function parseBaseSeed(text: string): BaseSeed {
  if (text === 'commit' || text === 'time') return text;
  try {
    return parseSeed(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError('Expected commit, time, or a number below 2^64.');
  }
}
