import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { createTestStore, type TestStore } from '@quorate/testkit/step-machine';
import { describe, expect, it } from 'vitest';
import { holdingBack, showing } from '../../test/late.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  refusing,
  silent,
  submission,
  type TestNetwork,
} from '../../test/network.ts';
import { certified, payment, rejectionOf, shortOf } from '../../test/payments.ts';
import type { CheckTransaction, Response } from '../message.ts';
import { SUBMISSION_PREFIX } from './submission.ts';

const SILENT = { v1: silent, v2: silent, v3: silent, v4: silent };

/** The store of a proxy that has broadcast a transaction for which no client waits any more. */
function storeWith(envelope: TransactionEnvelope): TestStore {
  const store = createTestStore();
  const { id } = factsOf(envelope.transaction);
  store.write([{ key: SUBMISSION_PREFIX + id, value: { envelope, certificate: undefined } }]);
  return store;
}

/** Has dave get what he wishes to pay, at v1 and v2 alone, and ask for it; v2 is slow to show that. */
function askOnceFunded(network: TestNetwork, wish: TransactionEnvelope, requestId: string) {
  const credit = certified(payment({ to: 'dave', amount: 5n }));
  for (const validator of network.validators.slice(0, 2)) validator.deliver(credit);
  const letGo = holdingBack(network, 'v2', showing);
  network.send('dave', submission(wish, requestId));
  return letGo;
}

