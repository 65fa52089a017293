import { JobLostError } from './child.ts';

/**
 * Waits for work; once `interrupt` is aborted, stops whoever does the work, and gives undefined.
 * Without `interrupt`, nothing calls the work off.
 */
export async function unlessCalledOff<T>(
  act: () => Promise<T>,
  { stop }: { readonly stop: () => void },
  interrupt: AbortSignal | undefined,
): Promise<T | undefined> {
  if (interrupt?.aborted) return undefined;
  interrupt?.addEventListener('abort', stop);
  try {
    return await act();
  } catch (error) {
    if (!interrupt?.aborted || !(error instanceof JobLostError)) throw error;
    return undefined;
  } finally {
    interrupt?.removeEventListener('abort', stop);
  }
}
