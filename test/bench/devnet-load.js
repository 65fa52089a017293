// Sends transfers to one local network over HTTP and measures them, in a process of its own. The
// argument is JSON of `LoadPlan` in devnet-peers.ts, and what is printed is JSON of a `LoadResult`.
//
// The same for every network: signed beforehand, a fixed number in flight and never two of one
// account; a transfer counts once the next nonce of its account shows it.
import { createSigner, loadEd25519 } from '@quorate/crypto';
import {
  bytesToHex,
  encodeTransaction,
  factsOf,
  hexToBytes,
  NATIVE_TOKEN_ID,
} from '@quorate/protocol';
import { HDNodeWallet } from 'ethers';
import { Pool } from 'undici';

const plan = JSON.parse(process.argv[2] ?? '{}');
const { url, accounts, warmUp, transfers, singles, inFlight } = plan;
const each = (warmUp + 3 * transfers + singles) / accounts;
const pool = new Pool(url, { connections: inFlight });

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path, headers, body });
  return answer.body.json();
}

async function get(path) {
  const answer = await pool.request({ method: 'GET', path });
  return answer.body.json();
}

function quorate() {
  const owners = plan.keys.slice(0, accounts).map(({ address, secretKey }) => ({
    address,
    signer: createSigner(loadEd25519(), hexToBytes(secretKey)),
  }));
  const recipient = '07'.repeat(32);
  const claims = [
    { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount: 1n, userData: null },
  ];
  const bodyOf = ({ signer }, nonce) => {
    const transaction = {
      networkId: 'fast:localnet',
      sender: signer.address,
      nonce: BigInt(nonce),
      timestampNanos: 1n,
      claims,
      archival: false,
      feeToken: null,
    };
    const versioned = { release: 'Release20260407', transaction };
    const signature = `00${signer.sign(factsOf(versioned).signingBytes)}`;
    const hex = bytesToHex(encodeTransaction(versioned));
    return `{"transaction":"${hex}","signature":"${signature}","witness_certificates":[]}`;
  };
  const send = async (body) => {
    const answer = await post('/v1/submit-transaction', body);
    if (answer.data?.Success === undefined) throw new Error(JSON.stringify(answer));
  };
  return {
    queues: owners.map((owner) => Array.from({ length: each }, (_, nonce) => bodyOf(owner, nonce))),
    send,
    sendAndSettle: send,
    nextNonce: async (index) =>
      (await get(`/v1/accounts/${owners[index].signer.address}`)).data.next_nonce,
  };
}

async function ethereum() {
  const mnemonic = 'test test test test test test test test test test test junk';
  const call = async (method, params) =>
    (await post('/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const root = HDNodeWallet.fromPhrase(mnemonic, '', "m/44'/60'/0'/0");
  const owners = Array.from({ length: accounts }, (_, index) => root.deriveChild(index));
  const bodyOf = async (owner, nonce) => {
    const raw = await owner.signTransaction({
      type: 2,
      chainId: 31337,
      nonce,
      to: `0x${'07'.repeat(20)}`,
      value: 1n,
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    });
    return JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendRawTransaction',
      params: [raw],
    });
  };
  const queues = [];
  for (const owner of owners) {
    const bodies = [];
    for (let nonce = 0; nonce < each; nonce += 1) bodies.push(await bodyOf(owner, nonce));
    queues.push(bodies);
  }
  const send = async (body) => {
    const answer = await post('/', body);
    if (answer.result === undefined) throw new Error(JSON.stringify(answer));
    return answer.result;
  };
  return {
    queues,
    send,
    sendAndSettle: async (body) => {
      const hash = await send(body);
      while ((await call('eth_getTransactionReceipt', [hash])) === null) giveUpWhenLate();
    },
    nextNonce: async (index) =>
      Number(await call('eth_getTransactionCount', [owners[index].address, 'latest'])),
  };
}

const { queues, send, sendAndSettle, nextNonce } =
  plan.kind === 'quorate' ? quorate() : await ethereum();

// Anvil's automine can stop for good while transactions wait: such a round says so and ends.
const deadline = performance.now() + 60_000;

function giveUpWhenLate() {
  if (performance.now() < deadline) return;
  console.log(JSON.stringify({ stalled: true }));
  process.exit(0);
}

/** Sends this many from each account and resolves once the network shows them all. */
async function settle(count) {
  const idle = queues.map((queue, index) => ({ queue, index, left: count }));
  const work = async () => {
    for (let next = idle.shift(); next !== undefined; next = idle.shift()) {
      await send(next.queue.shift());
      next.left -= 1;
      if (next.left > 0) idle.push(next);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  await Promise.all(
    queues.map(async (queue, index) => {
      while ((await nextNonce(index)) < each - queue.length) giveUpWhenLate();
    }),
  );
}

/** Settled transfers per second. */
async function measuredRate() {
  const start = performance.now();
  await settle(transfers / accounts);
  return transfers / ((performance.now() - start) / 1000);
}

await settle(warmUp / accounts);
const perSecond = await measuredRate();
const durations = [];
for (let count = 0; count < singles; count += 1) {
  const body = queues[count % accounts].shift();
  const before = performance.now();
  await sendAndSettle(body);
  durations.push(performance.now() - before);
}
await measuredRate();
const sustained = await measuredRate();
await pool.close();
durations.sort((a, b) => a - b);
const at = (share) =>
  durations[Math.min(durations.length - 1, Math.floor(share * durations.length))];
console.log(JSON.stringify({ perSecond, sustained, p50: at(0.5), p99: at(0.99) }));
