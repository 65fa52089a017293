import type { RecordedMessage } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { type Happened, happeningsIn } from './happenings.ts';

const content = { type: 'SubmitTransaction', envelope: {} } as never;

/** Gives a run in which a validator gets these messages, and two transactions do the same. */
function run(...messages: readonly Partial<RecordedMessage>[]): Happened {
  const pays = { sender: 'alice', nonce: 0n, operations: ['pays bob 1'] };
  return {
    events: [],
    messages: messages.map((message, event) => {
      const moment = { event, at: 0n };
      const route = { from: 'alice', to: 'v1', kind: 'SubmitTransaction', content };
      return { ...route, sent: moment, arrivals: [moment], ...message };
    }),
    transactions: ['a', 'b'].map((transactionId) => ({ ...pays, transactionId })),
  };
}

function labels(happened: Happened): readonly string[] {
  return happeningsIn(happened, run()).map(({ label }) => label);
}

describe('happeningsIn', () => {
  it('tells two transactions that do the same apart', () => {
    const [first, , second] = labels(run({ transactionId: 'a' }, { transactionId: 'b' }));
    expect(first).not.toBe(second);
  });

  it('tells what arrives damaged from what arrives whole, and not how it was sent', () => {
    const [got, sent] = labels(run({ arrivals: [{ event: 0, at: 0n }] }));
    const [damaged, sentToo] = labels(run({ isAltered: true }));
    expect(damaged).not.toBe(got);
    expect(sentToo).toBe(sent);
  });
});
