import type { Command } from 'commander';

/**
 * Write a wish for help as commander understands it.
 *
 * Of `help scenario fmt` its `help` sees `help scenario` alone, so the command itself is asked. With a name
 * that leads nowhere, the wish is left out: asked for help, commander would forget the name, and make a
 * success of a slip of the hand. So it refuses the name, and says which is spelt like it.
 */
export function readHelp(args: readonly string[], program: Command): readonly string[] {
  const option = args.findIndex((arg) => arg.startsWith('-'));
  const names = (option < 0 ? args : args.slice(0, option)).filter((name) => name !== HELP);
  if (isNowhere(program, names)) return args.filter((arg) => !WISHES.includes(arg));
  return args[0] === HELP && args.length > 1 && option < 0 ? [...names, '--help'] : args;
}

/** Tells whether these names, one command within the other, leave a group for what it does not have. */
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