describe('another attempt with the same bytes', () => {
  it('P4 refuses no money that arrived since, though a basis from before arrives later', () => {
    const wish = payment({ from: 'dave', amount: 5n });
    const network = createTestNetwork();
    const letGoOfFirst = holdingBack(network, 'v1', showing);
    network.send('dave', submission(wish, 'r1'));
    const letGoOfSecond = askOnceFunded(network, wish, 'r2');
    // It was shown in the first attempt: with those of v3 and v4 it would make a quorum.
    letGoOfFirst();
    expect(network.answers.map(({ result }) => rejectionOf(result).code)).toEqual([
      'InsufficientFunding',
    ]);
    letGoOfSecond();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Rejected', 'Success']);
  });

  it('P5 is past checking as soon as a signature given in an earlier one arrives', () => {
    const no = refusing({ code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' });
    const names = ['v1', 'v2', 'v3', 'v4'];
    const network = createTestNetwork({
      conduct: Object.fromEntries(names.map((name) => [name, no])),
    });
    network.send('alice', submission(payment(), 'r1'));
    expect(network.answers.length).toBe(1);
    for (const name of names) network.conduct(name, silent);
    network.send('alice', submission(payment(), 'r2'));
    const { id } = factsOf(payment().transaction);
    const phase = () => network.proxy.state().submissions.get(id)?.phase;
    expect(phase()).toBe('checking');
    const requestId = `sign:${id}:0`;
    const envelope = payment();
    const result = network.validators[0]?.ask({ type: 'SubmitTransaction', requestId, envelope });
    expect(result?.type).toBe('Signed');
    if (result !== undefined) network.send('v1', { type: 'Response', requestId, result });
    expect(phase()).toBe('signing');
  });

  it('P4 leaves its outcome open once a validator has told in an earlier one that its nonce is used', () => {
    const names = ['v2', 'v3', 'v4'];
    const wish = payment({ from: 'dave', amount: 5n });
    const network = createTestNetwork({ conduct: { v1: silent } });
    network.send('dave', submission(wish, 'r1'));
    const [first] = network.sent;
    const [v1] = network.validators;
    for (const name of names) network.conduct(name, silent);
    for (const each of [payment({ to: 'dave', amount: 5n }), wish]) v1?.deliver(certified(each));
    network.send('dave', submission(wish, 'r2'));
    const result = v1?.ask(first?.message as CheckTransaction);
    const { requestId = '' } = first?.message ?? {};
    if (result !== undefined) network.send('v1', { type: 'Response', requestId, result });
    network.advanceWhile(() => network.answers.length === 1);
    expect(network.answers.map((answer) => rejectionOf(answer.result))).toMatchObject([
      { code: 'InsufficientFunding' },
      { code: 'QuorumUnreachable', unsettled: true },
    ]);
  });

  it('P4 refuses no money that arrived since, though a basis from before a restart arrives later', () => {
    const wish = payment({ from: 'dave', amount: 5n });
    const before = createTestNetwork();
    const basisOfV1: Response[] = [];
    before.conduct('v1', (message, honest) => {
      const result = honest();
      if (!showing(message)) return [result];
      basisOfV1.push({ type: 'Response', requestId: message.requestId, result });
      return [];
    });
    before.conduct('v2', silent);
    before.send('dave', submission(wish, 'r1'));
    expect(before.answers).toEqual([]);
    const network = createTestNetwork({ now: before.now() + 1n });
    holdingBack(network, 'v1', showing);
    const letGo = askOnceFunded(network, wish, 'r1');
    for (const response of basisOfV1) network.send('v1', response);
    expect(network.answers).toEqual([]);
    letGo();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P4 counts no basis of an earlier one, however many other requests were refused since', () => {
    const wish = payment({ from: 'dave', amount: 5n });
    const other = payment({ from: 'erin', amount: 5n });
    const network = createTestNetwork();
    const letGoOfFirst = holdingBack(network, 'v1', showing);
    network.send('dave', submission(wish, 'r1'));
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, silent);
    for (let n = 0; n < 64; n += 1) network.send('erin', submission(other, `e${n}`));
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, honestly);
    network.advance();
    expect(network.answers.length).toBe(65);
    const letGoOfSecond = askOnceFunded(network, wish, 'r2');
    letGoOfFirst();
    letGoOfSecond();
    expect(network.answers.at(-1)?.result.type).toBe('Success');
  });

  it('P4 counts no basis of an earlier one for which nobody waited', () => {
    const wish = payment({ from: 'dave', amount: 5n });
    const network = createTestNetwork({ store: storeWith(wish), conduct: SILENT });
    const letGoOfFirst = holdingBack(network, 'v1', showing);
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, honestly);
    network.advanceWhile(() => network.proxy.state().submissions.size > 0);
    const letGoOfSecond = askOnceFunded(network, wish, 'r1');
    letGoOfFirst();
    letGoOfSecond();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P4 leaves its outcome open once a validator has told in an earlier one that it holds it', () => {
    const no = refusing({ code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' });
    const network = createTestNetwork({ conduct: { v1: silent, v2: no, v3: no, v4: no } });
    network.send('alice', submission(payment(), 'r1'));
    expect(network.answers.length).toBe(1);
    const { id } = factsOf(payment().transaction);
    const [first] = network.sent;
    const { requestId = '' } = first?.message ?? {};
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, silent);
    network.send('alice', submission(payment(), 'r2'));
    const result = { type: 'Admissible', transactionId: id, isHeld: true } as const;
    network.send('v1', { type: 'Response', requestId, result });
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, no);
    network.advanceWhile(() => network.answers.length === 1);
    expect(network.answers.map((answer) => rejectionOf(answer.result))).toMatchObject([
      { code: 'NonSubmittableOperation' },
      { code: 'QuorumUnreachable', unsettled: true },
    ]);
  });

  it('P4 counts no refusal from before a client asked for what was driven without one', () => {
    const wish = payment({ from: 'dave', amount: 5n });
    const network = createTestNetwork({ store: storeWith(wish), conduct: SILENT });
    const deafTo = (conduct: Conduct): Conduct => {
      return (message, honest) =>
        message.type === 'SubmitTransaction' ? conduct(message, honest) : [honest()];
    };
    network.conduct('v1', honestly);
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, deafTo(silent));
    network.advance();
    for (const each of network.validators) {
      each.deliver(certified(payment({ to: 'dave', amount: 5n })));
    }
    const letGo = holdingBack(network, 'v1', ({ type }) => type === 'SubmitTransaction');
    for (const name of ['v2', 'v3']) network.conduct(name, honestly);
    network.conduct('v4', deafTo(refusing(shortOf(5n))));
    network.send('dave', submission(wish, 'r1'));
    letGo();
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });
});
