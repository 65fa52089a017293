import { type Command, InvalidArgumentError, Option } from 'commander';
import { USUAL_ROOT } from '../artefacts/root.ts';
import type { SeedRange } from '../campaign/seed-range.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import type { BaseSeed } from './base-seed.ts';
import { parseChanges } from './changes.ts';
import type { FuzzOptions } from './plan.ts';

/** How numbers and seeds are read; the program has one way for all of its commands. */
export interface Readers {
  readonly seed: (text: string) => bigint;
  readonly seeds: (text: string) => SeedRange;
  readonly positive: (text: string) => number;
  /** How many processes, up to what a machine can bear. */
  readonly jobs: (text: string) => number;
  readonly crypto: Option;
}

/** What a search finds and keeps; a hunt for mutants looks for what is known, and keeps nothing. */
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
export function addFuzz(
  program: Command,
  terminal: Terminal,
  outcome: { code: ExitCode },
  read: Readers,
): void {
  program
    .command('fuzz')
    .description('Search for violations of the invariants, and hand back the smallest scenario.')
    .option('--time <duration>', 'how long to search; 60s where no number of runs is given')
    .option(
      '--runs <count>',
      'how many runs; what they find depends on nothing else',
      read.positive,
    )
    .addOption(
      new Option('--seeds <first..last>', 'run with each of these seeds')
        .argParser(read.seeds)
        .conflicts(['runs', 'baseSeed']),
    )
    .option(
      '--base-seed <commit|time|number>',
      'where the first seed comes from; time by default',
      (text) => parseBaseSeed(text, read.seed),
    )
    .option('--jobs <count>', 'processes; one for each core by default', read.jobs)
    .option('--strategy <kind>', 'random or pct:<depth>; random by default')
    .addOption(
      new Option('--profile <kind>', 'how many validators lie: at most f, or more')
        .choices(['safe', 'beyond'])
        .default('safe'),
    )
    .option(
      '--changes <count|least..greatest>',
      'how many changes of committee each run has; where absent, some runs have some',
      parseChanges,
    )
    .addOption(
      new Option(
        '--mutants [ids...]',
        'hunt wrong implementations instead, to see what the search is worth',
      ).conflicts(OF_A_SEARCH),
    )
    .option('--repeats <count>', 'with --mutants, hunts for each; 3 by default', read.positive)
    .option(
      '--corpus <folder>',
      'scenarios to run first, and where to keep what showed something new',
    )
    .option('--max-failures <count>', 'how many causes end the search', read.positive, 5)
    .option(
      '--shrink-time <duration>',
      'with --time, how long each cause is made smaller; 20s by default',
    )
    .addOption(read.crypto.default('stub'))
    .option('--artefacts <folder>', `where to keep what shows a failure; ${USUAL_ROOT} by default`)
    .option('--json', 'print one JSON object instead of the report')
    .option('--junit <file>', 'write a JUnit report too')
    .option('--events <file>', 'write what happens too, one JSON object a line')
    .option(
      '--trend <file>',
      'with --mutants, append the sums of the scoreboard, one JSON object a line',
    )
    .action(async (options: FuzzOptions) => {
      const { fuzz } = await import('../commands/fuzz.ts');
      outcome.code = await fuzz({ usualArtefacts: USUAL_ROOT, ...options }, terminal);
    });
}

function parseBaseSeed(text: string, seed: Readers['seed']): BaseSeed {
  if (text === 'commit' || text === 'time') return text;
  try {
    return seed(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError('Expected commit, time, or a number below 2^64.');
  }
}
