import type { TransactionId } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFarewell } from '../farewell.ts';
import { createTraces } from './traces.ts';
import { type WaitCondition, waitFor } from './wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CONDITIONS: readonly (readonly [string, WaitCondition])[] = [
  ['idle', { kind: 'idle', milliseconds: 60_000 }],
  [
    'settled',
    {
      kind: 'settled',
      transactionId: 'ab'.repeat(32) as TransactionId,
      validators: 1,
      among: ['v1'],
    },
  ],
];

/** Waits for something that never happens. */
function wait(
  condition: WaitCondition,
  closing: AbortSignal,
  gone = new AbortController().signal,
): Promise<unknown> {
  const traces = createTraces(() => 0n);
  const waited = waitFor({ validators: [], traces, closing, gone }, condition, 60_000);
  return waited.catch((failure: unknown) => failure);
}

describe.each(CONDITIONS)('a wait until %s', (kind, condition) => {
  it('ends when the devnet closes, and leaves no timer behind', async () => {
    const closing = new AbortController();
    const waited = wait(condition, closing.signal);
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.getTimerCount()).toBe(1);
    closing.abort();
    expect(await waited).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'the devnet closed before this had ended',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('begun after that ends at once', async () => {
    expect(await wait(condition, AbortSignal.abort())).toMatchObject({ status: 503 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with its caller, and leaves no timer behind', async () => {
    const gone = new AbortController();
    const waited = wait(condition, new AbortController().signal, gone.signal);
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.getTimerCount()).toBe(1);
    gone.abort();
    await waited;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends in time otherwise', async () => {
    const waited = wait(condition, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await waited).toEqual(
      kind === 'idle'
        ? undefined
        : expect.objectContaining({
            code: 'TIMEOUT',
            message: 'settled: not so after 60000 ms: not at v1',
          }),
    );
  });
});

it('leaves no listener behind, however it ends', async () => {
  let listening = 0;
  const onDeed = () => {
    listening += 1;
    return () => {
      listening -= 1;
    };
  };
  const traces = { ...createTraces(() => 0n), onDeed };
  const { closing, giveUp } = createFarewell();
  const ground = { validators: [], traces, closing, gone: new AbortController().signal };
  const ends = CONDITIONS.map(([, each]) => waitFor(ground, each, 1_000).catch(() => undefined));
  await vi.advanceTimersByTimeAsync(500);
  // Nothing that is done can make a devnet idle.
  expect([listening, ends.length]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(ends);
  expect(listening).toBe(0);
  giveUp();
});

it('may be one of many, without a complaint of the host', async () => {
  const complaints: string[] = [];
  const hear = ({ name }: Error) => void complaints.push(name);
  process.on('warning', hear);
  const { closing, giveUp } = createFarewell();
  const waits = CONDITIONS.flatMap(([, each]) =>
    Array.from({ length: 10 }, () => wait(each, closing)),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  giveUp();
  await Promise.all(waits);
  process.off('warning', hear);
  expect(complaints).not.toContain('MaxListenersExceededWarning');
});

it('says how long a devnet was idle that was not idle long enough, as it may never have done anything', async () => {
  const closing = new AbortController().signal;
  const traces = createTraces(
    () => 0n,
    () => 0,
  );
  const condition: WaitCondition = { kind: 'idle', milliseconds: 60_000 };
  const waited = waitFor({ validators: [], traces, closing, gone: closing }, condition, 1_000);
  const failure = expect(waited).rejects.toThrow(
    'idle: not so after 1000 ms: for the last 0 ms nothing was signed or settled',
  );
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
});
