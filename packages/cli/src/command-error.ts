/** Reports that a command cannot do what it was asked; the message says what to do instead. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/**
 * Reports an option or an argument that makes no sense; the message names it. `main` adds how to
 * look up what the command takes.
 */
export class OptionError extends CommandError {
  override readonly name = 'OptionError';
}
