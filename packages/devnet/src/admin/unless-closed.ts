import { closedFirst, closes } from './admin-error.ts';

/**
 * Does something for a caller who may have to be told that there will be no answer: `closing` is
 * aborted then.
 *
 * @throws AdminError `SERVICE_UNAVAILABLE` if the devnet closes first
 */
export async function unlessClosed<T>(act: () => T | Promise<T>, closing: AbortSignal): Promise<T> {
  if (closing.aborted) throw closes();
  let hear = (): void => undefined;
  const closed = new Promise<never>((_, reject) => {
    hear = () => reject(closedFirst());
    closing.addEventListener('abort', hear);
  });
  try {
    return await Promise.race([act(), closed]);
  } finally {
    closing.removeEventListener('abort', hear);
  }
}
