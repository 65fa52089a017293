import type { Command } from 'commander';

/**
 * Have a program refuse to help with a command that it does not have.
 *
 * Asked for help, commander forgets what stands before: of a slip of the hand it would make a success.
 */
export function refuseHelpOnUnknown(program: Command): void {
  program.addHelpText('beforeAll', ({ command }) => {
    const name = unknownOf(command);
    if (name !== undefined) command.error(`error: unknown command '${name}'`);
    return '';
  });
}

/** Gives what stands where a command of this group is named, and is none of them. */
function unknownOf({ args, commands, registeredArguments }: Command): string | undefined {
  const [name] = args[0] === HELP ? args.slice(1) : args;
  const isGroup = commands.length > 0 && registeredArguments.length === 0;
  if (!isGroup || name === undefined || name === HELP || name.startsWith('-')) return undefined;
  return commands.some((each) => each.name() === name) ? undefined : name;
}

/**
 * Ask a command of a group for its help, where commander's `help` knows the groups alone: of
 * `help scenario fmt` it sees `help scenario`.
 */
export function helpOfNamed(args: readonly string[]): readonly string[] {
  const [first, ...names] = args;
  const isNamed =
    first === HELP && names.length > 0 && names.every((name) => !name.startsWith('-'));
  return isNamed ? [...names.filter((name) => name !== HELP), '--help'] : args;
}

/** The command that commander adds to every group. */
const HELP = 'help';
