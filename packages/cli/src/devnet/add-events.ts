import type { Command } from 'commander';
import type { EventsOptions } from '../commands/devnet-events.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { runningCommands } from './running-commands.ts';

/** Adds the command that tells what happens in a running devnet. */
export function addEvents(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const { add, run } = runningCommands(
    devnet,
    { terminal, outcome },
    () => import('../commands/devnet-events.ts'),
  );
  add('events', 'Print what happens in a running devnet, a line each, until Ctrl-C.')
    .option('--last <count>', 'begin with so many of the latest; none by default')
    .option('--kind <kinds>', 'only these, between commas, such as submitted,refused')
    .option('--account <who>', 'only of this account: its name, or its address')
    .option('--node <name>', 'only of this node, such as v1')
    .option('--json', 'print each event as a JSON object')
    .action((_: EventsOptions, command: Command) =>
      run(command, async ({ watchDevnet }) => {
        outcome.code = await watchDevnet(command.optsWithGlobals(), terminal);
      }),
    );
}
