import {
  certificateKey,
  keyringOf,
  type Lock,
  recoverValidator,
  type StoredCertificate,
  type StoreWrite,
  stepValidator,
  VALIDATOR_RULES,
} from '@quorate/core';
import { openCrypto, type Signer } from '@quorate/crypto';
import {
  type Bytes32,
  type EscrowConfigId,
  type EscrowJobId,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { createMemoryStore, EVERY_KEY, type Store, type Write } from '@quorate/storage';
import { expect, it } from 'vitest';
import { envelopeOf, pays, signed } from '../../test/people.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { bodyIn } from './check-stores.ts';
import { replayStore } from './replay-store.ts';

const crypto = openCrypto('full');
const founded = freshNetwork(DEFAULT_CONSTITUTION, 0n);
const signerOf = (role: string): Signer => crypto.signer(secretKeyOf(founded.seed, role));
const genesis = buildGenesis(founded, signerOf);
const [alice, bob, v1] = [signerOf('alice'), signerOf('bob'), signerOf('v1')];

const others = '0'.repeat(64) as Bytes32;

function certified(envelope: TransactionEnvelope): TransactionCertificate {
  const bytes = factsOf(envelope.transaction).signingBytes;
  const signers = ['v1', 'v2', 'v3'].map(signerOf);
  return { envelope, signatures: signers.map((each) => [each.address, each.sign(bytes)]) };
}

/** A job that is submitted, a claim that bob vouches for, and a payment; alice is locked on another. */
function history(): readonly TransactionEnvelope[] {
  const configId = operationId(alice.address, 0n, 0) as EscrowConfigId;
  const escrows = [
    {
      kind: 'CreateConfig',
      tokenId: NATIVE_TOKEN_ID,
      evaluator: bob.address,
      evaluationFee: { kind: 'Bps', bps: 1000 },
      minEvaluatorFee: 0n,
    },
    { kind: 'CreateJob', configId, provider: bob.address, providerFee: 10n, description: 'a page' },
  ] as const;
  const claim = {
    verifierCommittee: [bob.address],
    verifierQuorum: 1n,
    claimData: 'ab' as HexBytes,
  };
  const bare: Extract<Operation, { kind: 'ExternalClaim' }> = {
    kind: 'ExternalClaim',
    claim,
    signatures: [],
  };
  const jobId = operationId(alice.address, 0n, 1) as EscrowJobId;
  const submission = { kind: 'Submit', jobId, deliverable: others } as const;
  const sig = bob.sign(factsOf(signed(alice, 1n, bare).transaction).signingBytes);
  return [
    signed(alice, 0n, ...escrows.map((escrow) => ({ kind: 'Escrow', escrow }) as const)),
    signed(alice, 1n, { ...bare, signatures: [{ verifierAddr: bob.address, sig }] }),
    signed(alice, 2n, pays(bob, 5n)),
    signed(bob, 0n, { kind: 'Escrow', escrow: submission }),
  ];
}

/** The store of v1 after that. */
function storeOf(): Store<unknown> {
  const store = createMemoryStore<unknown>();
  const write = (writes: readonly StoreWrite[]) =>
    store.write(
      writes.map(({ key, value }) =>
        value === undefined ? { type: 'Delete', key } : { type: 'Put', key, value },
      ),
    );
  const keys = keyringOf(v1);
  const first = recoverValidator(genesis, [], keys);
  write(first.writes);
  let { state } = first;
  const env = { now: 1n, signer: v1, keys, verifier: crypto.verifier, rules: VALIDATOR_RULES };
  const messages = [
    ...history().map(
      (each) => ({ type: 'SubmitCertificate', certificate: certified(each) }) as const,
    ),
    { type: 'SubmitTransaction', envelope: signed(alice, 3n, pays(bob, 6n)) } as const,
  ];
  for (const each of messages) {
    const message = { ...each, requestId: '1' };
    const step = stepValidator(state, { type: 'Message', from: 'p1', message }, env);
    ({ state } = step);
    for (const effect of step.effects) if (effect.type === 'Persist') write(effect.writes);
  }
  return store;
}

it.each([12, 13] as const)(
  'takes a batch under tag %i for evidence, though JSON does not show the tag',
  (tag) => {
    const store = storeOf();
    const batch = envelopeOf(alice, {
      release: 'Release20260319',
      transaction: {
        networkId: 'fast:localnet',
        sender: alice.address,
        nonce: 0n,
        timestampNanos: 1n,
        claim: { kind: 'Batch', tag, operations: [pays(bob, 1n)] },
        archival: false,
        feeToken: null,
      },
    });
    const key = certificateKey(alice.address, 0n).replace(/^[^/]*/, 'conflict');
    store.write([put(`${key}/${factsOf(batch.transaction).id}`, certified(batch))]);
    expect(problemsOf(store)).toEqual([]);
  },
);

/** Replaces the lock of alice. */
function withLock(change: (lock: Lock & { kind: 'pending' }) => object): Store<unknown> {
  const store = storeOf();
  const key = `account/${alice.address}`;
  const account = store.get(key) as { readonly lock: Lock & { kind: 'pending' } };
  store.write([put(key, { ...account, lock: change(account.lock) })]);
  return store;
}

const rival = () => signed(alice, 3n, pays(bob, 7n));

it.each<[string, Parameters<typeof withLock>[0]]>([
  ['signed', (lock) => lock],
  [
    'left by a handover, and not signed',
    ({ signature: _, ...lock }) => ({ ...lock, isHandedOver: true }),
  ],
  ['contested', ({ envelope }) => ({ kind: 'contested', envelopes: [envelope, rival()] })],
])('a lock is one that a validator takes: %s', (_what, change) => {
  expect(problemsOf(withLock(change))).toEqual([]);
});

it.each<[string, Parameters<typeof withLock>[0]]>([
  ['of another nonce', (lock) => ({ ...lock, envelope: history()[2] })],
  ['of somebody else', (lock) => ({ ...lock, envelope: signed(bob, 3n, pays(alice, 7n)) })],
  ['of no form', () => ({ kind: 'pending' })],
  ['under a signature of no form', (lock) => ({ ...lock, signature: 'ab' })],
  ['neither left by a handover nor not', (lock) => ({ ...lock, isHandedOver: false })],
  ['contested by nobody', ({ envelope }) => ({ kind: 'contested', envelopes: [envelope] })],
  [
    'contested by itself',
    ({ envelope }) => ({ kind: 'contested', envelopes: [envelope, envelope] }),
  ],
  [
    'that its sender signed in no form',
    ({ envelope, ...lock }) => ({
      ...lock,
      envelope: { ...envelope, signature: { kind: 'Signature', signature: 'ab' } },
    }),
  ],
])('finds a lock %s, which no digest tells', (_what, change) => {
  expect(problemsOf(withLock(change))).toEqual([
    `the lock of ${alice.address} is none that a validator takes`,
  ]);
});

type Row = readonly [key: string, value: unknown];

function rowsOf(store: Store<unknown>, prefix: string): readonly Row[] {
  return [...store.scan(EVERY_KEY)].filter(([key]) => key.startsWith(prefix));
}

const put = (key: string, value: unknown): Write<unknown> => ({ type: 'Put', key, value });

function problemsOf(store: Store<unknown>): readonly string[] {
  const steps = replayStore(store, { genesis, crypto, elsewhere: () => undefined });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value.problems;
  }
}

