import { expect, it } from 'vitest';
import { interruptible } from './interruptible.ts';

it('tells the work only of the first Ctrl-C, and listens only as long as the work goes on', async () => {
  const listeners = () => process.rawListeners('SIGINT');
  const before = listeners();
  const seen = await interruptible(async (interrupt) => {
    const wasAborted = interrupt.aborted;
    const [abort] = listeners().filter((each) => !before.includes(each));
    abort?.('SIGINT');
    // The second Ctrl-C ends the process.
    return [wasAborted, interrupt.aborted, listeners().length];
  });
  expect(seen).toEqual([false, true, before.length]);
  const failed = interruptible(() => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
  expect(listeners()).toEqual(before);
});
