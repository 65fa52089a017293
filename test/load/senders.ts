import { createSigner, loadEd25519 } from '@quorate/crypto';
import type { Devnet } from '@quorate/devnet';
import { Pool } from 'undici';
import { signatureBytes, transactionBytes } from '../conformance/client/bcs.ts';
import { writeJson } from '../conformance/client/json.ts';
import { type Account, addressText, bytesOf, hex, idOf } from '../conformance/client/keys.ts';
import { build, payment, sign } from '../conformance/world.ts';

/** An account that sends one transfer after another, all of them signed beforehand. */
export interface Sender {
  readonly address: string;
  /** In hex digits. */
  readonly publicKey: string;
  readonly transfers: readonly Transfer[];
}

/** A transfer that waits to be sent. */
export interface Transfer {
  readonly id: string;
  /** The account that it goes to, in hex digits. */
  readonly recipient: string;
  readonly amount: bigint;
  /** The body of `POST /v1/submit-transaction`. */
  readonly body: string;
}

/**
 * Signs this many transfers for every account of a devnet; amounts differ, so that no two errors
 * cancel.
 */
export async function prepareSenders(devnet: Devnet, each: number): Promise<readonly Sender[]> {
  const { accounts } = devnet;
  const senders: Sender[] = [];
  for (const [index, { secretKey }] of accounts.entries()) {
    const account = accountOf(secretKey);
    const transfers: Transfer[] = [];
    for (let nonce = 0; nonce < each; nonce += 1) {
      const recipient = accounts[(index * 7 + nonce + 1) % accounts.length]?.address ?? '';
      const amount = BigInt(1 + index * each + nonce);
      const transaction = build('Release20260407', account.publicKey, BigInt(nonce), [
        payment(bytesOf(recipient), `${amount}`),
      ]);
      const { signature } = await sign(account, transaction);
      const body = writeJson({
        transaction: hex(transactionBytes(transaction)),
        signature: hex(signatureBytes(signature)),
        witness_certificates: [],
      });
      transfers.push({ id: idOf(transaction), recipient, amount, body });
    }
    senders.push({ address: account.address, publicKey: hex(account.publicKey), transfers });
  }
  return senders;
}

/** Makes the account of a secret key, with the backend of the devnet: the one of the other clients takes seconds. */
function accountOf(secretKey: string): Account {
  const signer = createSigner(loadEd25519(), bytesOf(secretKey));
  const publicKey = bytesOf(signer.address);
  return {
    publicKey,
    address: addressText(publicKey),
    sign: async (message) => bytesOf(signer.sign(message)),
  };
}

/** How a transfer ended: the status and the body. */
export interface Ending {
  readonly id: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Lets all send at once, each on a connection of its own and the next only after the last; some
 * send everything twice. `onEnding` hears of each answer.
 */
export async function sendAll(
  { rest }: Devnet,
  senders: readonly Sender[],
  onEnding: () => void,
): Promise<readonly Ending[]> {
  const pool = new Pool(rest, { connections: senders.length });
  const submit = async (transfer: Transfer): Promise<Ending> => {
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: '/v1/submit-transaction',
      headers: { 'content-type': 'application/json' },
      body: transfer.body,
    });
    const body = await answer.text();
    // On a slow machine, an answer can be late: without one, the same bytes are sent again.
    if (statusCode === 503) return submit(transfer);
    onEnding();
    return { id: transfer.id, status: statusCode, body };
  };
  const sendOne = async ({ transfers }: Sender, index: number): Promise<readonly Ending[]> => {
    const endings: Ending[] = [];
    for (const transfer of transfers) {
      const times = index % 5 === 0 ? 2 : 1;
      endings.push(...(await Promise.all(Array.from({ length: times }, () => submit(transfer)))));
    }
    return endings;
  };
  const endings = await Promise.all(senders.map(sendOne));
  await pool.close();
  return endings.flat();
}

/** What a validator knows of some accounts: `balance/next nonce` each, in their order. */
export async function viewOf(url: string, accounts: readonly string[]): Promise<readonly string[]> {
  const views: string[] = [];
  for (let start = 0; start < accounts.length; start += 100) {
    const calls = accounts.slice(start, start + 100).map((account, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'getAccountInfo',
      params: { address: [...bytesOf(account)] },
    }));
    const answers = (await rpc(url, calls)) as readonly { result?: Info }[];
    for (const { result } of answers) {
      views.push(`${BigInt(`0x${result?.balance}`)}/${result?.next_nonce}`);
    }
  }
  return views;
}

interface Info {
  readonly balance: string;
  readonly next_nonce: number;
}

/** The ids of every transaction that a validator has settled. */
export async function settledAt(url: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const params = { page: { limit: 200, token: ids.length } };
    const call = { jsonrpc: '2.0', id: 1, method: 'getTransactions', params };
    const { result } = (await rpc(url, call)) as {
      result: { data: readonly { data: { hash: readonly number[] } }[] };
    };
    if (result.data.length === 0) return ids;
    ids.push(...result.data.map(({ data }) => Buffer.from(data.hash).toString('hex')));
  }
}

async function rpc(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: writeJson(body) });
  // No number that is read from it exceeds a double, and a page of certificates is half a megabyte.
  return response.json();
}