it('a history gives all that is in the store of a validator that settled it', () => {
  expect(problemsOf(storeOf())).toEqual([]);
});

it('a certificate that is pruned is found past stores that lack it, or hold something else there', () => {
  const [first, , last] = history() as [TransactionEnvelope, unknown, TransactionEnvelope];
  const key = certificateKey(alice.address, 0n);
  const { id } = factsOf(first.transaction);
  const holding = (value: unknown): Store<unknown> => {
    const store = createMemoryStore<unknown>();
    store.write([put(key, value)]);
    return store;
  };
  const body = { certificate: certified(first), settledAt: 1n };
  const others = [{ pruned: id, settledAt: 1n }, {}, { ...body, certificate: certified(last) }];
  const lacking = [createMemoryStore<unknown>(), ...others.map(holding)];
  const place = { sender: alice.address, nonce: 0n };
  expect(bodyIn(lacking, place, id)).toBeUndefined();
  expect(bodyIn([...lacking, holding(body)], place, id)).toEqual(body.certificate);
});

it.each<[string, string, (row: Row) => Write<unknown>, RegExp]>([
  [
    'a signer whose row is gone',
    'signer/',
    ([key]) => ({ type: 'Delete', key }),
    new RegExp(`^the row signer/${bob.address} is missing$`),
  ],
  [
    'a signer who did not sign',
    'signer/',
    () => put(`signer/${others}`, true),
    /^the row signer\/0{64} is of nobody who has signed for an account$/,
  ],
  [
    'a job that is missing among those of a party',
    'jobs/',
    ([key]) => ({ type: 'Delete', key }),
    /^the row jobs\/client\/.* is not what the history makes it$/,
  ],
  [
    'a job among those of somebody else',
    'jobs/',
    ([key]) => put(key.replace(/[0-9a-f]{64}/, others), true),
    /^the row jobs\/client\/0{64}.* is not what the history makes it$/,
  ],
  [
    'a count of credits that no history makes',
    `account/${bob.address}`,
    ([key, value]) => put(key, { ...(value as object), creditCount: 0 }),
    new RegExp(`^it counts 0 credits of ${bob.address}, of 1$`),
  ],
  [
    'credits of an account that got none',
    `account/${bob.address}`,
    ([, value]) => put(`account/${others}`, { ...(value as object), nextNonce: 0n }),
    /^it counts 1 credits of 0{64}, of 0$/,
  ],
  [
    'what was pruned and has not settled',
    certificateKey(alice.address, 0n),
    ([key]) => put(key, { pruned: others, settledAt: 1n }),
    /^the certificate of nonce 0 of .* was pruned as 0{64}, and [0-9a-f]{64} has settled$/,
  ],
  [
    'an index row of what never settled',
    'transaction/',
    ([, value]) => put(`transaction/${others}`, value),
    /^it holds 5 rows of transaction, and its history makes 4$/,
  ],
  [
    'a row of no table',
    'genesis',
    () => put('gold/1', 1),
    /^it holds 1 row of gold, and its history makes 0$/,
  ],
  [
    'how far it has pruned, of which a part is gone',
    'genesis',
    () => put('pruning/next', { next: 1n }),
    /^the row pruning\/next is none that a validator writes$/,
  ],
  [
    'what contradicts nothing',
    certificateKey(alice.address, 0n),
    ([key]) => put(`conflict${key.slice(key.indexOf('/'))}/${others}`, true),
    /^the row conflict\/.* is none that a validator writes$/,
  ],
])('finds %s, which no digest tells', (_what, prefix, change, said) => {
  const store = storeOf();
  const [row] = rowsOf(store, prefix);
  if (row === undefined) throw new Error(`no row begins with ${prefix}`);
  store.write([change(row)]);
  expect(problemsOf(store)).toEqual([expect.stringMatching(said)]);
});

