import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from '../wallet/carry-out.ts';
import { tokenOption, urlOption } from '../wallet/network-options.ts';

/** Where commands write, and what they end with. */
interface Ends {
  readonly terminal: Terminal;
  readonly outcome: { code: ExitCode };
}

/** What adds commands about a running devnet to the command that starts one. */
interface RunningCommands<T> {
  /** Adds a command with the options by which it finds the devnet. */
  readonly add: (name: string, description: string) => Command;
  /**
   * Carries such a command out, with what it is made of. Its options are those of `optsWithGlobals`,
   * because commander gives an option of both commands to the outer one.
   */
  readonly run: (command: Command, act: (loaded: T) => Promise<void>) => Promise<void>;
}

/** Gives what adds such commands. What they are made of is loaded only when one is carried out. */
export function runningCommands<T>(
  devnet: Command,
  { terminal, outcome }: Ends,
  load: () => Promise<T>,
): RunningCommands<T> {
  const carryOut = carrier(terminal, outcome, '--token');
  return {
    add: (name, description) =>
      devnet
        .command(name)
        .description(description)
        .addOption(urlOption())
        .addOption(tokenOption('--token')),
    run: (command, act) => {
      refuseOptionsOfStart(devnet, command);
      return carryOut(async () => act(await load()));
    },
  };
}

// The outer command takes its options wherever they stand, also those that only say how a devnet
// starts.
function refuseOptionsOfStart(devnet: Command, inner: Command): void {
  const own = inner.options.map(({ long }) => long);
  const foreign = devnet.options.find(
    (option) =>
      devnet.getOptionValueSource(option.attributeName()) === 'cli' && !own.includes(option.long),
  );
  if (foreign !== undefined) inner.error(`error: unknown option '${foreign.long}'`);
}
