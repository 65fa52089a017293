import type { Command } from 'commander';
import type { CheckOptions } from '../commands/devnet-check.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { runningCommands } from './running-commands.ts';

/** Adds the command that checks a running devnet to the command that starts one. */
export function addCheck(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const { add, run } = runningCommands(
    devnet,
    { terminal, outcome },
    () => import('../commands/devnet-check.ts'),
  );
  add('check', 'Verify and replay all history of a running devnet, and compare its validators.')
    .option('--json', 'print one JSON object')
    .action((_: CheckOptions, command: Command) =>
      run(command, async ({ checkDevnet }) => {
        outcome.code = await checkDevnet(command.optsWithGlobals(), terminal);
      }),
    );
}
