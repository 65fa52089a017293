import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import { ed25519Option } from '../options/common-options.ts';
import { parseBudget, parsePositive } from '../options/option-values.ts';
import { settingOption } from '../options/setting.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ExploreCommandOptions } from './explore.ts';

/** Adds `quorate explore`. */
export function addExplore(
  program: Command,
  terminal: Terminal,
  outcome: { code: ExitCode },
): void {
  program
    .command('explore')
    .description('Try every order in which the messages of a small scenario can be delivered.')
    .argument('<file>', 'a scenario file; - is standard input')
    .option(
      '--clients <name...>',
      'the clients that act, while the others do nothing; all by default',
    )
    .option('--drops <count>', 'how many messages may be lost; 0 by default', parseBudget)
    .option(
      '--duplicates <count>',
      'how many messages may be duplicated; 0 by default',
      parseBudget,
    )
    .option(
      '--crashes <count>',
      'how many crashes of correct validators, each with a restart; 0 by default',
      parseBudget,
    )
    .option(
      '--timeouts <count>',
      'how many timers may go off at any moment; 0 by default',
      parseBudget,
    )
    .option(
      '--max-states <count>',
      'give up beyond this many states; 2000000 by default',
      parsePositive,
    )
    .option('--max-depth <count>', 'try only orders of at most this many events', parsePositive)
    .option('--time <duration>', 'give up after this long; never by default')
    .addOption(settingOption())
    .addOption(ed25519Option())
    .option('--json', 'print one JSON object instead of the report')
    .action(async (file: string, options: ExploreCommandOptions) => {
      const { explore } = await import('./explore.ts');
      outcome.code = explore(file, options, terminal);
    });
}
