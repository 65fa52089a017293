/**
 * Reports a bug in this code: a state that no input can bring about.
 *
 * It stops the actor and fails the run. Nobody catches it to go on.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Checks a condition that always holds unless this code has a bug.
 *
 * @throws InvariantError when the condition is false.
 */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
