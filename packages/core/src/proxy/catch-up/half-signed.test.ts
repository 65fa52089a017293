import type { Rejection } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  onlyChecking,
  refusing,
  refusingToSign,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';

const NO: Rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' };
const ENDING: Rejection = { code: 'EpochEnding', rule: 'V4', epoch: 0 };

/** Signs, and its answer is lost. */
const unheard: Conduct = (message, honest) => {
  const result = honest();
  return message.type === 'SubmitTransaction' ? [] : [result];
};

function namesOf(size: number): readonly string[] {
  return Array.from({ length: size }, (_, index) => `v${index + 1}`);
}

function holders({ validators }: TestNetwork): number {
  const accounts = validators.flatMap(({ state }) => [...state().ledger.account.values()]);
  return accounts.filter(({ lock }) => lock !== undefined).length;
}

function lastRefusal(network: TestNetwork): Rejection | undefined {
  const result = network.answers.at(-1)?.result;
  return result && rejectionOf(result);
}

function conclude(network: TestNetwork, requestId: string): void {
  const before = network.answers.length;
  network.send('alice', submission(payment(), requestId));
  network.advanceWhile(() => network.answers.length === before);
}

const ALICE = addressOf('alice');
const OPEN = { code: 'QuorumUnreachable', unsettled: true };
const anySize = fc.integer({ min: 1, max: 7 });

/** A network in which v1 has signed alice's payment, two refuse to, and v4 says nothing. */
function leftOpen(): TestNetwork {
  const network = createTestNetwork({
    conduct: { v2: refusingToSign(NO), v3: refusingToSign(NO), v4: onlyChecking },
  });
  conclude(network, 'r1');
  expect(lastRefusal(network)).toMatchObject(OPEN);
  return network;
}

