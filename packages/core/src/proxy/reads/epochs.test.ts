import { transactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../../test/listener.ts';
import { submission } from '../../../test/network.ts';
import { payment } from '../../../test/payments.ts';
import { epochRequestId } from '../../committee-chain.ts';
import type { CertificateSelection, GetCertificates, ProxyMessage, Result } from '../../message.ts';

const OLD = ['a', 'b', 'c', 'd'];
const NEW = ['e', 'f', 'g', 'h'];
const zero = committeeAt(0, OLD);

/** Asks the proxy, and gives what it answers within so many turns. */
function answerTo(network: EpochNetwork, message: ProxyMessage, turns = 3_000) {
  const before = network.answers.length;
  network.request(message);
  for (let turn = 0; turn < turns && network.answers.length === before; turn += 1) network.run(1);
  return network.answers[before];
}

function certificates(select: CertificateSelection): ProxyMessage {
  return { type: 'GetCertificates', requestId: 'certificates', select };
}

const byId = certificates({ by: 'Id', transactionId: transactionId(payment().transaction) });
const bySender = certificates({
  by: 'Sender',
  sender: addressOf('alice'),
  fromNonce: 0n,
  limit: 10,
});

describe('P7 a query when the committee has changed', () => {
  /** What alice paid is known to the old committee only, of whom too few are up for anybody to merge. */
  function createUnmerged(): EpochNetwork {
    const network = new EpochNetwork([...OLD, ...NEW], OLD.length);
    for (const operator of NEW) network.cut(operator);
    network.request(submission(payment()));
    network.run(400);
    for (const operator of NEW) network.mend(operator);
    network.join(NEW, 1);
    const { envelope } = network.change(zero, NEW);
    answerTo(network, { type: 'SubmitTransaction', requestId: 'change', envelope });
    expect(network.proxyState().committee.epoch).toBe(1);
    for (const operator of ['a', 'b']) network.cut(operator);
    return network;
  }

  it.each([
    ['by its id', byId],
    ['by its sender', bySender],
  ])(
    'is not told that there is no certificate, %s, by members that have not merged',
    (_, query) => {
      const network = createUnmerged();
      // A certificate that somebody shows proves itself; that there is none, nobody can say yet.
      expect(answerTo(network, query, 400)).not.toMatchObject({ certificates: [] });
      for (const operator of ['a', 'b']) network.mend(operator);
      network.run(3_000);
      expect(network.answers.at(-1)).toMatchObject({
        type: 'Certificates',
        certificates: [{ envelope: payment() }],
      });
    },
  );

  it('shows what a quorum of members shows, though too few of the committee before are up for anybody to merge', () => {
    const next = ['a', 'e', 'f', 'g'];
    const network = new EpochNetwork([...OLD, 'e', 'f', 'g'], OLD.length);
    network.request(submission(payment()));
    network.run(400);
    network.join(next, 1);
    const { envelope } = network.change(zero, next);
    answerTo(network, { type: 'SubmitTransaction', requestId: 'change', envelope });
    for (const operator of ['b', 'c']) network.cut(operator);
    expect(answerTo(network, byId)).toMatchObject({ certificates: [{ envelope: payment() }] });
  });

  it('answers a member that gathers certificates with what there is, and tells nobody of the epoch for it', () => {
    const network = createUnmerged();
    const { hear, replies } = createListener(network);
    const asked = hear('e', bySender).filter(
      ({ message }) => message.type === 'GetCertificates' && message.select.by === 'Sender',
    );
    const result = { type: 'Certificates', certificates: [] } as const;
    const sent = asked.flatMap(({ to, message }) =>
      hear(to, { type: 'Response', requestId: (message as GetCertificates).requestId, result }),
    );
    expect(sent).toEqual([]);
    expect(replies).toEqual([result]);
  });

  it('follows the change, though nobody submits anything and those who left agree', () => {
    const network = new EpochNetwork([...OLD, ...NEW], OLD.length);
    network.join(NEW, 1);
    for (const operator of OLD) network.deliver(operator, network.change(zero, NEW));
    network.run();
    const one = committeeAt(1, NEW);
    for (const operator of NEW) {
      network.deliver(operator, network.certify(payment(), one));
    }
    const account = {
      address: addressOf('alice'),
      tokenBalances: 'all',
      stateKeys: 'all',
    } as const;
    const answer = answerTo(network, { type: 'GetAccountInfo', requestId: 'account', ...account });
    expect(answer).toMatchObject({ type: 'AccountInfo', nextNonce: 1n });
    expect(network.proxyState().committee.epoch).toBe(1);
  });

  it('forgets what the committee before has answered', () => {
    const network = new EpochNetwork([...OLD, ...NEW], OLD.length);
    network.join(NEW, 1);
    const proxy = createListener(network);
    const account = {
      address: addressOf('alice'),
      tokenBalances: 'all',
      stateKeys: 'all',
    } as const;
    const unused = { nextNonce: 0n, balance: 0n, pending: undefined };
    const asked = proxy.hear('user', { type: 'GetAccountInfo', requestId: 'account', ...account });
    const { requestId = '' } = asked.find(({ to }) => to === 'a')?.message ?? {};
    const info = { ...unused, address: account.address, tokenBalances: [], stateCells: [] };
    for (const old of ['a', 'b']) {
      proxy.hear(old, { type: 'Response', requestId, result: { type: 'AccountInfo', ...info } });
    }
    expect(Object.keys(proxy.readUnderWay()?.views ?? {})).toHaveLength(2);
    const change = { type: 'Certificates', certificates: [network.change(zero, NEW)] } as const;
    proxy.hear('c', { type: 'Response', requestId: epochRequestId(1), result: change });
    expect(proxy.readUnderWay()?.views).toEqual({});
  });

  it('does not count what a member said before it served, though it arrives afterwards', () => {
    const network = new EpochNetwork(OLD, OLD.length);
    network.join(['d'], 1);
    const proxy = createListener(network);
    const answer = (requestId: string, result: Result) =>
      proxy.hear('d', { type: 'Response', requestId, result });
    const change = { type: 'Certificates', certificates: [network.change(zero, ['d'])] } as const;
    answer(epochRequestId(1), change);
    const address = addressOf('alice');
    const query = { address, tokenBalances: 'all', stateKeys: 'all' } as const;
    const asked = proxy.hear('user', { type: 'GetAccountInfo', requestId: 'account', ...query });
    const idIn = (sent: typeof asked) =>
      sent.find(({ message }) => message.type === 'GetAccountInfo')?.message.requestId ?? '';
    const told = answer(epochRequestId(1), { type: 'EpochStatus', known: 1, served: 1 });
    const unused = { nextNonce: 0n, balance: 0n, pending: undefined };
    const info = { ...unused, address, tokenBalances: [], stateCells: [] };
    answer(idIn(asked), { type: 'AccountInfo', ...info });
    expect(proxy.replies).toEqual([]);
    answer(idIn(told), { type: 'AccountInfo', ...info, balance: 7n });
    expect(proxy.replies).toMatchObject([{ balance: 7n }]);
  });
});
