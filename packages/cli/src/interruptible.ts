import { setMaxListeners } from 'node:events';

/** Makes the first Ctrl-C end some work with its report; the second ends the process. */
export async function interruptible<T>(act: (interrupt: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Each of many processes may listen to the signal.
  setMaxListeners(0, controller.signal);
  const abort = () => controller.abort();
  process.once('SIGINT', abort);
  try {
    return await act(controller.signal);
  } finally {
    process.off('SIGINT', abort);
  }
}
