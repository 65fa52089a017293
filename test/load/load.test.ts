import { type Devnet, startDevnet } from '@quorate/devnet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAllSettled } from './outcome.ts';
import { prepareSenders, type Sender, sendAll } from './senders.ts';

const SENDERS = 1000;
const EACH = 2;

let devnet: Devnet;
let senders: readonly Sender[];
beforeEach(async () => {
  devnet = await startDevnet({ port: 0, accounts: SENDERS });
  // Keys come from the seed, so every devnet accepts what one does.
  senders ??= await prepareSenders(devnet, EACH);
});
afterEach(() => devnet.close());

describe('1,000 senders at once', () => {
  it('loses nothing, doubles nothing and leaves all validators equal', async () => {
    const endings = await sendAll(devnet, senders, () => undefined);
    expect(new Set(endings.map(({ status }) => status))).toEqual(new Set([200]));
    const certificates = new Map<string, Set<string>>();
    for (const { id, body } of endings) {
      const { data } = JSON.parse(body) as { data: { Success: unknown } };
      const seen = certificates.get(id) ?? new Set();
      certificates.set(id, seen.add(JSON.stringify(data.Success)));
    }
    expect(certificates.size).toBe(SENDERS * EACH);
    expect(new Set([...certificates.values()].map(({ size }) => size))).toEqual(new Set([1]));
    await expectAllSettled(devnet, senders);
  });

  it('gives every client its certificate although a validator dies and comes back', async () => {
    const [, victim] = devnet.validators;
    let ended = 0;
    const endings = await sendAll(devnet, senders, () => {
      ended += 1;
      if (ended === SENDERS / 2) victim?.crash();
      if (ended === SENDERS * EACH) victim?.start();
    });
    expect(
      endings.filter(({ status, body }) => status !== 200 || !body.includes('Success')),
    ).toEqual([]);
    await expectAllSettled(devnet, senders);
  });
});
