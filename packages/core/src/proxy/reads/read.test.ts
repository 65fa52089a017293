import type { Signer } from '@quorate/crypto';
import { type Address, NATIVE_TOKEN_ID, type Signature, type TokenId } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import { createTestStore } from '@quorate/testkit/step-machine';
import { describe, expect, it } from 'vitest';
import { acted } from '../../../test/acts.ts';
import { START } from '../../../test/genesis.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { CELL, creation, initialize, management, stateOf } from '../../../test/operations.ts';
import { certified, payment, paymentElsewhere, rejectionOf } from '../../../test/payments.ts';
import type { AccountInfo, GetAccountInfo } from '../../message.ts';

const TOKEN = idOf('alice', 0n) as string as TokenId;

function asking(of = 'alice'): GetAccountInfo {
  return {
    type: 'GetAccountInfo',
    requestId: 'q',
    address: addressOf(of),
    tokenBalances: 'all',
    stateKeys: 'all',
  };
}

function infoIn({ answers }: TestNetwork): AccountInfo {
  const [first] = answers;
  if (answers.length !== 1 || first?.result.type !== 'AccountInfo') {
    throw new Error(`expected one account, got ${answers.map(({ result }) => result.type)}`);
  }
  return first.result;
}

const changing =
  (change: Partial<AccountInfo>): Conduct =>
  (_message, honest) => {
    const answer = honest();
    return [answer.type === 'AccountInfo' ? { ...answer, ...change } : answer];
  };

