import type { SubmitTransaction } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { type Address, NATIVE_TOKEN_ID, transactionId } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from '../admin/journal.ts';
import { createTraces } from '../admin/traces.ts';
import { type Asker, createAsker } from '../asker.ts';
import { createBus } from '../bus.ts';
import { createHostClock, type HostClock } from '../clock.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import type { LocalNetworkOptions } from '../local-network.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { type OpenWallet, openWallet } from './wallet.ts';

const TRANSFER = {
  kind: 'TokenTransfer',
  tokenId: NATIVE_TOKEN_ID,
  recipient: '07'.repeat(32) as Address,
  amount: 1n,
  userData: null,
} as const;

let clock: HostClock;
let asker: Asker;
let opened: OpenWallet;
/** What reached a proxy that knows of money and settles nothing. */
let submitted: SubmitTransaction[];

function createNetwork(): LocalNetworkOptions {
  const crypto = openCrypto('trusted');
  const signerOf = (role: string) => crypto.signer(secretKeyOf('1', role));
  return {
    genesis: buildGenesis({ ...DEFAULT_CONSTITUTION, genesisTimeNanos: 0n }, signerOf),
    crypto,
    secretOf: (role) => secretKeyOf('1', role),
    validatorNames: () => [],
    signerOf,
    bus: createBus((failure) => expect.fail(String(failure))),
    clock,
    dataDir: undefined,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure: (_, failure) => expect.fail(String(failure)),
  };
}

beforeEach(() => {
  clock = createHostClock();
  submitted = [];
  const network = createNetwork();
  network.bus.attach('p1', (from, message) => {
    if (message.type === 'SubmitTransaction') submitted.push(message);
    if (message.type !== 'GetAccountInfo') return;
    const { address, requestId } = message;
    const known = { balance: 10n, nextNonce: 0n, pending: undefined };
    const result = { type: 'AccountInfo', address, ...known, tokenBalances: [], stateCells: [] };
    network.bus.send('p1', from, { type: 'Response', requestId, result } as never);
  });
  asker = createAsker({ transport: network.bus, name: 'http', timeout: 50 });
  opened = openWallet(network, asker, new Uint8Array(32).fill(7));
});
afterEach(async () => {
  asker.close();
  await opened.hosted.close();
  clock.stop();
});

describe('the wallet', () => {
  it('sends nothing behind a payment that has no outcome, then or later', async () => {
    const { wallet, hosted } = opened;
    const [first, second, third] = [1n, 2n, 3n].map((amount) =>
      wallet.pay({ ...TRANSFER, amount }).catch((failure: unknown) => failure),
    );
    expect(await first).toBeUndefined();
    expect(await second).toMatchObject({ status: 503, code: 'BUSY' });
    expect(await third).toMatchObject({ status: 503, code: 'BUSY' });
    hosted.node.crash();
    hosted.node.start();
    expect(await wallet.pay(TRANSFER).catch((failure: unknown) => failure)).toMatchObject({
      code: 'BUSY',
    });
    const ids = submitted.map(({ envelope }) => transactionId(envelope.transaction as never));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });
});
