import {
  certificateToJson,
  type JsonObject,
  NATIVE_TOKEN_ID,
  type Operation,
  parseJson,
  stringifyJson,
  transactionId,
} from '@quorate/protocol';
import { certificateBy, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createClient } from '../network/client.ts';
import { envelopeOf, memoryOutbox, type Outbox, type Outgoing } from './outbox.ts';
import { createWallet } from './wallet.ts';

const [ALICE, BOB] = [signerOf('alice'), signerOf('bob')];

function payment(amount: bigint): Operation {
  const recipient = BOB.address;
  return { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null };
}

/** A network that settles everything, or refuses it while `refuses` is set. */
function createNetwork() {
  const network = { settled: new Set<string>(), refuses: false };
  const account = {
    sender: ALICE.address,
    balance: '0',
    pending_confirmation: null,
    requested_state: [],
    requested_certificates: null,
    requested_validated_transaction: null,
    token_balance: [],
  };
  const answer = (data: unknown) => new Response(stringifyJson({ data } as JsonObject));
  const fetch = async (input: unknown, init?: RequestInit) => {
    if (String(input).includes('/certificates')) return answer([]);
    if (init?.method !== 'POST') return answer({ ...account, next_nonce: network.settled.size });
    if (network.refuses) {
      const error = { code: 'INVALID_REQUEST', message: 'no', details: null };
      return Response.json({ error }, { status: 400 });
    }
    const envelope = envelopeOf(parseJson(String(init.body)) as unknown as Outgoing);
    network.settled.add(transactionId(envelope.transaction));
    return answer({ Success: certificateToJson(certificateBy([BOB], envelope), 'rest') });
  };
  const client = createClient({ url: 'http://localhost', fetch });
  const walletWith = (outbox: Outbox) =>
    createWallet({ client, signer: ALICE, networkId: 'fast:localnet', outbox });
  return { network, walletWith };
}

/** An outbox that can be written, but not cleared. */
function stuck(): Outbox {
  return { ...memoryOutbox(), clear: () => Promise.reject(new Error('read-only')) };
}

describe('a wallet whose outbox is in trouble', () => {
  it('P5: tells that a payment has settled, and makes it once, though it cannot be dropped', async () => {
    const { network, walletWith } = createNetwork();
    const outbox = stuck();
    const wallet = walletWith(outbox);
    const first = await wallet.transact([payment(5n)]);
    expect(await outbox.load()).toMatchObject({ nonce: '0' });
    const second = await wallet.transact([payment(1n)]);
    expect([...network.settled]).toEqual(
      [first, second].map(({ envelope }) => transactionId(envelope.transaction)),
    );
  });

  it('P5: tells that a refused payment stays if it cannot be dropped', async () => {
    const { network, walletWith } = createNetwork();
    const wallet = walletWith(stuck());
    network.refuses = true;
    const failure = await wallet.transact([payment(5n)]).catch((error) => error);
    expect(failure).toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
    expect(failure.message).toBe(
      `no; transaction ${failure.kept} is kept, because the outbox cannot drop it ` +
        '(Error: read-only), and sent again before another is signed',
    );
    await expect(wallet.transact([payment(1n)])).rejects.toMatchObject({ kept: failure.kept });
    network.refuses = false;
    const finished = await wallet.finish();
    expect(finished && transactionId(finished.envelope.transaction)).toBe(failure.kept);
  });

  it('P5: sends nothing later that it could not save for certain', async () => {
    const { network, walletWith } = createNetwork();
    const kept = memoryOutbox();
    const unsure: Outbox = {
      ...kept,
      async save(outgoing) {
        await kept.save(outgoing);
        throw new Error('the disk may not have it');
      },
    };
    await expect(walletWith(unsure).transact([payment(5n)])).rejects.toThrow('the disk may not');
    expect(await walletWith(kept).finish()).toBeUndefined();
    expect(network.settled).toEqual(new Set());
  });
});
