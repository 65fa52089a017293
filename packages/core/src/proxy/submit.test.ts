import { factsOf, type Signature, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { committee, VERIFIER } from '../../test/genesis.ts';
import { type Conduct, createTestNetwork, silent, submission } from '../../test/network.ts';
import { certified, payment, paymentElsewhere, rejectionOf } from '../../test/payments.ts';
import type { Result } from '../message.ts';
import { faultyMax, quorumSize } from '../quorum.ts';
import { certificateFault } from '../verification/certificate.ts';

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;

function successOf({ answers }: ReturnType<typeof createTestNetwork>) {
  return answers.flatMap(({ result }) => (result.type === 'Success' ? [result.certificate] : []));
}

describe('P1', () => {
  it('P1 settles with any number of validators up to f silent, from 1 to 10', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }).chain((size) => {
          const names = Array.from({ length: size }, (_, index) => `v${index + 1}`);
          const anyDead = fc.subarray(names, { maxLength: faultyMax(size) });
          return fc.record({ size: fc.constant(size), dead: anyDead });
        }),
        ({ size, dead }) => {
          const conduct = Object.fromEntries(dead.map((name) => [name, silent]));
          const network = createTestNetwork({ size, conduct });
          network.send('alice', submission(payment()));
          const [certificate] = successOf(network);
          const { id } = factsOf(payment().transaction);
          expect(certificate?.signatures.length).toBe(quorumSize(size));
          const fault =
            certificate &&
            certificateFault(certificate, factsOf(payment().transaction), {
              committees: [committee(size)],
              quorum: quorumSize,
              verifier: VERIFIER,
            });
          expect(fault).toBe(undefined);
          const settled = network.validators.filter(({ state }) =>
            [...state().ledger.settled.values()].some((each) => each === id),
          );
          expect(settled.length).toBe(size - dead.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('P1 does not answer before a quorum has settled', () => {
    const refusesToSettle: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate' ? [] : [honest()];
    const network = createTestNetwork({ conduct: { v1: refusesToSettle, v2: refusesToSettle } });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    network.conduct('v1', (_, honest) => [honest()]);
    network.advance();
    expect(successOf(network).length).toBe(1);
  });

  it('P1 answers while one validator is silent, and goes on until it has settled, too', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    network.send('alice', submission(payment()));
    expect(successOf(network).length).toBe(1);
    expect(network.proxy.state().submissions.size).toBe(1);
    network.conduct('v4', (_, honest) => [honest()]);
    network.advance();
    expect(network.validators[3]?.state().ledger.settled.size).toBe(1);
    expect(network.proxy.state().submissions.size).toBe(0);
    expect(network.advance()).toBe(false);
    expect(network.answers.length).toBe(1);
  });

  it('P1 and P5 write the envelope before it is broadcast and the certificate before it is shown, and then answer at once', () => {
    const network = createTestNetwork({ size: 1 });
    const checking = network.proxy.take({
      type: 'Message',
      from: 'alice',
      message: submission(payment()),
    });
    expect(checking.map(({ type }) => type)).toEqual(['Load', 'Send', 'SetTimer']);
    const { id } = factsOf(payment().transaction);
    const { upSince } = network.proxy.state();
    const hear = (purpose: string, result: Result) =>
      network.proxy
        .take({
          type: 'Message',
          from: 'v1',
          message: { type: 'Response', requestId: `${purpose}:${id}:0:0:${upSince}`, result },
        })
        .map(({ type }) => type);
    const admissible: Result = { type: 'Admissible', transactionId: id };
    expect(hear('check', admissible)).toEqual(['Persist', 'Send', 'SetTimer']);
    const answer = network.validators[0]?.submit(payment());
    if (answer === undefined) throw new Error('expected an answer');
    expect(hear('sign', answer)).toEqual(['Persist', 'Send', 'SetTimer']);
    const settled: Result = { type: 'Settled', transactionId: id, createdTokens: [] };
    expect(hear('settle', settled)).toEqual(['Reply', 'Persist', 'CancelTimer']);
  });
});

describe('P2', () => {
  const forged: Conduct = (message, honest) => {
    const answer = honest();
    return message.type === 'SubmitTransaction' && answer.type === 'Signed'
      ? [{ ...answer, signature: '00'.repeat(64) as Signature }]
      : [answer];
  };
  const twice: Conduct = (_, honest) => [honest(), honest(), honest()];
  const foreign: Conduct = (message, honest) => {
    const answer = honest();
    const signature = signerOf('v1').sign(factsOf(payment().transaction).signingBytes);
    return message.type === 'SubmitTransaction' && answer.type === 'Signed'
      ? [{ ...answer, validator: addressOf('v1'), signature }]
      : [answer];
  };
  const underOwnName: Conduct = (message, honest) => {
    const [answer] = foreign(message, honest);
    return answer?.type === 'Signed' ? [{ ...answer, validator: addressOf('v4') }] : [honest()];
  };

  it.each<[string, Conduct]>([
    ['a forged signature', forged],
    ['another validator’s signature, in its name', foreign],
    ['another validator’s signature, in the own name', underOwnName],
    ['no answer at all', silent],
  ])('P2 counts no %s', (_, conduct) => {
    // With v3 silent, v1 and v2 are one short of a quorum, and v4 must not make up for it.
    const network = createTestNetwork({ conduct: { v3: silent, v4: conduct } });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    expect([...network.proxy.state().submissions.values()][0]?.certificate).toBe(undefined);
  });

  it('P2 counts a validator once, however often it answers', () => {
    const network = createTestNetwork({ conduct: { v1: twice, v3: silent, v4: silent } });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
  });

  it('P2 counts no settlement of another transaction, nor one before there is a certificate', () => {
    const other = factsOf(payment({ amount: 2n }).transaction).id;
    const liar: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate'
        ? [{ type: 'Settled', transactionId: other, createdTokens: [] }]
        : [honest()];
    const network = createTestNetwork({ conduct: { v3: liar, v4: liar } });
    network.send('alice', submission(payment()));
    expect(network.answers).toEqual([]);
    const { id } = factsOf(payment({ from: 'bob' }).transaction);
    const early: Conduct = () => [{ type: 'Settled', transactionId: id, createdTokens: [] }];
    const none = createTestNetwork({ conduct: { v1: early, v2: early, v3: early } });
    none.send('bob', submission(payment({ from: 'bob' })));
    expect(none.answers).toEqual([]);
  });

  it('P2 accepts answers only from the committee', () => {
    const network = createTestNetwork({ conduct: { v3: silent, v4: silent } });
    network.send('alice', submission(payment()));
    const result = network.validators[2]?.submit(payment());
    if (result === undefined) throw new Error('expected an answer');
    const requestId = `sign:${factsOf(payment().transaction).id}:0:0:${network.now()}`;
    const before = network.proxy.state();
    network.send('mallory', { type: 'Response', requestId, result });
    expect(network.proxy.state()).toBe(before);
    network.send('v3', { type: 'Response', requestId, result });
    expect(successOf(network).length).toBe(0);
    expect([...network.proxy.state().submissions.values()][0]?.certificate?.signatures.length).toBe(
      3,
    );
  });

  it('P2 takes in nothing that its sender did not sign', () => {
    const network = createTestNetwork();
    const { signature } = payment({ from: 'bob' });
    network.send('mallory', submission({ ...payment(), signature }));
    expect(network.sent).toEqual([]);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'InvalidSignature',
        rule: 'V3',
        reason: `the signature does not verify under the sender ${addressOf('alice')}`,
      },
    ]);
    network.send('alice', submission(payment()));
    expect(successOf(network).length).toBe(1);
  });
});

