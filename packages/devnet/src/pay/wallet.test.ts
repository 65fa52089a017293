import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_TIMINGS, type Message, type SubmitTransaction } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { type Address, NATIVE_TOKEN_ID, transactionId } from '@quorate/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournal } from '../admin/journal.ts';
import { createTraces } from '../admin/traces.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import { buildGenesis, FAUCET } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import { type Asker, createAsker } from '../nodes/asker.ts';
import { createBus } from '../nodes/bus.ts';
import type { LocalNetworkOptions } from '../nodes/host-node.ts';
import { type HostedClient, hostClient } from '../nodes/local-network.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { createHostClock, type HostClock } from '../timing/clock.ts';
import { openKeptWallet } from './kept-wallet.ts';
import { type OpenWallet, openWallet, WALLET } from './wallet.ts';
import { WALLET_KEY_FILE } from './wallet-key.ts';

/** What takes less than a second on an idle machine may take longer on a busy one. */
const PATIENCE = { timeout: 60_000 };

const TRANSFER = {
  kind: 'TokenTransfer',
  tokenId: NATIVE_TOKEN_ID,
  recipient: '07'.repeat(32) as Address,
  amount: 1n,
  userData: null,
} as const;

let clock: HostClock;
let asker: Asker;
let faucet: HostedClient;
let opened: OpenWallet;
/** What the proxy says that an account holds; undefined where it says nothing. */
let balance: bigint | undefined;
/** What reached the proxy, which settles nothing, and who sent it. */
let submitted: (SubmitTransaction & { readonly from: string })[];

function createNetwork(dataDir?: string): LocalNetworkOptions {
  const crypto = openCrypto('trusted');
  const signerOf = (role: string) => crypto.signer(secretKeyOf('1', role));
  return {
    genesis: buildGenesis(freshNetwork(DEFAULT_CONSTITUTION, 0n), signerOf),
    crypto,
    secretOf: (role) => secretKeyOf('1', role),
    validatorNames: () => [],
    signerOf,
    bus: createBus((failure) => expect.fail(String(failure))),
    clock,
    dataDir,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure: (_, failure) => expect.fail(String(failure)),
    onSpentKeyKept: (_, failure) => expect.fail(String(failure)),
  };
}

/** Attaches a proxy that knows of money and settles nothing. */
function attachProxy({ bus }: LocalNetworkOptions): void {
  bus.attach('p1', (from: string, message: Message) => {
    if (message.type === 'SubmitTransaction') submitted.push({ ...message, from });
    if (message.type !== 'GetAccountInfo' || balance === undefined) return;
    const { address, requestId } = message;
    const known = { balance, nextNonce: 0n, pending: undefined };
    const result = { type: 'AccountInfo', address, ...known, tokenBalances: [], stateCells: [] };
    bus.send('p1', from, { type: 'Response', requestId, result } as never);
  });
}

beforeEach(() => {
  clock = createHostClock();
  balance = 10n;
  submitted = [];
  const network = createNetwork();
  attachProxy(network);
  asker = createAsker({ transport: network.bus, name: 'http', timeout: 50 });
  faucet = hostClient(network, FAUCET);
  opened = openWallet(network, {
    asker,
    faucet,
    secretKey: new Uint8Array(32).fill(7),
    isNew: true,
  });
});
afterEach(async () => {
  asker.close();
  await opened.hosted.close();
  await faucet.close();
  clock.stop();
});

/** Pays and gives the outcome or the refusal; by default, the deadline is far away. */
function pay(amount: bigint, patience = 60_000): Promise<unknown> {
  return opened.wallet
    .pay({ ...TRANSFER, amount }, performance.now() + patience)
    .catch((failure: unknown) => failure);
}

const BUSY = { status: 503, code: 'BUSY' };

function idsFrom(name: string): ReadonlySet<string> {
  const own = submitted.filter(({ from }) => from === name);
  return new Set(own.map(({ envelope }) => transactionId(envelope.transaction as never)));
}

