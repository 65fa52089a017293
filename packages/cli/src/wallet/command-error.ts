/** Reports that a command cannot do what it was asked; the message says what to do instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
