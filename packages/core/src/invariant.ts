/**
 * Reports a bug of our own: something that no input can bring about.
 *
 * It stops the actor and fails the run, and is never caught to go on.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Insists on what must hold.
 *
 * @throws InvariantError when it does not.
 */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
