import { type Devnet, startDevnet } from '@quorate/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAllSettled } from './outcome.ts';
import { type Ending, prepareSenders, type Sender, sendAll } from './senders.ts';

const SENDERS = 1000;

let devnet: Devnet;
let senders: readonly Sender[];
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: SENDERS });
  senders = await prepareSenders(devnet, 2);
});
afterAll(() => devnet.close());

/** Expects each of these transfers to have ended in a success and one certificate, however often it was sent. */
function expectCertified(endings: readonly Ending[]): void {
  expect(new Set(endings.map(({ status }) => status))).toEqual(new Set([200]));
  const certificates = new Map<string, Set<string>>();
  for (const { id, body } of endings) {
    const { data } = JSON.parse(body) as { data: { Success: unknown } };
    const seen = certificates.get(id) ?? new Set();
    certificates.set(id, seen.add(JSON.stringify(data.Success)));
  }
  expect(certificates.size).toBe(SENDERS);
  expect(new Set([...certificates.values()].map(({ size }) => size))).toEqual(new Set([1]));
}

/** Gives the senders with some of their transfers: from one index to before another. */
function sendersOf(from: number, to: number): readonly Sender[] {
  return senders.map((sender) => ({ ...sender, transfers: sender.transfers.slice(from, to) }));
}

describe('1,000 senders at once', () => {
  it('lose nothing, double nothing and leave all validators equal', async () => {
    const first = sendersOf(0, 1);
    expectCertified(await sendAll(devnet, first, () => undefined));
    await expectAllSettled(devnet, first);
  });

  it('each get their certificates although a validator dies and comes back', async () => {
    const [, victim] = devnet.validators;
    let ended = 0;
    const endings = await sendAll(devnet, sendersOf(1, 2), () => {
      ended += 1;
      if (ended === SENDERS / 4) victim?.crash();
      if (ended === SENDERS / 2) victim?.start();
    });
    expectCertified(endings);
    await expectAllSettled(devnet, senders);
  });
});
