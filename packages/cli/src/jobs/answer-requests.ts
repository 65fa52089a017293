import { optimiseLate } from '../compiler.ts';
import type { ChildAnswer } from './child.ts';

/** Answer the requests of whoever started this process, one after another, until they are gone. */
export function answerRequests<Request>(handle: (request: Request) => unknown): void {
  optimiseLate();
  process.on('message', (request: Request) => {
    void answer(handle, request).then((settled) => process.send?.(settled, undefined, {}, ignored));
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches every process of a terminal: whoever started this one decides what it means.
  process.on('SIGINT', () => undefined);
}

// Where whoever asked is gone, so is this process in a moment: there is nobody to tell.
const ignored = () => undefined;

// A bug of ours is for whoever asked to report; this process knows nobody to tell.
async function answer<Request>(
  handle: (request: Request) => unknown,
  request: Request,
): Promise<ChildAnswer> {
  try {
    return { type: 'Done', outcome: await handle(request) };
  } catch (error) {
    if (!(error instanceof Error)) return { type: 'Threw', stack: String(error), code: undefined };
    const { stack = error.message } = error;
    return { type: 'Threw', stack, code: 'code' in error ? error.code : undefined };
  }
}
