/**
 * Gives what an action throws, so that a test can assert its code and facts.
 *
 * @throws Error when the action does not throw.
 */
export function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error, and none was thrown');
}
