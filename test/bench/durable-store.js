// Measures a validator on LMDB, in a process of its own and as built; see durability.bench.ts, which
// says what the argument is and what each line means.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createValidatorNode } from '@quorate/actors';
import {
  buildEnvelope,
  keyringOf,
  recoverValidator,
  stepValidator,
  VALIDATOR_RULES,
} from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { openLmdbStore } from '@quorate/storage/lmdb';
import { createMemoryTransport } from '@quorate/transport';

const { mode, count, inFlight = 1, folder } = JSON.parse(process.argv[2] ?? '{}');
// Every signature is made but not verified: the cost of that is measured elsewhere.
const crypto = openCrypto('trusted');
const SENDERS = 1000;

const signerOf = (number) =>
  crypto.signer(
    new Uint8Array(32)
      .fill(1)
      .with(0, number & 255)
      .with(1, number >> 8),
  );
const committee = [0, 1, 2, 3].map((index) => signerOf(60_000 + index));
const senders = Array.from({ length: SENDERS }, (_, index) => signerOf(index));
const genesis = {
  networkId: 'fast:localnet',
  committee: {
    epoch: 0,
    members: committee.map(({ address }, index) => ({
      validator: { address, host: `v${index + 1}`, rpcPort: 0 },
      operator: signerOf(61_000 + index).address,
    })),
  },
  accounts: senders.map(({ address }) => ({ address, balance: 10n ** 18n })),
  fees: undefined,
  acceptsUnversioned: false,
  genesisTimeNanos: 0n,
  minRequestAgeNanos: 0n,
};

function envelopeOf(number, nonce = 0n) {
  const sender = senders[number];
  const recipient = senders[(number + 1) % SENDERS].address;
  const pay = {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient,
    amount: 1n,
    userData: null,
  };
  return buildEnvelope(
    { networkId: 'fast:localnet', nonce, timestampNanos: 7n, operations: [pay] },
    sender,
  );
}

function certificateOf(envelope) {
  const { signingBytes } = factsOf(envelope.transaction);
  const signatures = committee
    .slice(0, 3)
    .map((signer) => [signer.address, signer.sign(signingBytes)]);
  return { envelope, signatures };
}

const flush = (store) =>
  new Promise((resolve, reject) =>
    store.flush((failure) => (failure ? reject(failure) : resolve())),
  );
const say = (result) => process.stdout.write(`${JSON.stringify(result)}\n`);

async function raw(path) {
  const store = openLmdbStore({ path });
  const begun = performance.now();
  for (let index = 0; index < count; index += 1) {
    store.write([{ type: 'Put', key: `key/${index % 100}`, value: { nonce: BigInt(index) } }]);
    await flush(store);
  }
  say({ perSecond: (count / (performance.now() - begun)) * 1000 });
  store.close();
  await store.closed;
}

function startValidator(path, heard) {
  const transport = createMemoryTransport({ defer: (deliver) => queueMicrotask(deliver) });
  const store = openLmdbStore({ path });
  const node = createValidatorNode({
    name: 'v1',
    ports: { store, transport, clock: { now: () => 8n, setTimer: () => () => undefined } },
    signer: committee[0],
    verifier: crypto.verifier,
    genesis,
    onFailure(failure) {
      throw failure;
    },
  });
  transport.attach('user', (_from, message) => heard(message));
  node.start();
  return { node, store, send: (message) => transport.send('user', 'v1', message) };
}

async function submissions(path) {
  const envelopes = Array.from({ length: Math.min(count, SENDERS) }, (_, index) =>
    envelopeOf(index),
  );
  let answered = 0;
  let sent = 0;
  let begun = 0;
  await new Promise((resolve) => {
    const { send } = startValidator(path, ({ result }) => {
      if (result.type !== 'Signed') throw new Error(JSON.stringify(result));
      answered += 1;
      if (answered === envelopes.length) resolve();
      else next();
    });
    const next = () => {
      const envelope = envelopes[sent];
      if (envelope === undefined) return;
      sent += 1;
      send({ type: 'SubmitTransaction', requestId: String(sent), envelope });
    };
    begun = performance.now();
    for (let index = 0; index < inFlight; index += 1) next();
  });
  say({ perSecond: (answered / (performance.now() - begun)) * 1000 });
}

async function fill(path) {
  const store = openLmdbStore({ path });
  const [signer] = committee;
  const keys = keyringOf(signer);
  const env = { now: 8n, signer, keys, verifier: crypto.verifier, rules: VALIDATOR_RULES };
  let { state, writes } = recoverValidator(genesis, [], keys);
  const put = (all) =>
    store.write(
      all.map(({ key, value }) =>
        value === undefined ? { type: 'Delete', key } : { type: 'Put', key, value },
      ),
    );
  put(writes);
  // One sender after another: rows that lie together are written together, several times as fast.
  const each = Math.ceil(count / SENDERS);
  for (let index = 0; index < count; index += 1) {
    const envelope = envelopeOf(Math.floor(index / each), BigInt(index % each));
    const certificate = certificateOf(envelope);
    const message = { type: 'SubmitCertificate', requestId: '1', certificate };
    const step = stepValidator(state, { type: 'Message', from: 'user', message }, env);
    state = step.state;
    for (const effect of step.effects) if (effect.type === 'Persist') put(effect.writes);
    if (index % 20_000 === 19_999) await flush(store);
  }
  await flush(store);
  store.close();
  await store.closed;
}

async function restart(path) {
  const begun = performance.now();
  const { node } = startValidator(path, () => undefined);
  if (node.status() !== 'active') throw new Error(node.status());
  const millis = performance.now() - begun;
  const settled = node.state().ledger.settled.size;
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  say({ millis, settled, rss, heapUsed, file: statSync(join(path, 'data.mdb')).size });
}

const path = folder ?? mkdtempSync(join(tmpdir(), 'quorate-bench-'));
await { raw, submissions, fill, restart }[mode](path);
if (folder === undefined) rmSync(path, { recursive: true, force: true });
process.exit();