describe('the wallet', () => {
  it('sends nothing behind a payment that has no outcome, then or later', async () => {
    const { hosted } = opened;
    const [first, second, third] = [1n, 2n, 3n].map((amount) => pay(amount));
    expect(await first).toBeUndefined();
    expect(await second).toMatchObject(BUSY);
    expect(await third).toMatchObject(BUSY);
    hosted.node.crash();
    expect(await pay(1n)).toMatchObject(BUSY);
    hosted.node.start();
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(submitted.length).toBeGreaterThan(1);
    expect(idsFrom(WALLET).size).toBe(1);
  });

  it('is not funded where nobody says what it holds', async () => {
    balance = undefined;
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(submitted).toEqual([]);
  });

  it('is funded once, however long the faucet has no outcome, and after a restart of it', async () => {
    balance = 0n;
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(await pay(1n)).toMatchObject(BUSY);
    faucet.node.crash();
    expect(await pay(1n)).toMatchObject(BUSY);
    faucet.node.start();
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(idsFrom('faucet').size).toBe(1);
    expect(idsFrom(WALLET).size).toBe(0);
    // What waits behind would be paid, too.
    expect(faucet.node.state()?.queue).toEqual([]);
  });

  it('is funded also where the faucet has yet to pay somebody else, and then waits for that', async () => {
    balance = 0n;
    void asker.ask(FAUCET, { type: 'Execute', operations: [TRANSFER] });
    await vi.waitFor(() => expect(idsFrom(FAUCET).size).toBe(1), PATIENCE);
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(faucet.node.state()?.queue).toHaveLength(1);
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(faucet.node.state()?.queue).toHaveLength(1);
  });

  it('has the faucet send again what it is to be funded with, once the faucet has stopped repeating it', async () => {
    balance = 0n;
    expect(await pay(1n)).toMatchObject(BUSY);
    const sent = () => submitted.filter(({ from }) => from === FAUCET).length;
    const inFlight = () => faucet.node.state()?.inFlight;
    while (inFlight()?.isResting === false) {
      const before = sent();
      faucet.hampers?.clock.skew({ offset: CLIENT_TIMINGS.retryNanosMax, drift: 0 });
      await vi.waitFor(() => expect(sent() > before || inFlight()?.isResting).toBe(true), PATIENCE);
    }
    const before = sent();
    expect(await pay(1n)).toMatchObject(BUSY);
    expect(sent()).toBe(before + 1);
    expect(idsFrom('faucet').size).toBe(1);
  });

  it.each([
    ['itself', 10n, () => opened.hosted],
    ['the faucet', 0n, () => faucet],
  ])('never begins what it has refused, though %s stood still', async (_, held, standing) => {
    balance = held;
    const goOn = standing().hampers?.gate.pause();
    expect(await pay(1n, 20)).toMatchObject(BUSY);
    balance = 10n;
    goOn?.();
    expect(await pay(2n)).toBeUndefined();
    expect([...idsFrom(WALLET)]).toHaveLength(1);
    expect(idsFrom('faucet').size).toBe(0);
    expect(JSON.stringify(submitted, bigintAsText)).toContain('"amount":"2"');
  });

  it('is slow where it is made slow, and sends all the same', async () => {
    opened.hosted.hampers?.gate.slow(1_000_000n);
    expect(await pay(1n)).toBeUndefined();
    await vi.waitFor(() => expect(idsFrom(WALLET).size).toBe(1), PATIENCE);
  });

  it('asks again for the outcome of what has none, once it has stopped repeating it', async () => {
    expect(await pay(1n)).toBeUndefined();
    const sent = () => submitted.filter(({ from }) => from === WALLET).length;
    const inFlight = () => opened.hosted.node.state()?.inFlight;
    while (inFlight()?.isResting === false) {
      const before = sent();
      opened.hosted.hampers?.clock.skew({ offset: CLIENT_TIMINGS.retryNanosMax, drift: 0 });
      await vi.waitFor(() => expect(sent() > before || inFlight()?.isResting).toBe(true), PATIENCE);
    }
    const before = sent();
    expect(await pay(2n)).toMatchObject(BUSY);
    expect(sent()).toBe(before + 1);
    expect(idsFrom(WALLET).size).toBe(1);
  });

  it('sends nothing once its time is over', async () => {
    expect(await pay(1n, -1)).toMatchObject(BUSY);
    expect(submitted).toEqual([]);
  });
});

describe('the wallet of a data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-kept-wallet-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('goes on with what it has signed as long as it has its key, and with a fresh key forgets it (P5)', async () => {
    const network = createNetwork(folder);
    attachProxy(network);
    const begin = async () => {
      const kept = await openKeptWallet(network, { asker, faucet });
      const { inFlight } = kept.hosted.node.state() ?? {};
      return { ...kept, id: inFlight && transactionId(inFlight.envelope.transaction) };
    };
    const first = await begin();
    const ordered = { type: 'Execute', requestId: 'r', operations: [TRANSFER] } as const;
    network.bus.send('user', WALLET, ordered);
    await vi.waitFor(() => expect(idsFrom(WALLET).size).toBe(1), PATIENCE);
    await first.hosted.close();
    const second = await begin();
    expect(second.wallet.address).toBe(first.wallet.address);
    expect(idsFrom(WALLET)).toEqual(new Set([second.id]));
    await second.hosted.close();
    rmSync(join(folder, WALLET_KEY_FILE));
    const third = await begin();
    expect(third.wallet.address).not.toBe(first.wallet.address);
    expect(third.id).toBeUndefined();
    await third.hosted.close();
  });
});

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
