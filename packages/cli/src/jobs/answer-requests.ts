import { optimiseLate } from '../compiler.ts';
import type { ChildAnswer } from './child.ts';

/** Gives a sign of life in the middle of some work. */
export type GoOn = () => void;

/**
 * Answers the requests of the process that started this one, one after another, until that process
 * is gone. Work that takes long says now and then that it goes on.
 */
export function answerRequests<Request>(handle: (request: Request, goOn: GoOn) => unknown): void {
  optimiseLate();
  const say = (said: ChildAnswer) => process.send?.(said, undefined, {}, ignored);
  const goOn = () => say({ type: 'Going' });
  process.on('message', (request: Request) => {
    void answer(() => handle(request, goOn)).then(say);
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches every process of a terminal: the process that started this one decides what it
  // means.
  process.on('SIGINT', () => undefined);
}

// If the process that asked is gone, this one ends in a moment, and there is nobody to tell.
const ignored = () => undefined;

// The process that asked reports bugs of quorate; this process knows nobody to tell.
async function answer(work: () => unknown): Promise<ChildAnswer> {
  try {
    return { type: 'Done', outcome: await work() };
  } catch (error) {
    if (!(error instanceof Error)) return { type: 'Threw', stack: String(error), code: undefined };
    const { stack = error.message } = error;
    return { type: 'Threw', stack, code: 'code' in error ? error.code : undefined };
  }
}
