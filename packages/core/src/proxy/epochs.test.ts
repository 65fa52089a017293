import { factsOf, type TransactionCertificate, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERIFIER } from '../../test/genesis.ts';
import { createListener } from '../../test/listener.ts';
import { submission } from '../../test/network.ts';
import { payment, shortOf } from '../../test/payments.ts';
import { epochRequestId } from '../committee-chain.ts';
import type { Result } from '../message.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';
import { requestId } from './answers/request-id.ts';
import { PROXY_RULES } from './rules.ts';
import { stepProxy } from './step.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const one = committeeAt(1, FOUR);

function createNetwork(operators = FOUR, joining = FOUR) {
  const network = new EpochNetwork(operators, 4);
  network.join(joining, 1);
  return network;
}

function idOf({ transaction }: TransactionEnvelope) {
  return factsOf(transaction).id;
}

/** A proxy that has followed a change to members that are asked for a payment and have not merged. */
function createUnmerged(next = ['d']) {
  const network = createNetwork(FOUR, next);
  const proxy = createListener(network);
  const answer = (requestId: string, result: Result, from = 'd') =>
    proxy.hear(from, { type: 'Response', requestId, result });
  const change = { type: 'Certificates', certificates: [network.change(zero, next)] } as const;
  answer(epochRequestId(1), change);
  return { ...proxy, network, answer, asked: proxy.hear('user', submission(payment())) };
}

/** The id of the request of one kind among what a proxy sends. */
function idIn(sent: ReturnType<ReturnType<typeof createListener>['hear']>, type: string): string {
  return sent.find(({ message }) => message.type === type)?.message.requestId ?? '';
}

const success = { type: 'Success' };
const no = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' } as const;
const refused: Result = { type: 'Rejected', rejection: shortOf(1n) };
const shown: Result = { type: 'Certificates', certificates: [] };

