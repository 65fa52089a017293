import type { Command } from 'commander';
import type { CheckOptions } from '../commands/devnet-check.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from '../wallet/carry-out.ts';
import { tokenOption, urlOption } from '../wallet/network-options.ts';
import { refuseOptionsOfStart } from './options-of-start.ts';

/** Adds the command that checks a running devnet to the command that starts one. */
export function addCheck(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const carryOut = carrier(terminal, outcome, '--token');
  devnet
    .command('check')
    .description('Verify and replay all history of a running devnet, and compare its validators.')
    .addOption(urlOption())
    .addOption(tokenOption('--token'))
    .option('--json', 'print one JSON object')
    .action((_options: CheckOptions, command: Command) => {
      refuseOptionsOfStart(devnet, command);
      return carryOut(async () => {
        const { checkDevnet } = await import('../commands/devnet-check.ts');
        // Commander gives an option of both commands to the outer one.
        outcome.code = await checkDevnet(command.optsWithGlobals(), terminal);
      });
    });
}
