import type { Devnet } from '@quorate/devnet';
import { expect, vi } from 'vitest';
import { type Sender, settledAt, viewOf } from './senders.ts';

/** What every sender must hold once all transfers have settled, as `viewOf` writes it. */
function expectedViews(devnet: Devnet, senders: readonly Sender[]): readonly string[] {
  const balances = new Map(devnet.accounts.map(({ address, balance }) => [`${address}`, balance]));
  const add = (account: string, amount: bigint): void =>
    void balances.set(account, (balances.get(account) ?? 0n) + amount);
  for (const { publicKey, transfers } of senders) {
    for (const { recipient, amount } of transfers) {
      add(publicKey, -amount);
      add(recipient, amount);
    }
  }
  return senders.map(
    ({ publicKey, transfers }) => `${balances.get(publicKey)}/${transfers.length}`,
  );
}

/** Expects every transfer to be settled once at every validator, and nothing besides. */
export async function expectAllSettled(devnet: Devnet, senders: readonly Sender[]): Promise<void> {
  const accounts = senders.map(({ publicKey }) => publicKey);
  const expected = expectedViews(devnet, senders);
  const ids = senders.flatMap(({ transfers }) => transfers.map(({ id }) => id)).toSorted();
  for (const { rpc } of devnet.validators) {
    await vi.waitFor(async () => expect(await viewOf(rpc, accounts)).toEqual(expected), {
      timeout: 60_000,
      interval: 200,
    });
    expect((await settledAt(rpc)).toSorted()).toEqual(ids);
  }
}