describe('P7', () => {
  it('P7 gives what a quorum says of an account, with one validator silent', () => {
    const network = createTestNetwork({ conduct: { v2: silent } });
    const made = acted('alice', 0n, creation(), initialize('0a'));
    for (const validator of network.validators) validator.deliver(made);
    network.send('user', asking());
    const { nextNonce, balance, tokenBalances, stateCells, disagreements } = infoIn(network);
    expect([nextNonce, balance, disagreements]).toEqual([1n, 100n, []]);
    expect(new Map(tokenBalances)).toEqual(
      new Map([
        [TOKEN, 1000n],
        [NATIVE_TOKEN_ID, 100n],
      ]),
    );
    expect(stateCells).toEqual([[CELL, stateOf('0a')]]);
    expect(network.proxy.state().reads.size).toBe(0);
    expect(network.advance()).toBe(false);
  });

  it('P7 asks once for all copies of a query, and again once it has answered', () => {
    const network = createTestNetwork({ conduct: { v1: silent, v2: silent } });
    network.send('user', asking());
    network.send('user', asking());
    network.send('other', asking());
    expect(network.proxy.state().reads.size).toBe(2);
    expect(network.proxy.state().readCount).toBe(2);
    const answering = createTestNetwork();
    answering.send('user', asking());
    answering.send('user', asking());
    expect(answering.answers).toHaveLength(2);
  });

  it('P7 gives a new account for one that was never seen', () => {
    const network = createTestNetwork();
    network.send('user', asking('nobody'));
    expect(infoIn(network)).toMatchObject({ nextNonce: 0n, balance: 0n, pending: undefined });
  });

  it('P7 believes no balance and no cell of one validator, and reports who differs in a cell', () => {
    const liar = changing({
      balance: 10n ** 9n,
      tokenBalances: [[TOKEN, 10n ** 9n]],
      stateCells: [[CELL, stateOf('0b')]],
    });
    const network = createTestNetwork({ conduct: { v1: liar } });
    const made = acted('alice', 0n, creation(), initialize('0a'));
    for (const validator of network.validators) validator.deliver(made);
    network.send('user', asking());
    const { balance, tokenBalances, stateCells, disagreements } = infoIn(network);
    expect([balance, new Map(tokenBalances).get(TOKEN)]).toEqual([100n, 1000n]);
    expect([stateCells, disagreements]).toEqual([[[CELL, stateOf('0a')]], [addressOf('v1')]]);
  });

  it('P7 believes no nonce without its certificate', () => {
    const network = createTestNetwork({ conduct: { v1: changing({ nextNonce: 9n }) } });
    network.send('user', asking());
    expect(infoIn(network).nextNonce).toBe(0n);
  });

  it('P7 brings validators up to the highest nonce that is backed before it answers', () => {
    const network = createTestNetwork();
    for (const nonce of [0n, 1n]) {
      network.validators[0]?.deliver(certified(payment({ nonce, amount: 10n })));
    }
    network.send('user', asking());
    network.advance();
    expect(infoIn(network)).toMatchObject({ nextNonce: 2n, balance: 80n });
    expect(network.validators.map(({ state }) => state().ledger.settled.size)).toEqual([
      2, 2, 2, 2,
    ]);
  });

  it('P7 shows a pending transaction that its sender signed, and both of two rivals', () => {
    const network = createTestNetwork();
    network.validators[0]?.submit(payment());
    network.send('user', asking());
    expect(infoIn(network).pending).toMatchObject({ kind: 'pending', envelope: payment() });
    const rivals = createTestNetwork();
    rivals.validators[0]?.submit(payment());
    rivals.validators[1]?.submit(payment({ amount: 2n }));
    rivals.send('user', asking());
    const envelopes = [payment(), payment({ amount: 2n })];
    expect(infoIn(rivals).pending).toEqual({ kind: 'contested', envelopes });
  });

  it.each([
    [
      'that its sender did not sign',
      { ...payment(), signature: payment({ from: 'bob' }).signature },
    ],
    ['that its sender signed for another network (V2)', paymentElsewhere()],
    ['of somebody else', payment({ from: 'bob' })],
    ['that is not for its next nonce', payment({ nonce: 1n })],
  ])('P7 shows no pending transaction %s', (_, envelope) => {
    const validator = addressOf('v1');
    const framing = changing({
      pending: { kind: 'pending', envelope, validator, signature: undefined },
    });
    const network = createTestNetwork({ conduct: { v1: framing } });
    network.send('user', asking());
    expect(infoIn(network).pending).toBe(undefined);
  });

  it('P2 passes on no invalid signature of a validator, nor one in the name of another', () => {
    const envelope = payment();
    const signature = 'ab'.repeat(64) as Signature;
    const pending = { kind: 'pending', envelope, validator: addressOf('v2'), signature } as const;
    const network = createTestNetwork({ conduct: { v1: changing({ pending }) } });
    network.send('user', asking());
    expect(infoIn(network).pending).toEqual({
      kind: 'pending',
      envelope,
      validator: addressOf('v1'),
      signature: undefined,
    });
    network.validators[2]?.submit(envelope);
    network.send('user', asking());
    expect(network.answers.at(-1)?.result).toMatchObject({
      pending: { validator: addressOf('v3'), signature: expect.any(String) },
    });
  });

  it('P7 believes no state cell that one validator says twice', () => {
    const fake = [CELL, stateOf('0b')] as const;
    const network = createTestNetwork({ conduct: { v1: changing({ stateCells: [fake, fake] }) } });
    const made = acted('alice', 0n, creation(), initialize('0a'));
    for (const validator of network.validators) validator.deliver(made);
    network.send('user', asking());
    expect(infoIn(network)).toMatchObject({
      stateCells: [[CELL, stateOf('0a')]],
      disagreements: [addressOf('v1')],
    });
  });

  it('P7 does not take an answer to a query from before its restart for one to a later query', () => {
    const store = createTestStore();
    const conduct = { v1: silent, v2: silent, v3: silent, v4: silent };
    const certificatesOf = (of: string) =>
      ({
        type: 'GetCertificates',
        requestId: 'q',
        select: { by: 'Sender', sender: addressOf(of), fromNonce: 0n, limit: 1 },
      }) as const;
    const before = createTestNetwork({ store, conduct });
    before.send('user', certificatesOf('nobody'));
    const after = createTestNetwork({ store, conduct, now: START + 1n });
    after.send('user', certificatesOf('alice'));
    const result = { type: 'Certificates', certificates: [] } as const;
    const hear = ({ sent }: TestNetwork) => {
      for (const { to, message } of sent) {
        const { requestId } = message;
        if (message.type === 'GetCertificates' && message.select.by === 'Sender') {
          after.send(to, { type: 'Response', requestId, result });
        }
      }
    };
    hear(before);
    expect(after.answers).toEqual([]);
    hear(after);
    expect(after.answers).toMatchObject([{ result }]);
  });

  it('P3 gives the certificate that it has given out, whatever others show to a reader', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    network.send('alice', submission(payment()));
    const [given] = network.answers;
    while (network.advance());
    const [v1, v2, , v4] = committeeOf(4) as [Signer, Signer, Signer, Signer];
    const certificates = [certified(payment(), [v1, v2, v4])];
    network.conduct('v4', honestly);
    network.conduct('v1', (_message, honest) => {
      const answer = honest();
      return [answer.type === 'Certificates' ? { ...answer, certificates } : answer];
    });
    network.send('bob', asking());
    for (let time = 0; time < 10; time += 1) network.advance();
    expect(network.validators.map(({ state }) => state().ledger.settled.size)).toEqual([
      1, 1, 1, 1,
    ]);
    network.send('alice', submission(payment(), 'r2'));
    expect(network.answers.at(-1)?.result).toEqual(given?.result);
  });

  it('P7 gives the newest description of a token that f + 1 validators give', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    const made = acted('alice', 0n, creation());
    const renamed = acted('alice', 1n, management(TOKEN, 0n, { newAdmin: addressOf('bob') }));
    for (const validator of network.validators) validator.deliver(made);
    const ask = { type: 'GetTokenInfo', requestId: 'q', tokenIds: [TOKEN] } as const;
    network.validators[0]?.deliver(renamed);
    network.send('user', ask);
    network.validators[1]?.deliver(renamed);
    network.send('user', ask);
    const counts = network.answers.map(({ result }) =>
      result.type === 'TokenInfo' ? result.tokens[0]?.[1].description?.updateCount : undefined,
    );
    expect(counts).toEqual([0n, 1n]);
  });

  it('P7 waits for another answer while no f + 1 agree on a token', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    const made = acted('alice', 0n, creation());
    const [first, second] = [0n, 1n].map((update) =>
      acted('alice', 1n + update, management(TOKEN, update, { mints: [] })),
    );
    if (first === undefined || second === undefined) throw new Error('expected two updates');
    for (const validator of network.validators) validator.deliver(made);
    const [v1, v2, v3] = network.validators;
    for (const update of [first, second]) v1?.deliver(update);
    v2?.deliver(first);
    network.send('user', { type: 'GetTokenInfo', requestId: 'q', tokenIds: [TOKEN] });
    expect(network.answers).toEqual([]);
    v3?.deliver(first);
    network.advance();
    const [answer] = network.answers.map(({ result }) => result);
    const tokens = answer?.type === 'TokenInfo' ? answer.tokens : [];
    expect(tokens.map(([, { description }]) => description?.updateCount)).toEqual([1n]);
  });

  it('P7 does not wait for a token that goes on changing, and tells the others', () => {
    const network = createTestNetwork();
    const others = acted('bob', 0n, creation());
    const updates = [0n, 1n, 2n].map((update) =>
      acted('alice', 1n + update, management(TOKEN, update, { mints: [] })),
    );
    for (const [index, validator] of network.validators.entries()) {
      for (const made of [others, acted('alice', 0n, creation())]) validator.deliver(made);
      for (const update of updates.slice(0, index)) validator.deliver(update);
    }
    const other = idOf('bob', 0n) as string as TokenId;
    network.send('user', { type: 'GetTokenInfo', requestId: 'q', tokenIds: [TOKEN, other] });
    network.advanceWhile(() => network.answers.length === 0);
    const [answer] = network.answers.map(({ result }) => result);
    const tokens = new Map(answer?.type === 'TokenInfo' ? answer.tokens : []);
    expect(tokens.get(TOKEN)).toEqual({ supply: 1000n, description: undefined });
    expect(tokens.get(other)?.description?.updateCount).toBe(0n);
  });

  it('P8 tells at the deadline that no quorum answers, and asks again until then', () => {
    const deaf = Object.fromEntries(['v1', 'v2', 'v3', 'v4'].map((name) => [name, silent]));
    const timings = { deadlineNanos: 2_000_000_000n };
    const network = createTestNetwork({ conduct: deaf, timings });
    network.send('user', asking());
    network.advance();
    for (const name of ['v1', 'v2', 'v3']) network.conduct(name, honestly);
    network.advance();
    expect(infoIn(network).nextNonce).toBe(0n);
    const never = createTestNetwork({ conduct: { ...deaf, v2: honestly }, timings });
    never.send('user', asking());
    while (never.advance()) expect(never.answers.length).toBeLessThanOrEqual(1);
    expect(never.answers.map(({ result }) => rejectionOf(result))).toEqual([
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'the deadline has passed',
        unsettled: false,
        refusals: [],
        silent: ['v1', 'v3', 'v4'].map(addressOf),
      },
    ]);
  });

  it('P8 keeps to no deadline from a clock that was ahead', () => {
    const deaf = Object.fromEntries(['v1', 'v2', 'v3', 'v4'].map((name) => [name, silent]));
    const network = createTestNetwork({
      conduct: deaf,
      timings: { deadlineNanos: 2_000_000_000n },
    });
    const start = network.now();
    network.wait(3_600_000_000_000n);
    network.send('user', asking());
    network.wait(-3_600_000_000_000n);
    // A timer runs for a span, whatever becomes of the clock meanwhile.
    const fire = () => network.proxy.take({ type: 'Timer', id: 'read:0' });
    const nextAt = () => fire().find(({ type }) => type === 'SetTimer') as { readonly at: bigint };
    for (let next = nextAt(); next.at < start + 2_000_000_000n; next = nextAt()) {
      network.wait(next.at - network.now());
    }
    network.wait(start + 2_000_000_000n - network.now());
    expect(fire()).toContainEqual(expect.objectContaining({ type: 'Reply', to: 'user' }));
  });

  it('P2 accepts a view only from the committee, and only of the account asked about', () => {
    const network = createTestNetwork({
      conduct: { v3: silent, v4: changing({ address: addressOf('bob') as Address }) },
    });
    network.send('user', asking());
    const result = network.validators[2]?.ask(asking());
    if (result === undefined) throw new Error('expected an answer');
    const asked = network.sent.find(({ message }) => message.type === 'GetAccountInfo');
    const requestId = asked?.message.requestId ?? '';
    network.send('mallory', { type: 'Response', requestId, result });
    expect(network.answers).toEqual([]);
    network.send('v3', { type: 'Response', requestId, result });
    expect(infoIn(network).nextNonce).toBe(0n);
  });
});

