// Sends transfers to one local network over HTTP and measures them, in a process of its own. The
// argument is JSON of `LoadPlan` in devnet-peers.ts, and what is printed is JSON of a `LoadResult`.
//
// The same for every network: signed beforehand, a fixed number in flight and never two of one
// account. A transfer is in flight until the network has answered that it settled; what was settled
// is read again from the next nonces at the end.
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
const each = (warmUp + 3 * transfers + 2 * singles) / accounts;
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
    settleOne: send,
    sendAndLook: send,
    nextNonce: async (index) =>
      (await get(`/v1/accounts/${owners[index].signer.address}`)).data.next_nonce,
  };
}

async function ethereum() {
  const mnemonic = 'test test test test test test test test test test test junk';
  const call = async (method, params) => {
    const answer = await post('/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (answer.result === undefined) throw new Error(JSON.stringify(answer));
    return answer.result;
  };
  const root = HDNodeWallet.fromPhrase(mnemonic, '', "m/44'/60'/0'/0");
  const owners = Array.from({ length: accounts }, (_, index) => root.deriveChild(index));
  const sign = (owner, nonce) =>
    owner.signTransaction({
      type: 2,
      chainId: 31337,
      nonce,
      to: `0x${'07'.repeat(20)}`,
      value: 1n,
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    });
  const queues = [];
  for (const owner of owners) {
    const signed = [];
    for (let nonce = 0; nonce < each; nonce += 1) signed.push(await sign(owner, nonce));
    queues.push(signed);
  }
  return {
    queues,
    settleOne: (raw) => call(plan.submit, [raw]),
    sendAndLook: async (raw) => {
      const hash = await call('eth_sendRawTransaction', [raw]);
      while ((await call('eth_getTransactionReceipt', [hash])) === null);
    },
    nextNonce: async (index) =>
      Number(await call('eth_getTransactionCount', [owners[index].address, 'latest'])),
  };
}

const { queues, settleOne, sendAndLook, nextNonce } =
  plan.submit === 'rest' ? quorate() : await ethereum();

/** Settles this many from each account. */
async function settle(count) {
  const idle = queues.map((queue) => ({ queue, left: count }));
  const work = async () => {
    for (let next = idle.shift(); next !== undefined; next = idle.shift()) {
      await settleOne(next.queue.shift());
      next.left -= 1;
      if (next.left > 0) idle.push(next);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const nonces = await Promise.all(queues.map((_, index) => nextNonce(index)));
  const sent = each - queues[0].length;
  if (nonces.some((nonce) => nonce !== sent)) throw new Error(`${sent} were sent: ${nonces}`);
}

/** Settled transfers per second. */
async function measuredRate() {
  const start = performance.now();
  await settle(transfers / accounts);
  return transfers / ((performance.now() - start) / 1000);
}

/** Milliseconds of transfers that are sent one after the other, in order of size. */
async function durations(settleThis) {
  const millis = [];
  for (let count = 0; count < singles; count += 1) {
    const transfer = queues[count % accounts].shift();
    const before = performance.now();
    await settleThis(transfer);
    millis.push(performance.now() - before);
  }
  return millis.sort((a, b) => a - b);
}

await settle(warmUp / accounts);
const perSecond = await measuredRate();
const looked = await durations(sendAndLook);
const answered = await durations(settleOne);
await measuredRate();
const sustained = await measuredRate();
await pool.close();
const at = (millis, share) => millis[Math.floor(share * millis.length)];
console.log(
  JSON.stringify({
    perSecond,
    sustained,
    p50: at(looked, 0.5),
    p99: at(looked, 0.99),
    answered: at(answered, 0.5),
  }),
);
