import {
  type Bytes32,
  factsOf,
  type PrunedCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import {
  type Conduct,
  createTestNetwork,
  silent,
  submission,
  type TestNetwork,
} from '../../test/network.ts';
import { certified, payment, signedBy } from '../../test/payments.ts';
import { PRUNE_TIMER, type PrunePolicy } from '../pruning/policy.ts';
import { certificateKey } from '../store-keys.ts';
import { agreedPruned } from './refusals/agreed-pruned.ts';

const SECOND = 1_000_000_000n;
const ALL: PrunePolicy = { olderThanNanos: 0n, keepPerAccount: 1n };
const EVERYBODY = { v1: ALL, v2: ALL, v3: ALL, v4: ALL, proxy: ALL };
const ALICE = addressOf('alice');

function idAt(nonce: bigint): TransactionId {
  return factsOf(payment({ nonce }).transaction).id;
}

/** Has payments of alice settled, and lets every validator that has a policy prune. */
function withHistory(network: TestNetwork, count: number): TestNetwork {
  for (let nonce = 0n; nonce < BigInt(count); nonce += 1n) {
    network.send('alice', submission(payment({ nonce }), `pay ${nonce}`));
  }
  return havingPruned(network);
}

function havingPruned(network: TestNetwork): TestNetwork {
  network.wait(SECOND);
  for (const { take } of network.validators) take({ type: 'Timer', id: PRUNE_TIMER });
  network.advanceWhile(() => network.proxy.state().pruning?.isUnderWay === true);
  return network;
}

function lastResult({ answers }: TestNetwork) {
  return answers.at(-1)?.result;
}

function askById(network: TestNetwork, transactionId: TransactionId) {
  const select = { by: 'Id', transactionId } as const;
  network.send('user', { type: 'GetCertificates', requestId: 'q', select });
}

function storedNonces({ proxy }: TestNetwork): readonly bigint[] {
  const from = certificateKey(ALICE, 0n);
  const rows = proxy.store.scan({ from, to: 'certificate0', limit: 99 });
  return rows.map(({ key }) => BigInt(key.slice(-20)));
}

describe('what validators say they have pruned', () => {
  const entry = { sender: ALICE, nonce: 0n, transactionId: idAt(0n), settledAt: 1n, hash: 'h' };
  const said = (changes: object = {}) => [{ ...entry, ...changes } as PrunedCertificate];

  it('P7 counts who says the same of the same place, and tells it as the first said it', () => {
    expect(agreedPruned([said({ nonce: 7n }), said()], 2)).toEqual([]);
    expect(agreedPruned([said({ sender: addressOf('bob') }), said()], 2)).toEqual([]);
    const others = [said({ settledAt: 3n }), said({ nonce: 7n })];
    expect(agreedPruned([said({ settledAt: 2n }), ...others], 2)).toEqual(said({ settledAt: 2n }));
  });
});

const GONE = { type: 'Rejected', rejection: { code: 'CertificatePruned', rule: 'P7' } };

describe('a proxy and validators that prune', () => {
  it('lets go of the same as validators do, and forgets that it ever noted it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 3n }),
        fc.integer({ min: 1, max: 6 }),
        (keep, count) => {
          const network = createTestNetwork({ prune: { proxy: { ...ALL, keepPerAccount: keep } } });
          withHistory(network, count);
          const all = Array.from({ length: count }, (_, nonce) => BigInt(nonce));
          expect(storedNonces(network)).toEqual(all.slice(-Number(keep)));
          const notes = network.proxy.store.rows().filter(({ key }) => key.startsWith('pruning/'));
          expect(notes).toEqual([]);
        },
      ),
    );
  });

  it('keeps what is too young until its time, also across a restart', () => {
    const prune = { proxy: { olderThanNanos: 60n * SECOND, keepPerAccount: 1n } };
    const network = createTestNetwork({ prune });
    for (const nonce of [0n, 1n]) network.send('alice', submission(payment({ nonce }), `${nonce}`));
    network.advance();
    expect(storedNonces(network)).toEqual([0n, 1n]);
    const next = createTestNetwork({ prune, store: network.proxy.store });
    expect(storedNonces(next)).toEqual([0n, 1n]);
    next.advance();
    next.advance();
    expect(storedNonces(next)).toEqual([1n]);
    expect(next.now() - network.now() > 50n * SECOND).toBe(true);
  });

  it('P7 says what settled where nobody has the body any more', () => {
    const network = withHistory(createTestNetwork({ prune: EVERYBODY }), 3);
    askById(network, idAt(0n));
    const pruned = [expect.objectContaining({ sender: ALICE, nonce: 0n, transactionId: idAt(0n) })];
    expect(lastResult(network)).toMatchObject({ ...GONE, rejection: { pruned } });
    askById(network, idAt(2n));
    expect(lastResult(network)).toMatchObject({ type: 'Certificates', certificates: [{}] });
    askById(network, '00'.repeat(32) as TransactionId);
    expect(lastResult(network)).toEqual({ type: 'Certificates', certificates: [] });
  });

  it('P7 says only what was asked for of what is pruned', () => {
    const goneOf = (from: string) =>
      [0n, 1n, 2n].map((nonce) => {
        const { id, transaction } = factsOf(payment({ from, nonce }).transaction);
        const hash = '00'.repeat(32) as Bytes32;
        return { sender: transaction.sender, nonce, transactionId: id, settledAt: 0n, hash };
      });
    const pruned = goneOf('alice');
    const others = goneOf('bob');
    const said: Conduct = () => [
      { type: 'Certificates', certificates: [], pruned: [...pruned, ...others] },
    ];
    const network = createTestNetwork({ conduct: { v1: said, v2: said } });
    const select = { by: 'Sender', sender: ALICE, fromNonce: 1n, limit: 9 } as const;
    network.send('user', { type: 'GetCertificates', requestId: 'q', select });
    expect(lastResult(network)).toMatchObject({ rejection: { pruned: pruned.slice(1) } });
    askById(network, idAt(2n));
    expect(lastResult(network)).toMatchObject({ rejection: { pruned: pruned.slice(2) } });
  });

  it('P7 waits for the one that has pruned nothing, though a quorum has', () => {
    const { v4: _archive, ...prune } = EVERYBODY;
    const network = withHistory(createTestNetwork({ prune }), 3);
    askById(network, idAt(0n));
    expect(lastResult(network)).toMatchObject({ type: 'Certificates', certificates: [{}] });
    network.conduct('v4', silent);
    askById(network, idAt(0n));
    network.advanceWhile(() => network.answers.at(-1)?.result.type === 'Certificates');
    expect(lastResult(network)).toMatchObject(GONE);
  });

  it('P7 does not believe one validator alone that something has been pruned', () => {
    const pruned = [
      { sender: ALICE, nonce: 0n, transactionId: idAt(0n), settledAt: 0n, hash: idAt(9n) as never },
    ];
    const network = createTestNetwork({
      conduct: {
        v1: (message, honest) =>
          message.type === 'GetCertificates'
            ? [{ type: 'Certificates', certificates: [], pruned }]
            : [honest()],
      },
    });
    askById(network, idAt(0n));
    expect(lastResult(network)).toEqual({ type: 'Certificates', certificates: [] });
  });

  it('P9 forgets what lacks signatures once it learns that it has settled long ago', () => {
    const network = createTestNetwork({ prune: EVERYBODY });
    const claimedBy = (...signers: readonly string[]) =>
      signedBy('alice', externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers }));
    network.send('alice', submission(claimedBy('bob', 'carol'), 'r1'));
    network.send('alice', submission(payment({ nonce: 1n }), 'r2'));
    havingPruned(network);
    network.send('alice', submission(claimedBy('bob'), 'r3'));
    expect(network.proxy.state().incomplete.size).toBe(1);
    network.send('alice', submission(claimedBy('carol'), 'r4'));
    expect(lastResult(network)).toMatchObject(GONE);
    expect(network.proxy.state().incomplete.size).toBe(0);
  });

  it('P3 says of a transaction that settled long ago that it did, and pays nothing twice', () => {
    const network = withHistory(createTestNetwork({ prune: EVERYBODY }), 3);
    network.send('alice', submission(payment({ nonce: 0n }), 'again'));
    expect(lastResult(network)).toMatchObject({
      ...GONE,
      rejection: { pruned: [{ transactionId: idAt(0n) }] },
    });
    const rival = payment({ nonce: 0n, to: 'carol' });
    network.send('alice', submission(rival, 'rival'));
    expect(lastResult(network)).toMatchObject({
      rejection: { code: 'UnexpectedNonce', expectedNonce: 3n },
    });
    const settled = network.validators.map(({ state }) => state().ledger.settled.size);
    expect(settled).toEqual([3, 3, 3, 3]);
  });

  it('P3 finds the certificate again where one validator has it', () => {
    const { v2: _archive, ...prune } = EVERYBODY;
    const network = withHistory(createTestNetwork({ prune }), 3);
    network.send('alice', submission(payment({ nonce: 0n }), 'again'));
    expect(lastResult(network)).toMatchObject({ type: 'Success' });
  });

  it.each([
    ['one validator keeps all', { v1: ALL, v2: ALL, proxy: ALL }, 'Success'],
    ['nobody does', EVERYBODY, 'Rejected'],
  ] as const)('P6 a validator that lagged too long, when %s', (_what, prune, outcome) => {
    const network = createTestNetwork({ prune, conduct: { v1: silent } });
    const history = [0n, 1n, 2n].map((nonce) => certified(payment({ nonce })));
    for (const { deliver } of network.validators.slice(0, 3)) history.forEach(deliver);
    withHistory(network, 0);
    network.send('alice', submission(payment({ nonce: 3n }), 'last'));
    network.advanceWhile(() => !network.answers.some(({ requestId }) => requestId === 'last'));
    const result = lastResult(network);
    expect(result?.type).toBe(outcome);
    if (result?.type !== 'Rejected') return;
    expect(result.rejection).toMatchObject({
      code: 'QuorumUnreachable',
      reason: expect.stringContaining('pruned'),
      pruned: [{ sender: ALICE, nonce: 0n, transactionId: idAt(0n) }],
    });
  });

  it('P4 a refusal for want of funds does not count while what was lacking is pruned', () => {
    const network = createTestNetwork({ prune: EVERYBODY });
    const gift = certified(payment({ from: 'bob', to: 'erin', amount: 50n }));
    const more = certified(payment({ from: 'bob', to: 'carol', nonce: 1n }));
    for (const validator of network.validators.slice(0, 2)) {
      validator.deliver(gift);
      validator.deliver(more);
    }
    network.wait(SECOND);
    for (const { take } of network.validators) take({ type: 'Timer', id: PRUNE_TIMER });
    network.send('erin', submission(payment({ from: 'erin', to: 'bob', amount: 50n }), 'spend'));
    network.advanceWhile(() => network.answers.length === 0);
    expect(lastResult(network)).toMatchObject({
      rejection: { code: 'QuorumUnreachable', pruned: [{ sender: addressOf('bob'), nonce: 0n }] },
    });
  });
});
