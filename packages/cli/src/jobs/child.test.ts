import { afterEach, describe, expect, it, vi } from 'vitest';
import { JobLostError, startChild } from './child.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a process that does what it is asked', () => {
  it('is reported as lost whenever it is asked after its end', async () => {
    const child = startChild<object, never>('#fuzz-process', () => 'a hunt');
    child.stop();
    // The first request learns how the process ended, the second that it has ended.
    for (const how of ['was ended by SIGTERM', 'had ended before']) {
      const asked = child.ask({});
      await expect(asked).rejects.toThrow(JobLostError);
      await expect(asked).rejects.toThrow(`a hunt: the process that ran it ${how}`);
    }
  });

  it('is ended, and counts as lost, once it has taken too long to answer', async () => {
    const child = startChild<object, never>('#fuzz-process', () => 'a run');
    const how = 'a run: the process that ran it gave no answer for 0.001 s';
    // The process needs a hundred times as long to come up.
    await expect(child.ask({}, 1)).rejects.toThrow(how);
    await expect(child.ask({})).rejects.toThrow(JobLostError);
  });

  it('is not given up if everything stood still: a timer that is due fires before an answer is heard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const child = startChild<object, never>('#fuzz-process', () => 'a run');
    const asked = child.ask({}, 600_000);
    vi.advanceTimersToNextTimer();
    child.stop();
    await expect(asked).rejects.toThrow('a run: the process that ran it was ended by SIGTERM');
  });

  it('is given all of the time that it may take, and no more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const child = startChild<object, never>('#fuzz-process', () => 'a run');
    const asked = child.ask({}, 600_000);
    vi.advanceTimersByTime(600_000);
    await expect(asked).rejects.toThrow('gave no answer for 600 s');
  });
});
