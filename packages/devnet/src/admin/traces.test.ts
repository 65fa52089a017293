import type { TransactionId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { type AdminAppOptions, createAdminApp } from './admin-app.ts';
import { settledNow } from './settled.ts';
import { createTraces } from './traces.ts';

const idOf = (number: number) => number.toString(16).padStart(64, '0') as TransactionId;
const [FIRST, SECOND] = [idOf(1), idOf(2)];

function createWorld() {
  let time = 0;
  const traces = createTraces(
    () => BigInt(time),
    () => time,
  );
  const pass = (millis: number) => {
    time += millis;
  };
  return { traces, pass };
}

describe('createTraces', () => {
  it('tells who signed and settled a transaction, and when', () => {
    const { traces, pass } = createWorld();
    traces.note('v1', { type: 'Signed', transactionId: FIRST });
    pass(5);
    traces.note('v2', { type: 'Signed', transactionId: FIRST });
    traces.note('v1', { type: 'Settled', transactionId: FIRST });
    traces.note('v1', { type: 'Settled', transactionId: SECOND });
    expect(traces.get(FIRST)).toEqual({
      transactionId: FIRST,
      signed: new Map([
        ['v1', 0n],
        ['v2', 5n],
      ]),
      settled: new Map([['v1', 5n]]),
    });
    traces.forget('v1');
    expect(traces.get(FIRST)).toEqual({
      transactionId: FIRST,
      signed: new Map([['v2', 5n]]),
      settled: new Map(),
    });
    expect(traces.get(idOf(3))).toBeUndefined();
    traces.forget('v2');
    expect(traces.latest(9)).toEqual([]);
  });

  it('remembers the latest five thousand', () => {
    const { traces } = createWorld();
    for (let number = 0; number <= 5_000; number += 1) {
      traces.note('v1', { type: 'Signed', transactionId: idOf(number) });
    }
    expect(traces.get(idOf(0))).toBeUndefined();
    for (const number of [1, 5_000]) expect(traces.get(idOf(number))?.signed.size).toBe(1);
  });

  it('tells listeners of each deed once it is noted, as long as they listen', () => {
    const { traces } = createWorld();
    const heard: unknown[] = [];
    const stop = traces.onDeed(FIRST, () => heard.push(traces.get(FIRST)?.signed.size));
    traces.note('v1', { type: 'Signed', transactionId: FIRST });
    traces.note('v1', { type: 'Signed', transactionId: SECOND });
    stop();
    traces.note('v2', { type: 'Signed', transactionId: FIRST });
    expect(heard).toEqual([1]);
  });

  it('counts how long nothing has been done, since the start or the last deed', () => {
    const { traces, pass } = createWorld();
    pass(7);
    expect(traces.idleMillis()).toBe(7);
    for (const type of ['Signed', 'Settled'] as const) {
      traces.note('v1', { type, transactionId: FIRST });
      expect(traces.idleMillis()).toBe(0);
      pass(3);
      expect(traces.idleMillis()).toBe(3);
    }
  });

  it('are shown also of a transaction that nobody has settled', async () => {
    const { traces } = createWorld();
    traces.note('v1', { type: 'Signed', transactionId: FIRST });
    const { signal: closing } = new AbortController();
    const options = { traces, validators: [], guard: () => undefined, closing };
    const app = createAdminApp(options as unknown as AdminAppOptions);
    const answered = await app.request(`/_devnet/v1/transactions/${FIRST}`);
    expect(await answered.json()).toMatchObject({
      signed_at_nanos: { v1: 0 },
      settled_at_nanos: {},
    });
  });

  it('tell when a validator settled by the devnet’s clock, as its own may be wrong', async () => {
    const { traces, pass } = createWorld();
    pass(5);
    traces.note('v1', { type: 'Settled', transactionId: FIRST });
    const validators = ['v1', 'v2'].map((name) => ({
      url: '',
      hosted: { node: { name }, settledAt: () => Promise.resolve(9n) },
    }));
    const settled = await settledNow({ traces, validators: validators as never }, FIRST);
    expect([...settled]).toEqual([
      ['v1', 5n],
      ['v2', 9n],
    ]);
  });
});
