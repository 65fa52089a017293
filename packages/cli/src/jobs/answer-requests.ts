import { optimiseLate } from '../compiler.ts';
import type { ChildAnswer } from './child.ts';

/** What is used of this process. */
type Own = Pick<NodeJS.Process, 'on' | 'exit' | 'send'>;

/**
 * Answers the requests of the process that started this one, one after another, until that process
 * is gone.
 */
export function answerRequests<Request>(
  handle: (request: Request) => unknown,
  own: Own = process,
): void {
  optimiseLate();
  own.on('message', (request: Request) => {
    void answer(handle, request).then((settled) => own.send?.(settled, undefined, {}, ignored));
  });
  own.on('disconnect', () => own.exit());
  // Ctrl-C reaches every process of a terminal: the process that started this one decides what it
  // means.
  own.on('SIGINT', () => undefined);
}

// If the process that asked is gone, this one ends in a moment, and there is nobody to tell.
const ignored = () => undefined;

// The process that asked reports bugs of quorate; this process knows nobody to tell.
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