describe('P2', () => {
  it('P2 asks once for the certificate behind a nonce, whatever is answered instead', () => {
    let asked = 0;
    const claiming: Conduct = (message) => {
      if (message.type !== 'GetCertificates' || message.select.by !== 'Sender') return [CLAIM];
      asked += 1;
      // A proxy that goes on asking would never come to an end.
      return asked > 9 ? [] : [{ ...CLAIM, nextNonce: CLAIM.nextNonce + BigInt(asked) }];
    };
    const network = createTestNetwork({ conduct: { v1: claiming } });
    network.send('user', asking());
    expect(asked).toBe(1);
    expect(infoIn(network)).toMatchObject({ nextNonce: 0n, balance: 100n });
  });
});

const CLAIM: AccountInfo = {
  type: 'AccountInfo',
  address: addressOf('alice'),
  balance: 5n,
  nextNonce: 5n,
  pending: undefined,
  tokenBalances: [],
  stateCells: [],
};

describe('P12', () => {
  it('P12 lists 1000 tokens, smallest id first, though a validator lags and one lists more', () => {
    const idAt = (place: number) => String(place).padStart(64, '0') as TokenId;
    const listing =
      (from: number, to: number): Conduct =>
      (_message, honest) => {
        const answer = honest();
        if (answer.type !== 'AccountInfo') return [answer];
        const tokenBalances = Array.from(
          { length: to - from },
          (_, index) => [idAt(from + index), 5n] as const,
        );
        return [{ ...answer, tokenBalances }];
      };
    const network = createTestNetwork({
      conduct: { v1: listing(0, 1000), v2: listing(500, 1500), v3: listing(0, 1500) },
    });
    network.send('user', asking());
    const ids = infoIn(network).tokenBalances.map(([id]) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, idAt(0), idAt(999)]);
  });
});