describe('a proxy', () => {
  it('P10 follows a change that it hears of by a refusal, and submits the same bytes again', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    network.request(submission(payment()));
    network.run();
    expect(network.answers).toMatchObject([success]);
    expect(network.proxyState().committee.epoch).toBe(1);
  });

  it('P10 follows the change that it drove itself as soon as that has settled', () => {
    const network = createNetwork();
    const { envelope } = network.change(zero, FOUR);
    network.request({ type: 'SubmitTransaction', requestId: 'change', envelope });
    while (network.answers.length === 0) network.run(1);
    expect(network.answers).toMatchObject([success]);
    expect(network.proxyState().committee.epoch).toBe(1);
  });

  it('P10 switches in the middle of a submission, and never adds up signatures of two epochs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.constantFrom(...FOUR), (turns, told) => {
        const network = createNetwork();
        network.request(submission(payment()));
        network.run(turns);
        network.deliver(told, network.change(zero, FOUR));
        network.run(4_000);
        expect(network.answers).toMatchObject([success]);
        const [answer] = network.answers;
        const names =
          answer?.type === 'Success' ? answer.certificate.signatures.map(([name]) => name) : [];
        const keys = [zero, one].map(({ members }) =>
          members.map(({ validator }) => validator.address),
        );
        expect(keys.some((committee) => names.every((name) => committee.includes(name)))).toBe(
          true,
        );
        for (const operator of FOUR) {
          const alice = network.state(operator).ledger.account.get(addressOf('alice'));
          expect(alice?.nextNonce).toBe(1n);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('P10 returns to the first pace after a change, however long it had waited before', () => {
    const network = createNetwork();
    const retries = () => [...network.proxyState().submissions.values()][0]?.retries ?? 0;
    for (const operator of FOUR) network.cut(operator);
    network.request(submission(payment()));
    while (retries() < 5) network.run(1);
    for (const operator of FOUR) network.mend(operator);
    network.deliver('a', network.change(zero, FOUR));
    while (network.proxyState().committee.epoch === 0) network.run(1);
    expect(retries()).toBe(0);
    network.run(4_000);
    expect(network.answers).toMatchObject([success]);
  });

  it('P10 starts counting afresh: what a node answers for its former seat does not count', () => {
    const network = createNetwork();
    for (const operator of FOUR) network.cut(operator);
    network.request(submission(payment()));
    network.run(4);
    const certificates = [network.change(zero, FOUR)];
    const change = { type: 'Certificates', certificates } as const;
    network.request({ type: 'Response', requestId: 'epoch:1', result: change });
    network.run(4);
    const state = network.proxyState();
    const facts = factsOf(payment().transaction);
    const transactionId = facts.id;
    const admits = (index: number) => {
      const result = { type: 'Admissible', transactionId } as const;
      const id = requestId(state, { facts, attempt: 0 }, { purpose: 'check', index });
      const message = { type: 'Response', requestId: id, result } as const;
      const env = { now: 0n, signer: keyOf('p', 0), verifier: VERIFIER, rules: PROXY_RULES };
      const step = stepProxy(state, { type: 'Message', from: 'd', message }, env);
      const progress = step.state.submissions.get(transactionId)?.progress;
      return progress?.[keyOf('d', 1).address]?.admits;
    };
    expect(state.committee.epoch).toBe(1);
    expect([admits(0), admits(1)]).toEqual([false, true]);
  });

  it('P4 leaves open what a member of the epoch before has told to be used', () => {
    const network = createNetwork();
    for (const operator of ['b', 'c', 'd']) network.cut(operator);
    network.submit('a', payment());
    network.deliver('a', network.certify(payment(), zero));
    network.request(submission(payment()));
    const isTold = () =>
      [...network.proxyState().submissions.values()].some(
        ({ progress }) => progress[keyOf('a', 0).address]?.isPast,
      );
    while (!isTold()) network.run(1);
    network.cut('a');
    const certificates = [network.change(zero, FOUR)];
    const change = { type: 'Certificates', certificates } as const;
    network.request({ type: 'Response', requestId: 'epoch:1', result: change });
    network.run(4_000);
    expect(network.proxyState().committee.epoch).toBe(1);
    expect(network.answers).toMatchObject([
      { rejection: { code: 'QuorumUnreachable', unsettled: true } },
    ]);
  });

  it('C6 asks no more than it must about an account in contest', () => {
    const network = createNetwork();
    for (const operator of ['a', 'b']) network.submit(operator, payment());
    for (const operator of ['c', 'd']) network.submit(operator, payment({ to: 'carol' }));
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    network.request(submission(payment()));
    network.run(4_000);
    expect(network.answers).toMatchObject([
      { rejection: { code: 'QuorumUnreachable', unsettled: true } },
    ]);
    expect(network.proxyState().submissions.size).toBe(0);
  });

  it('P10 follows two changes, and knows of them after a restart', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    network.join(FOUR, 2);
    network.deliver('a', network.change(one, FOUR));
    network.run();
    network.request(submission(payment()));
    network.run();
    network.restartProxy();
    expect(network.proxyState().committee.epoch).toBe(2);
    network.request(submission(payment({ nonce: 1n }), 'r2'));
    network.run();
    expect(network.answers).toMatchObject([success, success]);
  });

  it('C8 tells a validator that was down of the change, and so brings it back', () => {
    const network = createNetwork();
    network.cut('d');
    network.deliver('a', network.change(zero, FOUR));
    network.run(400);
    network.mend('d');
    network.request(submission(payment()));
    network.run(4_000);
    expect(network.state('d').status).toBe('active');
    expect(network.state('d').handover.served).toBe(1);
  });

  it.each([
    [
      'brings a validator along every change that it missed, though only the last gives it a seat',
      'e',
      true,
    ],
    ['tells one of the change that goes on signing under the key of before', 'd', false],
  ])('C8 %s', (_, missing, missesBoth) => {
    // Members that believe a quorum has merged announce the change to nobody.
    const handover = { ...VALIDATOR_RULES.handover, announcedTo: () => [] };
    const rules = { ...VALIDATOR_RULES, handover };
    const network = new EpochNetwork([...FOUR, 'e'], 4, { rules });
    const tell = (operators: readonly string[], change: TransactionCertificate) => {
      for (const operator of operators) network.deliver(operator, change);
      network.run();
    };
    const next = ['a', 'b', 'c', missing];
    network.join(FOUR, 1);
    if (missesBoth) network.cut(missing);
    tell(FOUR, network.change(zero, FOUR));
    network.join(next, 2, FOUR);
    network.cut(missing);
    const others = FOUR.filter((operator) => operator !== missing);
    tell(others, network.change(one, next));
    network.cut('c');
    network.mend(missing);
    network.request(submission(payment()));
    network.run(4_000);
    expect(network.answers).toMatchObject([success]);
    expect(network.state(missing).handover.served).toBe(2);
  });

  it.each([
    ['no refusal of a member that has not merged', 0, 'QuorumUnreachable'],
    ['the refusals of a member that serves, once it has said so', 1, 'UnexpectedNonce'],
  ])('P4 counts %s', (_, served, code) => {
    const network = createNetwork(FOUR, ['d']);
    network.deliver('a', network.change(zero, ['d']));
    network.request(submission(payment()));
    network.run();
    network.restartProxy();
    const asked: string[] = [];
    const rejection = {
      code: 'UnexpectedNonce',
      rule: 'V5',
      nonce: 5n,
      expectedNonce: 1n,
    } as const;
    network.lie('d', (_, { type }) => {
      asked.push(type);
      if (type === 'AnnounceChange') return { type: 'EpochStatus', known: 1, served };
      if (type === 'GetCertificates') return { type: 'Certificates', certificates: [] };
      return { type: 'Rejected', rejection };
    });
    network.request(submission(payment({ nonce: 5n }), 'r2'));
    while (network.answers.length < 2) network.run(1);
    expect(network.answers).toMatchObject([success, { rejection: { code } }]);
    const announced = asked.indexOf('AnnounceChange');
    expect(asked.slice(0, announced)).toContain('CheckTransaction');
    expect(asked.slice(announced)).toContain('CheckTransaction');
  });

  it('P4 asks a member again for what it refused before, once a signature shows that it serves', () => {
    const network = createNetwork(FOUR, ['d']);
    network.deliver('a', network.change(zero, ['d']));
    network.request(submission(payment()));
    network.run();
    network.restartProxy();
    const refused = idOf(payment({ from: 'bob' }));
    const asked: string[] = [];
    network.lie('d', (_, message) => {
      if (message.type === 'AnnounceChange') return { type: 'EpochStatus', known: 1, served: 0 };
      if (message.type === 'Response') return undefined;
      const isRefused = message.requestId.includes(refused);
      asked.push(isRefused ? 'refused' : message.type);
      return isRefused ? { type: 'Rejected', rejection: no } : network.ask('d', message);
    });
    network.request(submission(payment({ from: 'bob' }), 'r2'));
    while (asked.length === 0) network.run(1);
    network.request(submission(payment({ nonce: 1n }), 'r3'));
    // No timer goes off while messages are under way, such as the answer that it has settled.
    while (network.answers.length < 2) network.run(1);
    expect(asked.slice(asked.indexOf('SubmitTransaction'))).toContain('refused');
  });

  it('P4 asks a member anew that has not answered when it comes to serve', () => {
    const { answer, asked, replies } = createUnmerged();
    const told = answer(epochRequestId(1), { type: 'EpochStatus', known: 1, served: 1 });
    answer(idIn(asked, 'CheckTransaction'), { type: 'Rejected', rejection: no });
    expect(replies).toEqual([]);
    const later = { ...no, reason: 'said after the merge' };
    answer(idIn(told, 'CheckTransaction'), { type: 'Rejected', rejection: later });
    expect(replies).toMatchObject([{ rejection: later }]);
  });

  it('P4 counts no refusal of members that have not merged, though another one serves', () => {
    const { answer, asked, replies } = createUnmerged(FOUR);
    const id = idIn(asked, 'CheckTransaction');
    answer(epochRequestId(1), { type: 'EpochStatus', known: 1, served: 1 });
    for (const by of ['a', 'b', 'c']) answer(id, { type: 'Rejected', rejection: no }, by);
    expect(replies).toEqual([]);
  });

  it('P4 counts no basis that a member showed before it served, though it arrives afterwards', () => {
    const { answer, asked, replies } = createUnmerged();
    const early = idIn(answer(idIn(asked, 'CheckTransaction'), refused), 'GetCertificates');
    const told = answer(epochRequestId(1), { type: 'EpochStatus', known: 1, served: 1 });
    answer(early, shown);
    answer(idIn(told, 'CheckTransaction'), refused);
    expect(replies).toEqual([]);
    // Its word of now is asked for once it has shown its basis, and counts.
    const again = answer(idIn(told, 'GetCertificates'), shown);
    answer(idIn(again, 'CheckTransaction'), refused);
    expect(replies).toMatchObject([{ rejection: { code: 'InsufficientFunding' } }]);
  });

  it('P6 brings a member nothing again that it settled before it served', () => {
    const { answer, asked, network } = createUnmerged(['c', 'd']);
    const credit = network.certify(payment({ from: 'bob', to: 'alice' }), zero);
    const refuse = (sent: typeof asked) => answer(idIn(sent, 'CheckTransaction'), refused);
    const basis = idIn(refuse(asked), 'GetCertificates');
    const again = answer(basis, shown);
    answer(basis, { type: 'Certificates', certificates: [credit] }, 'c');
    const settled = { transactionId: idOf(credit.envelope), createdTokens: [] };
    answer(idIn(refuse(again), 'SubmitCertificate'), { type: 'Settled', ...settled });
    const told = answer(epochRequestId(1), { type: 'EpochStatus', known: 1, served: 1 });
    answer(idIn(told, 'GetCertificates'), shown);
    const types = refuse(refuse(told)).map(({ message }) => message.type);
    expect(types).not.toContain('SubmitCertificate');
  });

  it('P7 answers with what the committee before settled, though no member of the next has merged yet', () => {
    const network = createNetwork(FOUR, ['d']);
    network.cut('d');
    network.request(submission(payment()));
    network.run(400);
    network.mend('d');
    const change = network.change(zero, ['d']);
    const result = { type: 'Certificates', certificates: [change] } as const;
    network.request({ type: 'Response', requestId: 'epoch:1', result });
    network.request({
      type: 'GetAccountInfo',
      requestId: 'r2',
      address: addressOf('alice'),
      tokenBalances: 'all',
      stateKeys: 'all',
    });
    network.run(10);
    network.deliver('a', change);
    network.run(4_000);
    expect(network.answers).toMatchObject([success, { type: 'AccountInfo', nextNonce: 1n }]);
  });

  it('C8 tells a liar of a change once for each refusal, whatever it says that it knows', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    let refused = 0;
    let told = 0;
    network.lie('d', (_, { type }) => {
      if (type === 'AnnounceChange') {
        told += 1;
        return { type: 'EpochStatus', known: 0, served: 0 };
      }
      if (type !== 'CheckTransaction' && type !== 'SubmitTransaction') return undefined;
      refused += 1;
      return { type: 'Rejected', rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 } };
    });
    network.request(submission(payment()));
    network.run(2_000);
    expect(network.answers).toMatchObject([success]);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(refused);
  });

  it('D4 refuses a change that waits for an epoch nobody knows of, like anything with an unknown dependency', () => {
    const network = createNetwork();
    const envelope = network.proposal(one, FOUR);
    network.request(submission(envelope));
    network.run(2_000);
    expect(network.answers).toMatchObject([
      { rejection: { code: 'MissingDependency', missing: [{ kind: 'Epoch', id: '1' }] } },
    ]);
  });

  it('P10 believes no change that the committee before did not sign', () => {
    const network = createNetwork();
    const forged = network.certify(network.change(zero, FOUR).envelope, one);
    network.request(submission(payment()));
    network.run();
    network.request({
      type: 'Response',
      requestId: 'epoch:1',
      result: { type: 'Certificates', certificates: [forged] },
    });
    network.run();
    expect(network.proxyState().committee.epoch).toBe(0);
  });
});
