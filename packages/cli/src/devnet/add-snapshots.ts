import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { runningCommands } from './running-commands.ts';
import type { RunningOptions } from './running-devnet.ts';

/** Adds the commands that keep the state of a running devnet, and put it back. */
export function addSnapshots(
  devnet: Command,
  terminal: Terminal,
  outcome: { code: ExitCode },
): void {
  const { add, run } = runningCommands(
    devnet,
    { terminal, outcome },
    () => import('../commands/devnet-snapshots.ts'),
  );
  add('snapshots', 'List the snapshots.')
    .option('--json', 'print one JSON list')
    .action((_: RunningOptions, command: Command) =>
      run(command, ({ listSnapshots }) => listSnapshots(command.optsWithGlobals(), terminal)),
    );
  add('snapshot', 'Keep the state of the whole network, in memory.')
    .argument('<name>', 'call it this; it replaces an earlier one of this name')
    .action((name: string, _: RunningOptions, command: Command) =>
      run(command, ({ takeSnapshot }) => takeSnapshot(name, command.optsWithGlobals(), terminal)),
    );
  add('restore', 'Put the whole network back to a snapshot.')
    .argument('<name>', 'which one')
    .action((name: string, _: RunningOptions, command: Command) =>
      run(command, ({ restoreSnapshot }) =>
        restoreSnapshot(name, command.optsWithGlobals(), terminal),
      ),
    );
  add('reset', 'Put the whole network back to its beginning.').action(
    (_: RunningOptions, command: Command) =>
      run(command, ({ resetNetwork }) => resetNetwork(command.optsWithGlobals(), terminal)),
  );
}
