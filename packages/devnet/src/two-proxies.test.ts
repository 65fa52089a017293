import type { Signer } from '@quorate/crypto';
import type { TransactionEnvelope } from '@quorate/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callRpc, pays, personOf, signed } from '../test/people.ts';
import { foundNetwork } from './data/constitution-file.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { PROXY } from './keys.ts';
import { silentLog } from './log.ts';
import { type AttentiveAsker, createAsker } from './nodes/asker.ts';
import { hostProxy } from './nodes/local-network.ts';
import { networkOf } from './nodes/network-of.ts';
import { createRemotes } from './remote/remotes.ts';
import { createHostClock } from './timing/clock.ts';
import { PATIENCE_MILLIS } from './timing/patience.ts';

const OPTIONS = { accounts: 8, validators: 4, balance: 10_000n };
const EACH = 8;

/** A proxy of its own in front of the validators of a devnet, which it reaches over HTTP. */
function openProxy(devnet: Devnet): { readonly asker: AttentiveAsker; close(): Promise<void> } {
  const clock = createHostClock();
  const { network } = networkOf({
    founded: foundNetwork(OPTIONS, devnet.genesisTimeNanos),
    clock,
    log: silentLog(),
    dataDir: undefined,
    prune: undefined,
    validatorNames: () => devnet.validators.map(({ name }) => name),
  });
  const remotes = createRemotes(network.bus, () => undefined);
  for (const { name, rpc } of devnet.validators) remotes.add(name, rpc);
  const proxy = hostProxy(network);
  const asker = createAsker({ transport: network.bus, name: 'test', timeout: PATIENCE_MILLIS });
  return {
    asker,
    async close() {
      asker.close();
      await proxy.close();
      await remotes.close();
      clock.stop();
    },
  };
}

let devnet: Devnet;
let proxies: readonly ReturnType<typeof openProxy>[];
let people: readonly Signer[];
beforeAll(async () => {
  devnet = await startDevnet(OPTIONS);
  proxies = [openProxy(devnet), openProxy(devnet)];
  people = devnet.accounts.map(({ name }) => personOf(devnet, name));
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await devnet.close();
});

/** Submits through these proxies at once, and the same bytes again where nobody knows the end. */
async function submit(envelope: TransactionEnvelope, through: readonly number[]): Promise<void> {
  const ask = async (index: number, attempts: number): Promise<void> => {
    const request = { type: 'SubmitTransaction', envelope } as const;
    const result = await proxies[index]?.asker.ask(PROXY, request);
    const isOpen =
      result === undefined ||
      (result.type === 'Rejected' && result.rejection.code === 'QuorumUnreachable');
    if (isOpen && attempts > 1) return ask(index, attempts - 1);
    expect(result).toMatchObject({ type: 'Success', certificate: { envelope } });
  };
  await Promise.all(through.map((index) => ask(index, 5)));
}

/** What a validator knows of everybody: `balance/next nonce` each. */
async function viewOf(rpc: string): Promise<readonly string[]> {
  const infos = await Promise.all(
    people.map(({ address }) =>
      callRpc(rpc, 'getAccountInfo', { address: [...Buffer.from(address, 'hex')] }),
    ),
  );
  return infos.map(({ result }) => {
    const { balance, next_nonce } = result as { balance: string; next_nonce: bigint };
    return `${BigInt(`0x${balance}`)}/${next_nonce}`;
  });
}

async function settledAt(rpc: string): Promise<number> {
  const answer = await callRpc(rpc, 'getTransactions', { page: { limit: 1000 } });
  return (answer['result'] as unknown as { data: unknown[] }).data.length;
}

it('two proxies in front of the same validators lose nothing and double nothing', async () => {
  const held = people.map(() => OPTIONS.balance);
  const nonces = people.map(() => 0n);
  const payment = (from: number, to: number, amount: bigint): TransactionEnvelope => {
    const [sender, recipient] = [people[from], people[to]] as [Signer, Signer];
    const nonce = nonces[from] ?? 0n;
    nonces[from] = nonce + 1n;
    held[from] = (held[from] ?? 0n) - amount;
    held[to] = (held[to] ?? 0n) + amount;
    return signed(sender, nonce, pays(recipient, amount));
  };
  const expectSettled = async (): Promise<void> => {
    const views = people.map((_, index) => `${held[index]}/${nonces[index]}`);
    const count = Number(nonces.reduce((sum, nonce) => sum + nonce, 0n));
    for (const { rpc } of devnet.validators) {
      await vi.waitFor(async () => expect(await viewOf(rpc)).toEqual(views), 60_000);
      expect(await settledAt(rpc)).toBe(count);
    }
  };
  // All send at once, each through one proxy after the other, and sometimes through both.
  await Promise.all(
    people.map(async (_, from) => {
      for (let index = 0; index < EACH; index += 1) {
        const to = (from + 1 + (index % (people.length - 1))) % people.length;
        const envelope = payment(from, to, BigInt(1 + from * EACH + index));
        await submit(envelope, index % 4 === 0 ? [0, 1] : [(from + index) % 2]);
      }
    }),
  );
  await expectSettled();
  // Each spends through one proxy all that it has, most of which has just come through the other.
  for (let from = 0; from < people.length - 1; from += 1) {
    await submit(payment(from, from + 1, held[from] ?? 0n), [from % 2]);
  }
  await expectSettled();
});