it('says once that a certificate is gone, not for everything that it made', () => {
  const store = storeOf();
  store.write([{ type: 'Delete', key: certificateKey(bob.address, 0n) }]);
  expect(problemsOf(store)).toEqual([
    `the certificate of nonce 0 of ${bob.address} is missing`,
    expect.stringMatching(/^its history comes to the digest/),
  ]);
});

it('verifies what follows a certificate that nobody has any more', () => {
  const [first, second, third] = history() as [
    TransactionEnvelope,
    TransactionEnvelope,
    TransactionEnvelope,
  ];
  const store = storeOf();
  const keyAt = (nonce: bigint) => certificateKey(alice.address, nonce);
  const bodyAt = (nonce: bigint) => store.get(keyAt(nonce)) as StoredCertificate;
  store.write([put(keyAt(0n), { pruned: factsOf(first.transaction).id, settledAt: 1n })]);
  expect(problemsOf(store)).toEqual([]);
  const { certificate, ...row } = bodyAt(1n);
  const alone = { ...certificate, signatures: certificate.signatures.slice(1) };
  store.write([
    put(keyAt(1n), { ...row, certificate: alone }),
    put(keyAt(2n), { ...bodyAt(2n), certificate }),
  ]);
  const [claim, payment] = [second, third].map(({ transaction }) => factsOf(transaction).id);
  expect(problemsOf(store)).toEqual([
    `the certificate of nonce 1 of ${alice.address} is refused: no quorum has signed it`,
    `the certificate of nonce 2 of ${alice.address} is of ${claim}, and ${payment} has settled`,
  ]);
});
