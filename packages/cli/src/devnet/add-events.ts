import type { Command } from 'commander';
import type { EventsOptions } from '../commands/devnet-events.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from '../wallet/carry-out.ts';
import { tokenOption, urlOption } from '../wallet/network-options.ts';
import { refuseOptionsOfStart } from './options-of-start.ts';

/** Adds the command that tells what happens in a running devnet. */
export function addEvents(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const carryOut = carrier(terminal, outcome, '--token');
  devnet
    .command('events')
    .description('Print what happens in a running devnet, a line each, until Ctrl-C.')
    .addOption(urlOption())
    .addOption(tokenOption('--token'))
    .option('--last <count>', 'begin with so many of the latest; none by default')
    .option('--kind <kinds>', 'only these, between commas, such as submitted,refused')
    .option('--account <who>', 'only of this account: its name, or its address')
    .option('--node <name>', 'only of this node, such as v1')
    .option('--json', 'print each event as a JSON object')
    .action((_options: EventsOptions, command: Command) => {
      refuseOptionsOfStart(devnet, command);
      return carryOut(async () => {
        const { watchDevnet } = await import('../commands/devnet-events.ts');
        // Commander gives an option of both commands to the outer one.
        outcome.code = await watchDevnet(command.optsWithGlobals(), terminal);
      });
    });
}
