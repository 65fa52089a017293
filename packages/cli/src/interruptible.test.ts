import { expect, it } from 'vitest';
import { interruptible } from './interruptible.ts';

it('tells the work of the first Ctrl-C alone, and listens no longer than the work goes on', async () => {
  const before = process.listeners('SIGINT');
  const seen = await interruptible(async (interrupt) => {
    const wasAborted = interrupt.aborted;
    const [abort] = process.listeners('SIGINT').filter((each) => !before.includes(each));
    abort?.('SIGINT');
    return [wasAborted, interrupt.aborted];
  });
  expect(seen).toEqual([false, true]);
  const failed = interruptible(() => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
  expect(process.listeners('SIGINT')).toEqual(before);
});
