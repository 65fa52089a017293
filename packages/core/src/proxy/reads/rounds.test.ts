import { NATIVE_TOKEN_ID, type TokenId, type TransactionCertificate } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import { type Conduct, createTestNetwork, honestly, silent } from '../../../test/network.ts';
import { creation, management } from '../../../test/operations.ts';
import type { Query } from '../../message.ts';

const account: Query = {
  type: 'GetAccountInfo',
  requestId: 'q',
  address: addressOf('alice'),
  tokenBalances: 'all',
  stateKeys: 'all',
};

const QUERIES: readonly Query[] = [
  account,
  { type: 'GetTokenInfo', requestId: 'q', tokenIds: [NATIVE_TOKEN_ID] },
  {
    type: 'GetCertificates',
    requestId: 'q',
    select: { by: 'Sender', sender: addressOf('alice'), fromNonce: 0n, limit: 1 },
  },
];

describe('a read that takes several rounds', () => {
  it.each(QUERIES)('P7 counts answers to a $type that take longer than its rounds', (query) => {
    const late: (() => void)[] = [];
    const slowly =
      (name: string): Conduct =>
      ({ requestId }, honest) => {
        const message = { type: 'Response', requestId, result: honest() } as const;
        late.push(() => network.send(name, message));
        return [];
      };
    const names = ['v1', 'v2', 'v3', 'v4'];
    const conduct = Object.fromEntries(names.map((name) => [name, slowly(name)]));
    const network = createTestNetwork({ conduct });
    for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
    network.send('user', query);
    // Two rounds: an account is answered once the certificate below its nonce has come as well.
    for (const _ of [1, 2]) {
      const underWay = late.splice(0);
      network.advance();
      for (const arrive of underWay) arrive();
    }
    expect(network.answers.map(({ result }) => `Get${result.type}`)).toEqual([query.type]);
  });

  it.each(QUERIES)(
    'P7 adds up the answers to a $type over rounds that each bring too few',
    (query) => {
      const names = ['v1', 'v2', 'v3', 'v4'];
      const network = createTestNetwork({
        conduct: Object.fromEntries(names.map((name) => [name, silent])),
      });
      for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
      network.send('user', query);
      for (const name of names.slice(0, 3)) {
        expect(network.answers).toEqual([]);
        network.conduct(name, honestly);
        network.advance();
        network.conduct(name, silent);
      }
      expect(network.answers.map(({ result }) => `Get${result.type}`)).toEqual([query.type]);
      // Whoever has answered is not asked again.
      const asked = network.sent.filter(({ message }) =>
        message.requestId?.match(/^read:0:\d+:\d+$/),
      );
      expect(names.map((name) => asked.filter(({ to }) => to === name).length)).toEqual([
        2, 3, 4, 4,
      ]);
    },
  );

  it('P6 brings the others up although the only validator that is ahead always answers first', () => {
    let picked = 0;
    const network = createTestNetwork({
      // First the query of the user; then the account of v1, and at once its certificate.
      pick: (waiting) => [0, waiting - 4, waiting - 1][picked++] ?? 0,
    });
    network.validators[0]?.deliver(acted('alice', 0n, creation()));
    network.send('user', account);
    while (network.answers.length === 0) {
      picked = 1;
      network.advance();
    }
    expect(network.answers.map(({ result }) => result)).toMatchObject([{ nextNonce: 1n }]);
    const settled = network.validators.map(({ state }) => state().ledger.settled.size);
    expect(settled).toEqual([1, 1, 1, 1]);
  });

  it('P6 brings up whoever answers in a later round than the validator that is ahead', () => {
    const others = ['v2', 'v3', 'v4'];
    const conduct = Object.fromEntries(others.map((name) => [name, silent]));
    const network = createTestNetwork({ conduct });
    network.validators[0]?.deliver(acted('alice', 0n, creation()));
    network.send('user', account);
    network.conduct('v1', silent);
    for (const name of others) network.conduct(name, honestly);
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => result)).toMatchObject([{ nextNonce: 1n }]);
  });

  it('P7 asks again about a token that is changing, although answers were too few twice before', () => {
    const names = ['v1', 'v2', 'v3'];
    const conduct = Object.fromEntries([...names, 'v4'].map((name) => [name, silent]));
    const network = createTestNetwork({ conduct });
    const made = acted('alice', 0n, creation());
    const tokenId = idOf('alice', 0n) as string as TokenId;
    const [first, second] = [0n, 1n].map((update) =>
      acted('alice', 1n + update, management(tokenId, update, { mints: [] })),
    );
    if (first === undefined || second === undefined) throw new Error('expected two updates');
    const deliver = (certificate: TransactionCertificate) => {
      for (const validator of network.validators) validator.deliver(certificate);
    };
    network.send('user', { type: 'GetTokenInfo', requestId: 'q', tokenIds: [tokenId] });
    // Each tells of another state of the token, in a round of its own.
    for (const [name, certificate] of [
      ['v1', made],
      ['v2', first],
      ['v3', second],
    ] as const) {
      deliver(certificate);
      network.conduct(name, honestly);
      network.advance();
      network.conduct(name, silent);
    }
    for (const name of names) network.conduct(name, honestly);
    network.advance();
    expect(network.answers.map(({ result }) => result)).toMatchObject([
      { tokens: [[tokenId, { description: { updateCount: 2n } }]] },
    ]);
  });
});
