import { type Devnet, startDevnet } from '@quorate/devnet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareSenders, type Sender, sendAll, settledAt, viewOf } from './senders.ts';

const SENDERS = 1000;
const EACH = 2;

let devnet: Devnet;
let senders: readonly Sender[];
beforeEach(async () => {
  devnet = await startDevnet({ port: 0, accounts: SENDERS });
  // Keys come from the seed, so what one devnet would accept every other does.
  senders ??= await prepareSenders(devnet, EACH);
});
afterEach(() => devnet.close());

/** What every account has to hold once all transfers have settled, as `viewOf` writes it. */
function expectedViews(): readonly string[] {
  const balances = new Map(devnet.accounts.map(({ address, balance }) => [`${address}`, balance]));
  const add = (account: string, amount: bigint): void =>
    void balances.set(account, (balances.get(account) ?? 0n) + amount);
  for (const { publicKey, transfers } of senders) {
    for (const { recipient, amount } of transfers) {
      add(publicKey, -amount);
      add(recipient, amount);
    }
  }
  return senders.map(({ publicKey }) => `${balances.get(publicKey)}/${EACH}`);
}

async function expectEqualValidators(): Promise<void> {
  const accounts = senders.map(({ publicKey }) => publicKey);
  const expected = expectedViews();
  const ids = senders.flatMap(({ transfers }) => transfers.map(({ id }) => id)).toSorted();
  for (const { rpc } of devnet.validators) {
    await vi.waitFor(async () => expect(await viewOf(rpc, accounts)).toEqual(expected), {
      timeout: 60_000,
      interval: 200,
    });
    expect((await settledAt(rpc)).toSorted()).toEqual(ids);
  }
}

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
    await expectEqualValidators();
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
    await expectEqualValidators();
  });
});
