import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSendQueue } from './send-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // So that a deadline is no length of time.
  vi.advanceTimersByTime(5_000);
});
afterEach(() => void vi.useRealTimers());

/** A send that ends when the test says so. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { act: () => ended, end };
}

const soon = (): number => performance.now() + 100;

describe('createSendQueue', () => {
  it('carries out one after the other, in order, also after one that failed', async () => {
    const { take } = createSendQueue(5);
    const done: string[] = [];
    const first = held();
    const sends = [
      take(() => first.act().then(() => done.push('first')), soon()),
      take(async () => {
        done.push('second');
        throw new Error('no');
      }, soon()).catch(() => undefined),
      take(async () => done.push('third'), soon()),
    ];
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toEqual([]);
    first.end();
    await Promise.all(sends);
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('never carries out what it has told its caller it would not', async () => {
    const { take } = createSendQueue(5);
    const first = held();
    const act = vi.fn(() => Promise.resolve());
    const slow = take(first.act, soon());
    const late = expect(take(act, soon())).rejects.toMatchObject({ status: 503, code: 'BUSY' });
    await vi.advanceTimersByTimeAsync(100);
    await late;
    first.end();
    await slow;
    await take(() => Promise.resolve(), soon());
    expect(act).not.toHaveBeenCalled();
  });

  it('refuses at once when it is full', async () => {
    const { take } = createSendQueue(1);
    const first = held();
    const sends = [take(first.act, soon()), take(() => Promise.resolve(), soon())];
    await expect(take(() => Promise.resolve(), soon())).rejects.toMatchObject({ code: 'BUSY' });
    first.end();
    await Promise.all(sends);
  });
});