describe('a transaction that was broadcast', () => {
  it('P4 is refused for good only where nobody holds it, in any order', () => {
    const drawn = anySize.chain((size) =>
      fc.record({
        size: fc.constant(size),
        conducts: fc.array(fc.constantFrom(refusingToSign(NO), unheard, onlyChecking, honestly), {
          minLength: size,
          maxLength: size,
        }),
        picks: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
      }),
    );
    fc.assert(
      fc.property(drawn, ({ size, conducts, picks }) => {
        let turn = 0;
        const names = namesOf(size);
        const network = createTestNetwork({
          size,
          conduct: Object.fromEntries(names.map((name, at) => [name, conducts[at] ?? honestly])),
          pick: (waiting) => (picks[turn++ % picks.length] ?? 0) % waiting,
        });
        conclude(network, 'r1');
        const result = network.answers.at(-1)?.result;
        const isFinal = result?.type === 'Rejected' && result.rejection.code === NO.code;
        if (isFinal) expect(holders(network)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it.each([1, 2, 3, 4, 7])('P4 is given back to its sender where all of %i refuse', (size) => {
    const names = namesOf(size);
    const network = createTestNetwork({
      size,
      conduct: Object.fromEntries(names.map((name) => [name, refusingToSign(NO)])),
    });
    conclude(network, 'r1');
    expect(lastRefusal(network)).toEqual(NO);
  });

  it('P4 is not called refused any more once it was broadcast after all, nor after a restart', () => {
    const refusingAll = Object.fromEntries(namesOf(4).map((name) => [name, refusing(NO)]));
    const network = createTestNetwork({ conduct: refusingAll });
    conclude(network, 'r1');
    expect(lastRefusal(network)).toEqual(NO);
    for (const name of namesOf(4)) network.conduct(name, unheard);
    network.send('alice', submission(payment(), 'r2'));
    network.advanceWhile(() => holders(network) === 0);
    // Copies of what was refused arrive while it is under way, and after it has ended unsettled.
    conclude(network, 'r1');
    expect(network.answers.slice(1).map(({ result }) => rejectionOf(result))).toMatchObject([
      OPEN,
      OPEN,
    ]);
    const next = createTestNetwork({ store: network.proxy.store, conduct: refusingAll });
    conclude(next, 'r1');
    expect(lastRefusal(next)).toMatchObject(OPEN);
  });

  it('P4 stays open where all refuse after a restart in the midst of it', () => {
    const network = createTestNetwork({
      conduct: Object.fromEntries(namesOf(4).map((name) => [name, unheard])),
    });
    network.send('alice', submission(payment(), 'r1'));
    network.advanceWhile(() => holders(network) === 0);
    const next = createTestNetwork({
      store: network.proxy.store,
      conduct: Object.fromEntries(namesOf(4).map((name) => [name, refusing(NO)])),
    });
    conclude(next, 'r1');
    expect(lastRefusal(next)).toMatchObject(OPEN);
  });

  it('P4 stays open where a quorum refuses and one is not heard', () => {
    const conduct = Object.fromEntries(namesOf(3).map((name) => [name, refusingToSign(NO)]));
    const network = createTestNetwork({ conduct: { ...conduct, v4: unheard } });
    conclude(network, 'r1');
    expect(holders(network)).toBe(1);
    expect(lastRefusal(network)).toMatchObject(OPEN);
  });

  it('P4 stays open where one that had refused was asked once more, and is silent', () => {
    const network = createTestNetwork({
      conduct: Object.fromEntries(namesOf(4).map((name) => [name, refusingToSign(ENDING)])),
    });
    network.send('alice', submission(payment()));
    for (const name of namesOf(4)) network.conduct(name, unheard);
    network.advanceWhile(() => network.answers.length === 0);
    expect(holders(network)).toBe(4);
    expect(lastRefusal(network)).toMatchObject(OPEN);
  });

  it('P4 stays open where those who had said they would not sign are silent', () => {
    const refusingToCheck: Conduct = (message, honest) =>
      message.type === 'CheckTransaction'
        ? [{ type: 'Rejected', rejection: NO }]
        : unheard(message, honest);
    const network = createTestNetwork({
      conduct: {
        v1: refusingToCheck,
        v2: refusingToSign(NO),
        v3: refusingToSign(NO),
        v4: unheard,
      },
    });
    conclude(network, 'r1');
    expect(holders(network)).toBe(2);
    expect(lastRefusal(network)).toMatchObject(OPEN);
  });

  it('P4 stays open in a later attempt, whatever came between', () => {
    const network = leftOpen();
    for (let other = 0; other < 100; other += 1) {
      network.send('dave', submission(payment({ from: 'dave' }), `other-${other}`));
      network.advanceWhile(() => network.answers.length < 2 + other);
    }
    network.conduct('v1', silent);
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, refusing(NO));
    conclude(network, 'r2');
    expect(lastRefusal(network)).toMatchObject(OPEN);
  });

  it('P4 stays open where a clock is set back while it is signed, and somebody else asks for it', () => {
    const pending = [payment({ timestampNanos: 5n })];
    const held: Rejection = {
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending,
    };
    const lacking: Rejection = { code: 'MissingDependency', rule: 'V6', missing: [] };
    let asked = 0;
    const signingAtLast: Conduct = (message, honest) => {
      if (message.type !== 'SubmitTransaction') return [honest()];
      asked += 1;
      if (asked === 1) return [{ type: 'Rejected', rejection: lacking }];
      honest();
      return [];
    };
    const conduct = {
      v1: refusingToSign(held),
      v2: refusingToSign(lacking),
      v3: signingAtLast,
      v4: refusingToSign(lacking),
    };
    const network = createTestNetwork({ conduct });
    network.send('alice', submission(payment(), 'r1'));
    network.conduct('v2', refusingToSign(held));
    network.wait(-1n);
    network.send('alice', submission(payment(), 'r2'));
    expect(holders(network)).toBe(1);
    network.advanceWhile(() => network.answers.length < 2);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([OPEN, OPEN]);
  });

  it('P4 stays open through a restart of the proxy', () => {
    const { proxy } = leftOpen();
    const conduct = Object.fromEntries(namesOf(4).map((name) => [name, refusing(NO)]));
    const next = createTestNetwork({ store: proxy.store, conduct });
    conclude(next, 'r2');
    expect(lastRefusal(next)).toMatchObject(OPEN);
  });

  it('P4 is marked in the store until it settles, and no longer', () => {
    const network = leftOpen();
    const marks = () => network.proxy.store.rows().filter(({ key }) => key.startsWith('broadcast'));
    expect(marks().length).toBe(1);
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, honestly);
    conclude(network, 'r2');
    expect(network.answers.at(-1)?.result.type).toBe('Success');
    expect(marks()).toEqual([]);
  });

  it('P4 is not marked once it has settled, though one validator stays down', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    conclude(network, 'r1');
    expect(network.answers.at(-1)?.result.type).toBe('Success');
    while (network.advance());
    const tables = network.proxy.store.rows().map(({ key }) => key.split('/')[0]);
    expect(tables).toEqual(['certificate']);
  });

  it('P4 is marked until another transaction has settled at its nonce, and is refused then', () => {
    const network = leftOpen();
    const rival = payment({ amount: 2n });
    const marks = () => network.proxy.store.rows().filter(({ key }) => key.startsWith('broadcast'));
    for (const validator of network.validators) validator.deliver(certified(rival));
    for (const name of ['v2', 'v3', 'v4']) network.conduct(name, honestly);
    conclude(network, 'r2');
    expect(lastRefusal(network)).toMatchObject({ code: 'UnexpectedNonce', expectedNonce: 1n });
    expect(marks()).toEqual([]);
  });

  it('P10 stays open where the committee changes, and all of the next refuse it', () => {
    const operators = ['a', 'b', 'c', 'd'];
    const zero = committeeAt(0, operators);
    const network = new EpochNetwork(operators, 4);
    network.join(['d'], 1);
    network.request(submission(payment()));
    const phase = () => [...network.proxyState().submissions.values()][0]?.phase;
    while (phase() !== 'signing') network.run(1);
    for (const operator of ['b', 'c']) network.deliver(operator, network.change(zero, ['d']));
    while (network.proxyState().committee.epoch === 0) network.run(1);
    const held = ['a', 'd'].map((operator) => network.state(operator).ledger.account.get(ALICE));
    expect(held.map((account) => account?.lock?.kind)).toEqual(['pending', 'pending']);
    network.lie('d', (_, { type }) =>
      type === 'SubmitTransaction' ? { type: 'Rejected', rejection: NO } : undefined,
    );
    network.run(4_000);
    expect(network.answers).toMatchObject([{ type: 'Rejected', rejection: OPEN }]);
  });
});
