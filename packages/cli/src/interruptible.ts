import { setMaxListeners } from 'node:events';

/** Let the first Ctrl-C end some work with its report; the second ends the process. */
export async function interruptible<T>(act: (interrupt: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Each process of many may wait for it.
  setMaxListeners(0, controller.signal);
  const abort = () => controller.abort();
  process.once('SIGINT', abort);
  try {
    return await act(controller.signal);
  } finally {
    process.off('SIGINT', abort);
  }
}
