import { factsOf, NATIVE_TOKEN_ID, type Rejection } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../../test/claims.ts';
import { START } from '../../../test/genesis.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  onlyChecking,
  refusing,
  refusingToSign,
  silent,
  submission,
} from '../../../test/network.ts';
import { payment, rejectionOf, signedBy } from '../../../test/payments.ts';

const NO: Rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' };
const UNREADABLE: Rejection = { code: 'InvalidRequest', rule: 'V1', reason: 'no' };

describe('P4', () => {
  it('P4 ends the attempt with f + 1 refusals of one kind', () => {
    const network = createTestNetwork({
      conduct: { v1: refusing(NO), v2: refusing(NO), v4: silent },
    });
    network.send('alice', submission(payment()));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([NO]);
    expect(network.proxy.state().submissions.size).toBe(0);
    expect(network.proxy.store.rows().map(({ key }) => key)).toEqual(['refused/00']);
    expect(network.advance()).toBe(false);
  });

  it('P4 ends nothing while those who are silent may hold a certificate beside f liars', () => {
    const network = createTestNetwork({
      conduct: { v1: refusing(NO), v2: refusing(NO), v3: silent, v4: silent },
    });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    network.conduct('v3', honestly);
    network.advance();
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([NO]);
  });

  it('P4 ends nothing with f + 1 refusals of different kinds, though each counts', () => {
    const network = createTestNetwork({ conduct: { v1: refusing(NO) } });
    network.validators[1]?.submit(payment({ amount: 2n }));
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    network.conduct('v3', refusing(NO));
    network.advance();
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([NO]);
  });

  it('P4 tells of the next nonces that f + 1 name the one that a correct validator has reached', () => {
    const atNext = (expectedNonce: bigint) =>
      refusing({ code: 'UnexpectedNonce', rule: 'V5', nonce: 3n, expectedNonce });
    const locked = refusing({
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: [payment()],
    });
    const network = createTestNetwork({
      conduct: { v1: atNext(2n), v2: atNext(0n), v3: locked, v4: locked },
    });
    network.send('alice', submission(payment({ nonce: 3n })));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'UnexpectedNonce', nonce: 3n, expectedNonce: 0n },
    ]);
  });

  it.each<Rejection>([
    { code: 'InvalidSignature', rule: 'V3', reason: 'no' },
    { code: 'InvalidRequest', rule: 'V1', reason: 'no' },
  ])('P4 believes no $code of what it has checked itself', (fault) => {
    // One lies, and what another heard was changed on its way: f + 1 say so, and none is right.
    let garbled = 0;
    const onceGarbled: Conduct = (message, honest) => {
      if (message.type !== 'SubmitTransaction') return [honest()];
      garbled += 1;
      return garbled === 1 ? [{ type: 'Rejected', rejection: fault }] : [honest()];
    };
    const network = createTestNetwork({ conduct: { v1: refusingToSign(fault), v2: onceGarbled } });
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P4 believes that a validator key has another role, which only validators check', () => {
    const network = createTestNetwork();
    const unsigned = externalClaim({ verifiers: ['v1'], quorum: 0n, signers: [] });
    network.send('alice', submission(signedBy('alice', unsigned)));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'InvalidSignature', rule: 'V3' },
    ]);
    expect(network.proxy.state().submissions.size).toBe(0);
  });

  it('P4 counts a refusal once for each validator, and none that answers something else', () => {
    const thrice: Conduct = (message, honest) =>
      [1, 2, 3].flatMap(() => refusing(NO)(message, honest));
    const network = createTestNetwork({
      conduct: { v1: thrice, v2: silent, v3: silent, v4: silent },
    });
    network.send('alice', submission(payment()));
    const { id } = factsOf(payment().transaction);
    for (const purpose of ['fetch', 'find', 'deliver', 'settle', 'nonsense']) {
      const requestId = `${purpose}:${id}:1:0:${network.now()}`;
      network.send('v2', {
        type: 'Response',
        requestId,
        result: { type: 'Rejected', rejection: NO },
      });
    }
    expect(network.answers).toEqual([]);
  });

  it('P4 calls the outcome unsettled, not refused, where some validator signed', () => {
    const network = createTestNetwork({
      conduct: { v2: refusingToSign(NO), v3: refusingToSign(NO), v4: silent },
    });
    network.send('alice', submission(payment()));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'refused with NonSubmittableOperation',
        unsettled: true,
        refusals: [
          { validator: addressOf('v2'), rejection: NO },
          { validator: addressOf('v3'), rejection: NO },
        ],
        silent: [addressOf('v4')],
      },
    ]);
  });

  it('P4 takes missing funds for granted once a quorum has shown all credits there are', () => {
    const network = createTestNetwork({ conduct: { v3: silent, v4: silent } });
    network.send('dave', submission(payment({ from: 'dave' })));
    expect(network.answers).toEqual([]);
    network.conduct('v3', honestly);
    network.advance();
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'InsufficientFunding',
        rule: 'V6',
        operationIndex: 0,
        tokenId: NATIVE_TOKEN_ID,
        currentBalance: 0n,
        required: 1n,
      },
    ]);
  });

  it('P4 ends with the rival where f + 1 validators hold one', () => {
    const rival = payment({ amount: 2n });
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const validator of network.validators.slice(0, 2)) validator.submit(rival);
    network.send('alice', submission(payment()));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [rival] },
    ]);
  });

  it('P2 tells of no rival that its sender did not sign, and counts nobody who shows one', () => {
    const rival = payment({ amount: 7n });
    const { signature } = payment({ from: 'bob', amount: 8n });
    const forged = { transaction: payment({ amount: 8n }).transaction, signature };
    const pending = [forged] as const;
    const lie = { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending } as const;
    const network = createTestNetwork({ conduct: { v1: refusing(lie) } });
    for (const validator of network.validators.slice(1, 3)) validator.ask(submission(rival));
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { ...lie, pending: [rival] },
    ]);
  });
});

