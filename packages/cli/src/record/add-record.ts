import type { Command } from 'commander';
import type { RecordOptions } from '../commands/devnet-record.ts';
import { runningCommands } from '../devnet/running-commands.ts';
import type { ExitCode } from '../exit-code.ts';
import { outputOption } from '../options/common-options.ts';
import type { Terminal } from '../output/terminal.ts';

/** Adds the command that records a devnet to the command that starts one. */
export function addRecord(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const { add, run } = runningCommands(
    devnet,
    { terminal, outcome },
    () => import('../commands/devnet-record.ts'),
  );
  add('record', 'Record the recent traffic of a running devnet as a scenario file.')
    .addOption(outputOption())
    .option('--last <time>', 'how far back, such as 5min; the ten minutes it remembers by default')
    .action((_: RecordOptions, command: Command) =>
      run(command, async ({ recordDevnet }) => {
        outcome.code = await recordDevnet(command.optsWithGlobals(), terminal);
      }),
    );
}
