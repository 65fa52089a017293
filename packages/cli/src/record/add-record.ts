import type { Command } from 'commander';
import type { RecordOptions } from '../commands/devnet-record.ts';
import { refuseOptionsOfStart } from '../devnet/options-of-start.ts';
import type { ExitCode } from '../exit-code.ts';
import { outputOption } from '../options/common-options.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from '../wallet/carry-out.ts';
import { tokenOption, urlOption } from '../wallet/network-options.ts';

/** Adds the command that records a devnet to the command that starts one. */
export function addRecord(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const carryOut = carrier(terminal, outcome, '--token');
  devnet
    .command('record')
    .description('Record the recent traffic of a running devnet as a scenario file.')
    .addOption(outputOption())
    .option('--last <time>', 'how far back, such as 5min; the ten minutes it remembers by default')
    .addOption(urlOption())
    .addOption(tokenOption('--token'))
    .action((_options: RecordOptions, command: Command) => {
      refuseOptionsOfStart(devnet, command);
      return carryOut(async () => {
        const { recordDevnet } = await import('../commands/devnet-record.ts');
        // Commander gives an option of both commands to the outer one.
        outcome.code = await recordDevnet(command.optsWithGlobals(), terminal);
      });
    });
}