describe('P3', () => {
  it('P3 tells a copy of a refused request the same, and drives nothing anew (P5)', () => {
    const network = createTestNetwork();
    const tooMuch = payment({ from: 'dave' });
    network.send('dave', submission(tooMuch, 'r1'));
    network.advanceWhile(() => network.answers.length === 0);
    const [refusal] = network.answers;
    expect(refusal?.result.type).toBe('Rejected');
    const asked = network.sent.length;
    network.send('dave', submission(tooMuch, 'r1'));
    expect(network.sent.length).toBe(asked);
    expect(network.answers.at(-1)?.result).toEqual(refusal?.result);
    network.send('dave', submission(tooMuch, 'r2'));
    expect(network.sent.length).toBeGreaterThan(asked);
  });

  it('P3 tells a copy the same after a restart, where the refusal was final (P5)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(63), (count, back) => {
        const network = createTestNetwork();
        const tooMuch = payment({ from: 'dave' });
        for (let number = 0; number < count; number += 1) {
          network.send('dave', submission(tooMuch, `r${number}`));
        }
        const { store } = network.proxy;
        const next = createTestNetwork({ store });
        next.send('dave', submission(tooMuch, `r${Math.max(0, count - 1 - back)}`));
        expect([next.sent, next.answers.map(({ result }) => result)]).toEqual([
          [],
          [network.answers[0]?.result],
        ]);
        next.send('dave', submission(tooMuch, 'another'));
        expect(next.sent.length).toBeGreaterThan(0);
        const latest = createTestNetwork({ store: next.proxy.store });
        latest.send('dave', submission(tooMuch, 'another'));
        expect(latest.sent).toEqual([]);
        expect(store.rows().length).toBeLessThanOrEqual(64);
      }),
      { numRuns: 40 },
    );
  });

  it('P3 joins a transaction in flight: one broadcast, one answer for everybody', () => {
    const network = createTestNetwork({ conduct: { v3: silent, v4: silent } });
    network.send('alice', submission(payment(), 'r1'));
    const asked = network.sent.length;
    network.send('bob', submission(payment(), 'r2'));
    network.send('bob', submission(payment(), 'r2'));
    // Clients do not know each other’s requests, and one client may ask again under another id.
    network.send('carol', submission(payment(), 'r2'));
    network.send('bob', submission(payment(), 'r3'));
    expect(network.sent.length).toBe(asked);
    network.conduct('v3', (_, honest) => [honest()]);
    network.advance();
    expect(
      network.answers.map(({ to, requestId, result }) => [to, requestId, result.type]),
    ).toEqual([
      ['alice', 'r1', 'Success'],
      ['bob', 'r2', 'Success'],
      ['carol', 'r2', 'Success'],
      ['bob', 'r3', 'Success'],
    ]);
  });

  it('P3 answers a settled transaction with the same certificate, from the store', () => {
    const network = createTestNetwork();
    network.send('alice', submission(payment(), 'r1'));
    const asked = network.sent.length;
    network.send('alice', submission(payment(), 'r2'));
    expect(network.sent.length).toBe(asked);
    const [first, second] = successOf(network);
    expect(second).toBe(first);
    const restarted = createTestNetwork({ store: network.proxy.store });
    restarted.send('alice', submission(payment(), 'r3'));
    expect(successOf(restarted)).toEqual([first]);
    expect(restarted.sent).toEqual([]);
  });

  it('P3 answers what it has acknowledged from the store, too, while it delivers that after a restart', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    network.send('alice', submission(payment(), 'r1'));
    const conduct = { v1: silent, v2: silent, v3: silent, v4: silent };
    const restarted = createTestNetwork({ store: network.proxy.store, conduct });
    expect(restarted.proxy.state().submissions.size).toBe(1);
    restarted.send('alice', submission(payment(), 'r2'));
    expect(successOf(restarted)).toEqual(successOf(network));
  });

  it('P3 finds the certificate at the validators after the loss of its store', () => {
    const network = createTestNetwork();
    const certificate = certified(payment(), committeeOf(4).slice(1));
    for (const validator of network.validators) validator.deliver(certificate);
    network.send('alice', submission(payment()));
    expect(successOf(network)).toEqual([certificate]);
  });

  it('P3 gives the union of the signatures that validators show after the loss of its store', () => {
    const network = createTestNetwork();
    const signers = committeeOf(4);
    const some = certified(payment(), signers.slice(0, 3));
    const others = certified(payment(), signers.slice(1));
    network.validators.forEach((validator, index) => {
      validator.deliver(index % 2 === 0 ? others : some);
    });
    network.send('alice', submission(payment(), 'r1'));
    network.send('alice', submission(payment(), 'r2'));
    const all = certified(payment(), signers);
    expect(successOf(network)).toEqual([all, all]);
  });

  it('P3 keeps what one validator shows before it brings it to the others', () => {
    const shown = certified(payment(), committeeOf(4).slice(1));
    const deaf: Conduct = ({ type }, honest) => (type === 'SubmitCertificate' ? [] : [honest()]);
    const network = createTestNetwork({ conduct: { v2: deaf, v3: deaf, v4: deaf } });
    network.validators[0]?.deliver(shown);
    network.send('user', {
      type: 'GetAccountInfo',
      requestId: 'q',
      address: addressOf('alice'),
      tokenBalances: [],
      stateKeys: [],
    });
    expect(network.sent.some(({ message }) => message.type === 'SubmitCertificate')).toBe(true);
    const restarted = createTestNetwork({ store: network.proxy.store });
    restarted.send('alice', submission(payment()));
    expect(successOf(restarted)).toEqual([shown]);
  });

  it('P3 delivers what it has found like anything else: slower and slower, and only to those who lack it', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const validator of network.validators.slice(0, 3)) validator.deliver(certified(payment()));
    network.send('alice', submission(payment(), 'r1'));
    expect(successOf(network)).toHaveLength(1);
    const { id } = factsOf(payment().transaction);
    for (let repetition = 0; repetition < 5; repetition += 1) {
      const { length } = network.sent;
      network.advance();
      expect(network.sent.slice(length).map(({ to }) => to)).toEqual(['v4']);
      expect(network.proxy.state().submissions.get(id)?.retries).toBe(repetition + 1);
    }
  });

  it('P3 and V5 refuse another transaction at a settled nonce, and say how far its account has come', () => {
    const histories = fc.record({
      settled: fc.integer({ min: 1, max: 5 }),
      at: fc.nat(),
      isOfOthers: fc.boolean(),
      lie: fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      order: fc.array(fc.nat()),
    });
    const refusedAfter = ({ settled, at, isOfOthers, lie, order }: ValueOf<typeof histories>) => {
      const lying: Conduct = (_, honest) => {
        const answer = honest();
        const isRefused = answer.type === 'Rejected';
        if (!isRefused || answer.rejection.code !== 'UnexpectedNonce') return [answer];
        return [{ type: 'Rejected', rejection: { ...answer.rejection, expectedNonce: lie } }];
      };
      const picks = order.values();
      const pick = (waiting: number) => (picks.next().value ?? 0) % waiting;
      const network = createTestNetwork({ conduct: { v1: lying }, pick });
      for (let next = 0; next < settled; next += 1) {
        const paid = payment({ nonce: BigInt(next) });
        if (isOfOthers) for (const each of network.validators) each.deliver(certified(paid));
        else network.send('alice', submission(paid, `r${next}`));
      }
      const nonce = BigInt(at % settled);
      network.send('alice', submission(payment({ nonce, amount: 2n }), 'rival'));
      network.advanceWhile(() => network.answers.at(-1)?.requestId !== 'rival');
      const expectedNonce = BigInt(settled);
      expect(network.answers.at(-1)?.result).toEqual({
        type: 'Rejected',
        rejection: { code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce },
      });
    };
    // A liar is among the first two that say how far the account is.
    const early = { settled: 2, at: 0, isOfOthers: true, lie: 1n, order: [0, 0, 0, 365213720] };
    fc.assert(fc.property(histories, refusedAfter), { numRuns: 200, examples: [[early]] });
  });
});

describe('V2', () => {
  it('V2 decides before V3 and V5, whether the nonce is free or used, and asks nobody', () => {
    const network = createTestNetwork();
    const spoilt: TransactionEnvelope = {
      ...paymentElsewhere(),
      signature: { kind: 'Signature', signature: '00'.repeat(64) as Signature },
    };
    const refusals = () => {
      for (const each of [paymentElsewhere(), spoilt]) network.send('alice', submission(each));
      return network.answers.splice(0).map(({ result }) => rejectionOf(result));
    };
    const foreign = { code: 'NonSubmittableOperation', rule: 'V2' };
    expect(refusals()).toMatchObject([foreign, foreign]);
    expect(network.sent).toEqual([]);
    network.send('alice', submission(payment()));
    expect(successOf(network)).toHaveLength(1);
    network.answers.splice(0);
    expect(refusals()).toMatchObject([foreign, foreign]);
  });
});
