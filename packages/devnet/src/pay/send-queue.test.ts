import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSendQueue } from './send-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A send that ends when somebody says so. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { act: () => ended, end };
}

describe('createSendQueue', () => {
  it('carries out one after the other, in order, also after one that failed', async () => {
    const { take } = createSendQueue({ room: 5, patience: 100 });
    const done: string[] = [];
    const first = held();
    const sends = [
      take(() => first.act().then(() => done.push('first'))),
      take(async () => {
        done.push('second');
        throw new Error('no');
      }).catch(() => undefined),
      take(async () => done.push('third')),
    ];
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toEqual([]);
    first.end();
    await Promise.all(sends);
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('never carries out what it has told its caller it would not', async () => {
    const { take } = createSendQueue({ room: 5, patience: 100 });
    const first = held();
    const act = vi.fn(() => Promise.resolve());
    const slow = take(first.act);
    const late = expect(take(act)).rejects.toMatchObject({ status: 503, code: 'BUSY' });
    await vi.advanceTimersByTimeAsync(100);
    await late;
    first.end();
    await slow;
    await take(() => Promise.resolve());
    expect(act).not.toHaveBeenCalled();
  });

  it('refuses at once who finds no room', async () => {
    const { take } = createSendQueue({ room: 1, patience: 100 });
    const first = held();
    const sends = [take(first.act), take(() => Promise.resolve())];
    await expect(take(() => Promise.resolve())).rejects.toMatchObject({ code: 'BUSY' });
    first.end();
    await Promise.all(sends);
  });
});
