import type { Message } from '@quorate/core';
import {
  DEFAULT_SPACE,
  generateScenario,
  loadScenario,
  type RecordedRun,
  recordRun,
} from '@quorate/simulator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareHappenings, isSwapped } from './compare-happenings.ts';
import type { Happened } from './happenings.ts';
import { partingDifferences } from './parting-differences.ts';

const anyRun = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom('safe' as const, 'beyond' as const),
  )
  .map(([seed, profile]) =>
    recordRun(generateScenario({ ...DEFAULT_SPACE, profile }, seed), { crypto: 'stub' }),
  );

/**
 * Gives a run in which everything takes another time, and the events have other numbers: those of
 * one node come after all others.
 */
function slowed({ events, messages, transactions }: RecordedRun): Happened {
  const last = messages.find(({ arrivals }) => arrivals.length > 0)?.to;
  const laterAt = (node: string) => {
    return <T extends { readonly event: number; readonly at: bigint }>(moment: T): T => ({
      ...moment,
      event: moment.event * 3 + (node === last ? 1_000_000 : 0),
      at: moment.at * 2n + 1n,
    });
  };
  return {
    transactions,
    events: events.map((event) => laterAt(event.to)(event)),
    messages: messages.map(({ lost, ...message }) => ({
      ...message,
      sent: laterAt(message.from)(message.sent),
      arrivals: message.arrivals.map(laterAt(message.to)),
      ...(lost === undefined ? {} : { lost: laterAt(message.from)(lost) }),
    })),
  };
}

/** Gives a run in which one message more is sent, in the event in which another was. */
function withOneMore({ events, messages, transactions }: RecordedRun, place: number): Happened {
  const { from, to, sent } = messages[place] ?? { from: '', to: '', sent: { event: 0, at: 0n } };
  const content = messages[place]?.content as Message;
  const extra = { from, to, kind: 'Extra', sent, content, arrivals: [] };
  return { events, messages: [...messages, extra], transactions };
}

it('finds no parting between a run and itself, whatever the times, and one exactly where one of them sends more', () => {
  fc.assert(
    fc.property(anyRun, fc.nat(), (run, pointer) => {
      for (const same of [run, slowed(run)]) {
        const { parting, common, own } = compareHappenings(run, same);
        expect(parting).toBeUndefined();
        expect(common).toBe(own.happenings.length);
      }
      const more = withOneMore(run, pointer % run.messages.length);
      const extra = more.messages.length - 1;
      const there = compareHappenings(run, more);
      expect(there.parting?.other).toMatchObject({ what: 'sent', message: extra });
      expect(there.common).toBe(there.own.happenings.length);
      const here = compareHappenings(more, run).parting;
      expect(here?.own).toMatchObject({ what: 'sent', message: extra });
      expect(here?.shared).toBe(
        there.other.happenings.findIndex(({ message }) => message === extra),
      );
    }),
    { numRuns: 4 },
  );
});

function payment(delay: string, schedule: string, byzantine = ''): RecordedRun {
  const text = `{version: 1, name: payment, cluster: {validators: 4, clients: {alice: {balance: 99}, bob: {}}},
    network: {default: {delay: {dist: const, mean: ${delay}}}, schedule: ${schedule}},
    workload: [{id: w, client: alice, steps: [{op: create-token, as: gold, amount: 3}, {op: pay, to: bob, amount: 1},
      {op: escrow-terms, as: fair, fee: 1}, {op: escrow-job, as: job, terms: fair, provider: bob, fee: 5},
      {op: set-state, key: head, to: a}, {op: read}, {op: read, token: gold}, {op: read, job: job},
      {op: read, certificates: 1, limit: 2}, {op: pay, to: bob, amount: 2}]}]${byzantine}}`;
  return recordRun(loadScenario(text, 'payment.yaml'), { crypto: 'stub' });
}

it('does not part runs whose messages take a millisecond more, but those in which a node hears two others in another order', () => {
  const usual = payment('10 ms', 'fifo');
  expect(compareHappenings(usual, payment('11 ms', 'fifo')).parting).toBeUndefined();
  const { parting, common, own } = compareHappenings(usual, payment('10 ms', 'random'));
  expect(parting?.own?.what).toBe('got');
  expect(parting?.own?.course).toBe(parting?.other?.course);
  expect(parting?.own?.label).not.toBe(parting?.other?.label);
  expect(common).toBeGreaterThan(own.happenings.length / 2);
});

it('tells a mere swap of two messages from a message that another comes instead of', () => {
  const content = { type: 'SubmitTransaction', envelope: {} } as never;
  /** Gives a run in which each of these nodes sends the proxy a message, which arrive in this order. */
  const heard = (...senders: readonly string[]): Happened => ({
    events: [],
    messages: ['v1', 'v2', 'v3'].map((from) => {
      const sent = { event: 0, at: 0n };
      const place = senders.indexOf(from);
      const arrivals = place === -1 ? [] : [{ event: place + 1, at: 1n }];
      return { from, to: 'p1', kind: 'Settled', content, sent, arrivals };
    }),
    transactions: [],
  });
  const swapped = (own: Happened, other: Happened) => isSwapped(compareHappenings(own, other));
  expect(swapped(heard('v1', 'v2', 'v3'), heard('v2', 'v1', 'v3'))).toBe(true);
  expect(swapped(heard('v1', 'v2', 'v3'), heard('v1', 'v3', 'v2'))).toBe(true);
  expect(swapped(heard('v1', 'v2', 'v3'), heard('v2', 'v3', 'v1'))).toBe(false);
  expect(swapped(heard('v1', 'v2'), heard('v3', 'v1'))).toBe(false);
  expect(swapped(heard('v1'), heard('v1'))).toBe(false);
});

it.each([
  [
    '{act: lie, about: nonce, by: 3}',
    'Response Signed',
    [{ where: 'nextNonce', own: '0', other: '3' }],
  ],
  [
    '{act: false-records, shows: nothing}',
    'Response TokenInfo',
    [{ where: 'tokens', other: '[]' }],
  ],
])('parts runs at the lie, not at what follows from it: %s', (act, kind, said) => {
  const lie = act.replace('{', '{id: lies, ');
  const liar = `, byzantine: [{id: liar, node: v4, acts: [${lie}]}]`;
  const [honest, lied] = [payment('10 ms', 'fifo'), payment('10 ms', 'fifo', liar)];
  const { parting } = compareHappenings(honest, lied);
  for (const side of [parting?.own, parting?.other]) {
    expect(side).toMatchObject({ what: 'sent', course: 'sent v4 p1' });
    expect(honest.messages[side?.message ?? -1]?.kind).toBe(kind);
  }
  expect(partingDifferences(parting ?? {}, honest, lied)).toMatchObject(said);
});