describe('P8', () => {
  const timings = { deadlineNanos: 2_000_000_000n };

  it('P8 says at the deadline who refused and why, and that nothing was signed', () => {
    const network = createTestNetwork({
      timings,
      conduct: Object.fromEntries(
        ['v1', 'v2', 'v3', 'v4'].map((name) => [name, refusing(UNREADABLE)]),
      ),
    });
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.now()).toBe(START + 2_000_000_000n);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'the deadline has passed',
        unsettled: false,
        refusals: ['v1', 'v2', 'v3', 'v4'].map((name) => ({
          validator: addressOf(name),
          rejection: UNREADABLE,
        })),
        silent: [],
      },
    ]);
    expect(network.proxy.state().submissions.size).toBe(0);
    expect(network.advance()).toBe(false);
  });

  it('P8 calls the outcome unsettled where a validator that was asked never answered', () => {
    const network = createTestNetwork({
      timings,
      conduct: {
        v1: refusingToSign(UNREADABLE),
        v2: onlyChecking,
        v3: onlyChecking,
        v4: onlyChecking,
      },
    });
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'QuorumUnreachable', unsettled: true },
    ]);
  });

  it('P8 goes on delivering a certificate after it has told that it could not', () => {
    const notSettling: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate' ? [] : [honest()];
    const names = ['v1', 'v2', 'v3', 'v4'];
    const network = createTestNetwork({
      timings,
      conduct: Object.fromEntries(names.map((name) => [name, notSettling])),
    });
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'QuorumUnreachable', unsettled: true, refusals: [] },
    ]);
    for (const name of names) network.conduct(name, honestly);
    network.advance();
    expect(network.validators.map(({ state }) => state().ledger.settled.size)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(network.answers.length).toBe(1);
  });

  it('P8 gives whoever asks again after the deadline a deadline of its own', () => {
    const notSettling: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate' ? [] : [honest()];
    const network = createTestNetwork({
      timings,
      conduct: { v1: notSettling, v2: notSettling, v3: notSettling, v4: notSettling },
    });
    network.send('alice', submission(payment(), 'r1'));
    network.advanceWhile(() => network.answers.length === 0);
    const again = network.now();
    network.send('alice', submission(payment(), 'r2'));
    network.advanceWhile(() => network.answers.length === 1);
    expect(network.now()).toBe(again + 2_000_000_000n);
    expect(network.answers[1]).toMatchObject({ requestId: 'r2' });
  });

  it('P8 gives a second client that asks meanwhile no deadline from a clock that was ahead', () => {
    const conduct = { v1: silent, v2: silent, v3: silent, v4: silent };
    const network = createTestNetwork({ timings, conduct });
    const start = network.now();
    network.wait(3_600_000_000_000n);
    network.send('alice', submission(payment(), 'r1'));
    network.wait(-3_600_000_000_000n);
    network.send('alice', submission(payment(), 'r2'));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.now()).toBe(start + 2_000_000_000n);
    expect(network.answers.map(({ requestId }) => requestId)).toEqual(['r1', 'r2']);
  });

  it('P8 gives a waiting client that asks again no deadline from a clock that was ahead', () => {
    const conduct = { v1: silent, v2: silent, v3: silent, v4: silent };
    const network = createTestNetwork({ timings, conduct });
    const start = network.now();
    network.wait(3_600_000_000_000n);
    network.send('alice', submission(payment()));
    network.wait(-3_600_000_000_000n);
    network.send('alice', submission(payment()));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.now()).toBe(start + 2_000_000_000n);
    expect(network.answers).toHaveLength(1);
  });
});

describe('repetitions', () => {
  const deaf = { v1: silent, v2: silent, v3: silent, v4: silent };

  it('back off, with jitter, up to a bound, and end', () => {
    const timings = {
      retryNanos: 1_000n,
      retryNanosMax: 8_000n,
      retriesMax: 6,
      deadlineNanos: 10n ** 18n,
    };
    const network = createTestNetwork({ timings, conduct: deaf });
    network.send('alice', submission(payment()));
    const waits: bigint[] = [];
    for (let last = network.now(); network.advance(); last = network.now()) {
      waits.push(network.now() - last);
    }
    expect(waits.length).toBe(7);
    const least = [1_000n, 2_000n, 4_000n, 8_000n, 8_000n, 8_000n, 8_000n];
    waits.forEach((wait, index) => {
      const shortest = least[index] ?? 0n;
      expect(wait).toBeGreaterThanOrEqual(shortest);
      expect(wait).toBeLessThan((shortest * 5n) / 4n + 1n);
    });
    expect(network.sent.length).toBe(4 * 7);
  });

  it('P8 answer whoever waits when they end before the deadline', () => {
    const timings = { retriesMax: 1, deadlineNanos: 10n ** 18n };
    const network = createTestNetwork({ timings, conduct: deaf });
    network.send('alice', submission(payment()));
    while (network.advance()) expect(network.answers.length).toBeLessThanOrEqual(1);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'no quorum after 1 repetitions',
        unsettled: false,
        refusals: [],
        silent: ['v1', 'v2', 'v3', 'v4'].map(addressOf),
      },
    ]);
  });

  it('ask only validators that still owe something', () => {
    const network = createTestNetwork({ conduct: { v3: silent, v4: silent } });
    network.send('alice', submission(payment()));
    const asked = network.sent.length;
    network.advance();
    expect(network.sent.slice(asked).map(({ to }) => to)).toEqual(['v3', 'v4']);
  });
});
