import type { Command } from 'commander';

/**
 * Rewrites a request for help into a form that commander understands.
 *
 * Commander's `help` reads no further than `help scenario` in `help scenario fmt`, so the command
 * itself is asked. If a name leads nowhere, the request for help is left out: with it, commander
 * would forget the name, and treat a slip of the hand as a success. Without it, commander refuses
 * the name, and says which name is spelt like it.
 */
export function readHelp(args: readonly string[], program: Command): readonly string[] {
  const option = args.findIndex((arg) => arg.startsWith('-'));
  const names = (option < 0 ? args : args.slice(0, option)).filter((name) => name !== HELP);
  if (isNowhere(program, names)) return args.filter((arg) => !WISHES.includes(arg));
  return args[0] === HELP && args.length > 1 && option < 0 ? [...names, '--help'] : args;
}

/**
 * Tells whether these names, each a command within the one before, name a command that a group does
 * not have.
 */
function isNowhere(group: Command, names: readonly string[]): boolean {
  const [name, ...within] = names;
  const isGroup = group.commands.length > 0 && group.registeredArguments.length === 0;
  if (!isGroup || name === undefined) return false;
  const next = group.commands.find((each) => each.name() === name);
  return next === undefined || isNowhere(next, within);
}

/** The command that commander adds to every group. */
const HELP = 'help';
const WISHES: readonly string[] = [HELP, '--help', '-h'];
