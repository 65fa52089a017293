/** Reports that an exploration has to stop where it stands, because it was given no more time. */
class TimeIsUpError extends Error {
  override readonly name = 'TimeIsUpError';
  readonly code = 'TimeIsUp';
}

/** Tells whether there is time left; whoever asks for an exploration keeps the clock. */
export type MayGoOn = () => boolean;

/**
 * Lets an exploration go on that has time left.
 *
 * @throws TimeIsUpError
 */
export function goOn(mayGoOn: MayGoOn): void {
  if (!mayGoOn()) throw new TimeIsUpError('the time is up');
}

/** Carries out what an exploration goes on with; gives whether there was time for it, and what came of it. */
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
