import { describe, expect, it } from 'vitest';
import { JobLostError } from './child.ts';
import { unlessCalledOff } from './unless-called-off.ts';

const LOST = new JobLostError('the hunt', 'was ended by SIGTERM');
const BUG = new Error('a bug of ours');

/** Creates work that notes how often it was begun and stopped. */
function createWork(becomes: () => Promise<string>) {
  const seen = { begun: 0, stopped: 0 };
  const act = () => {
    seen.begun += 1;
    return becomes();
  };
  const stop = () => {
    seen.stopped += 1;
  };
  return { seen, act, job: { stop } };
}

describe('work that somebody may call off', () => {
  it('gives its result, and is not stopped once it is done', async () => {
    const controller = new AbortController();
    const { seen, act, job } = createWork(async () => 'caught');
    expect(await unlessCalledOff(act, job, controller.signal)).toBe('caught');
    controller.abort();
    expect(seen).toEqual({ begun: 1, stopped: 0 });
  });

  it('is not begun if it was called off before', async () => {
    const { seen, act, job } = createWork(async () => 'caught');
    expect(await unlessCalledOff(act, job, AbortSignal.abort())).toBeUndefined();
    expect(seen).toEqual({ begun: 0, stopped: 0 });
  });

  it.each([
    ['is stopped, and gives nothing', true, LOST, undefined],
    ['says what was wrong with it all the same', true, BUG, BUG],
    ['is lost where nobody did', false, LOST, LOST],
  ])('%s', async (_, isCalledOff, failure, expected) => {
    const controller = new AbortController();
    const { seen, act, job } = createWork(() => {
      if (isCalledOff) controller.abort();
      return Promise.reject(failure);
    });
    const ended = unlessCalledOff(act, job, controller.signal);
    expect(await ended.catch((error: unknown) => error)).toBe(expected);
    expect(seen.stopped).toBe(isCalledOff ? 1 : 0);
  });
});
