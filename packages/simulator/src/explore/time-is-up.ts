/** Thrown when an exploration has to stop because its time is up. */
class TimeIsUpError extends Error {
  override readonly name = 'TimeIsUpError';
  readonly code = 'TimeIsUp';
}

/** Tells whether there is time left; the caller of an exploration keeps the clock. */
export type MayGoOn = (states?: number) => boolean;

/**
 * Does nothing while there is time left.
 *
 * @throws TimeIsUpError otherwise
 */
export function goOn(mayGoOn: MayGoOn): void {
  if (!mayGoOn()) throw new TimeIsUpError('the time is up');
}

/** Runs a part of an exploration; gives whether there was time for it, and its result. */
export function inTime<T>(
  make: () => T,
): { readonly isDone: true; readonly made: T } | { readonly isDone: false } {
  try {
    return { isDone: true, made: make() };
  } catch (error) {
    if (error instanceof TimeIsUpError) return { isDone: false };
    throw error;
  }
}
