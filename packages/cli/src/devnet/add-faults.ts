import type { Command } from 'commander';
import type { HeldOptions } from '../commands/devnet-faults.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import type { FaultOptions } from './read-fault.ts';
import { runningCommands } from './running-commands.ts';
import type { RunningOptions } from './running-devnet.ts';

/** Adds the commands that make a running devnet go wrong, and well again. */
export function addFaults(devnet: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const { add, run } = runningCommands(
    devnet,
    { terminal, outcome },
    () => import('../commands/devnet-faults.ts'),
  );
  add('faults', 'List the faults in effect.')
    .option('--json', 'print one JSON object')
    .action((_: RunningOptions, command: Command) =>
      run(command, ({ listFaults }) => listFaults(command.optsWithGlobals(), terminal)),
    );
  add('fault', 'Begin a fault, such as: cut v4; clog p1 v1,v2; slow v1 delay=1s; or one in JSON.')
    .argument('<kind>', 'its kind, or all of it in JSON')
    .argument('[word...]', 'from and to, or the node; anything else as key=value')
    .option('--for <time>', 'how long it lasts; until it is ended by default')
    .option('--one-way', 'strike only messages of this direction')
    .option('--message <kind...>', 'hold only messages of this kind, such as SubmitTransaction')
    .option('--about <id>', 'hold only messages about this transaction')
    .option('--account <who>', 'hold only messages about this account')
    .option('--id <name>', 'call it this; it gets a name by default')
    .action((kind: string, words: string[], _: FaultOptions, command: Command) =>
      run(command, ({ beginFault }) =>
        beginFault([kind, ...words], command.optsWithGlobals(), terminal),
      ),
    );
  add('heal', 'End faults.')
    .argument('[id...]', 'which of them; all by default')
    .action((ids: string[], _: RunningOptions, command: Command) =>
      run(command, ({ heal }) => heal(ids, command.optsWithGlobals(), terminal)),
    );
  add('held', 'List the messages that faults hold.')
    .option('--json', 'print one JSON object')
    .action((_: RunningOptions, command: Command) =>
      run(command, ({ listHeld }) => listHeld(command.optsWithGlobals(), terminal)),
    );
  for (const deed of ['release', 'drop'] as const) {
    const what =
      deed === 'release'
        ? 'Make messages arrive that faults hold, in this order.'
        : 'Lose messages that faults hold.';
    add(deed, what)
      .argument('[id...]', 'which of them')
      .option('--all', 'all of them')
      .action((ids: string[], _: HeldOptions, command: Command) =>
        run(command, ({ actOnHeld }) =>
          actOnHeld(deed, { ids, options: command.optsWithGlobals() }, terminal),
        ),
      );
  }
}
