import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ChildAnswer, type Forked, JobLostError, startChild } from './child.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a child whose processes do what a test says. */
function startFake() {
  const born: (EventEmitter & { signalCode: NodeJS.Signals | null })[] = [];
  const seen = { sent: [] as object[], killed: 0 };
  const child = startChild<object, string>(
    '#fuzz-process',
    () => 'a run',
    () => {
      const fake = Object.assign(new EventEmitter(), {
        exitCode: null,
        signalCode: null as NodeJS.Signals | null,
        send: (request: object) => seen.sent.push(request),
        kill: () => (seen.killed += 1),
      });
      born.push(fake);
      return fake as unknown as Forked;
    },
  );
  const answers = (answer: ChildAnswer) => born.at(-1)?.emit('message', answer);
  const ends = (signal: NodeJS.Signals) => {
    const last = born.at(-1);
    if (last !== undefined) last.signalCode = signal;
    last?.emit('exit', null, signal);
  };
  return { child, born, seen, answers, ends };
}

describe('a process that does what it is asked', () => {
  it('is started again with what it was asked when Ctrl-C ends it, unless it was stopped', async () => {
    const { child, born, seen, answers, ends } = startFake();
    const first = child.ask({ run: 1 });
    ends('SIGINT');
    expect([born.length, seen.sent]).toEqual([2, [{ run: 1 }, { run: 1 }]]);
    answers({ type: 'Done', outcome: 'done' });
    expect(await first).toBe('done');
    const second = child.ask({ run: 2 });
    child.stop();
    ends('SIGINT');
    await expect(second).rejects.toThrow('was ended by SIGINT');
    expect([born.length, seen.sent.length]).toEqual([2, 3]);
  });

  it('is left alone once it has answered in time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { child, seen, answers } = startFake();
    const asked = child.ask({}, 1000);
    answers({ type: 'Done', outcome: 'done' });
    expect(await asked).toBe('done');
    vi.advanceTimersByTime(10_000);
    expect(seen.killed).toBe(0);
  });

  it.each([
    ['ThreadLost', JobLostError, 'a run: the process that ran it lost a thread'],
    [undefined, Error, 'a run: at line 5'],
  ])(
    'counts as lost if it lost a thread, and not after other failures: code %s',
    async (code, type, message) => {
      const { child, answers } = startFake();
      const asked = child.ask({});
      answers({ type: 'Threw', stack: 'at line 5', code });
      const failure = await asked.catch((error: unknown) => error);
      expect(failure).toMatchObject({ constructor: type, message });
    },
  );

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

  it('is asked nothing after its end, whatever becomes of what it is sent', async () => {
    const { child, seen, ends } = startFake();
    ends('SIGKILL');
    const asked = child.ask({});
    await expect(asked).rejects.toThrow('a run: the process that ran it had ended before');
    expect(seen.sent).toEqual([]);
  });

  it('is not given up if everything stood still: a timer that is due fires before an answer is heard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const { child, ends } = startFake();
    const asked = child.ask({}, 600_000);
    vi.advanceTimersToNextTimer();
    child.stop();
    ends('SIGTERM');
    await expect(asked).rejects.toThrow('a run: the process that ran it was ended by SIGTERM');
  });

  it('is ended, and counts as lost, once it has taken all of its time to answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const child = startChild<object, never>('#fuzz-process', () => 'a run');
    const asked = child.ask({}, 600_000);
    vi.advanceTimersByTime(600_000);
    const how = 'a run: the process that ran it gave no answer for 600 s';
    await expect(asked).rejects.toThrow(how);
    await expect(child.ask({})).rejects.toThrow(JobLostError);
  });
});
