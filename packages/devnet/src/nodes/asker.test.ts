import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asker, createAsker } from './asker.ts';
import { createBus } from './bus.ts';

const PENDING = { type: 'GetPending', address: '07'.repeat(32) as never } as const;
const NOTHING = { type: 'PendingTransactions', envelopes: [] } as const;

let asker: Asker;
let bus: ReturnType<typeof createBus>;
/** Answers the oldest question that has no answer yet. */
let answerNext: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  bus = createBus((failure) => expect.fail(String(failure)));
  const asked: string[] = [];
  bus.attach('p1', (_from, message) => void asked.push(message.requestId));
  answerNext = () => {
    const requestId = asked.shift() ?? '';
    bus.send('p1', 'http', { type: 'Response', requestId, result: NOTHING });
  };
  asker = createAsker({ transport: bus, name: 'http', timeout: 100 });
});
afterEach(() => {
  asker.close();
  vi.useRealTimers();
});

describe('createAsker', () => {
  it('gives each caller the answer to its own question', async () => {
    const [first, second] = [asker.ask('p1', PENDING), asker.ask('p1', PENDING)];
    await vi.advanceTimersByTimeAsync(1);
    answerNext();
    expect(await first).toEqual(NOTHING);
    await vi.advanceTimersByTimeAsync(98);
    answerNext();
    expect(await second).toEqual(NOTHING);
  });

  it('asks under no id that an asker of its name has used before: a proxy would take it for that', async () => {
    const ids: string[] = [];
    bus.attach('p2', (_from, { requestId }) => void ids.push(requestId));
    for (let life = 0; life < 2; life += 1) {
      for (let count = 0; count < 2; count += 1) void asker.ask('p2', PENDING);
      await vi.advanceTimersByTimeAsync(1);
      asker.close();
      asker = createAsker({ transport: bus, name: 'http', timeout: 100 });
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it('gives up each question when its own time is over, not before', async () => {
    const ends: string[] = [];
    const note = (name: string) => () => void ends.push(name);
    void asker.ask('p1', PENDING).then(note('first'));
    await vi.advanceTimersByTimeAsync(40);
    void asker.ask('p1', PENDING).then(note('second'));
    await vi.advanceTimersByTimeAsync(59);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(39);
    expect(ends).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['first', 'second']);
    void asker.ask('p1', PENDING).then(note('third'));
    await vi.advanceTimersByTimeAsync(100);
    expect(ends).toEqual(['first', 'second', 'third']);
  });

  it('says at once that a node gives no answer that goes down, or is down', async () => {
    let isDown = false;
    const caller = createAsker({ transport: bus, name: 'caller', timeout: 100 });
    const giveUp = caller.attend('p1', () => isDown);
    const [there, elsewhere] = [caller.ask('p1', PENDING), caller.ask('p2', PENDING)];
    isDown = true;
    giveUp();
    expect(await there).toBeUndefined();
    expect(await caller.ask('p1', PENDING)).toBeUndefined();
    expect(await Promise.race([elsewhere, 'waits'])).toBe('waits');
    caller.close();
  });

  it('says at once that there is no answer, and waits for nothing, once it is closed', async () => {
    const before = asker.ask('p1', PENDING);
    asker.close();
    expect(await before).toBeUndefined();
    expect(await Promise.race([asker.ask('p1', PENDING), 'waits'])).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('C8 has stand-ins answer what a node asks it, one after the other, never the node itself', async () => {
    const bus = createBus((failure) => expect.fail(String(failure)));
    const standIns = () => ['v1', 'v2', 'v3'];
    const caller = createAsker({ transport: bus, name: 'caller', timeout: 100, standIns });
    const select = { by: 'Dependency', dependency: { kind: 'Epoch', id: '1' } } as const;
    const asked: string[] = [];
    const answers: unknown[] = [];
    bus.attach('v1', (_from, message) => void answers.push(message));
    for (const name of ['v2', 'v3']) {
      bus.attach(name, (from, { requestId }) => {
        asked.push(name);
        const result = { type: 'Certificates', certificates: [] } as const;
        bus.send(name, from, { type: 'Response', requestId, result });
      });
    }
    for (const requestId of ['first', 'second']) {
      bus.send('v1', 'caller', { type: 'GetCertificates', requestId, select });
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['v2', 'v3']);
    expect(answers).toMatchObject([{ requestId: 'first' }, { requestId: 'second' }]);
    caller.close();
  });

  it('leaves nobody waiting when it closes', async () => {
    const asking = asker.ask('p1', PENDING);
    asker.close();
    expect(await asking).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
