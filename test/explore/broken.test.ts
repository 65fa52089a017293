import { CLIENT_RULES, PROXY_RULES, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import {
  type ExploreOptions,
  exploreScenario,
  runScenario,
  type WrongRules,
} from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../scenario-documents.ts';

/** Alice and Bob each pay Carol 60 or 61. */
function paying(...payers: readonly ('alice' | 'bob')[]) {
  const amounts = { alice: 60, bob: 61 };
  return scenarioOf({
    cluster: {
      validators: 1,
      proxies: 2,
      clients: { alice: { balance: 100 }, bob: { balance: 100, proxy: 'p2' }, carol: {} },
    },
    workload: payers.map((client) => ({
      id: `${client}-pays`,
      client,
      steps: [{ op: 'pay', to: 'carol', amount: amounts[client] }],
    })),
  });
}

const toV1 = (client: string) => ({ to: client, amount: 100, validators: ['v1'] });

/** Mallory signs two payments for one nonce, and hands both to a validator that signs both. */
const rivals = scenarioOf({
  cluster: { validators: 1, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } },
  workload: [],
  byzantine: [
    {
      id: 'spender',
      node: 'mallory',
      acts: [{ id: 'twice', act: 'equivocate', rivals: [toV1('alice'), toV1('bob')] }],
    },
    { id: 'liar', node: 'v1', acts: [{ id: 'signs', act: 'double-sign' }] },
  ],
});

function bug(): never {
  throw new TypeError('a bug of the core');
}

const { submission, settlement, effects, operations } = VALIDATOR_RULES;

function validator(wrong: Partial<ValidatorRules>): WrongRules {
  return { validatorRules: { ...VALIDATOR_RULES, ...wrong } };
}

/** A row that no validator starts with again. */
const notItsStore = validator({
  effects: {
    ...effects,
    rows: (...given) => [...effects.rows(...given), { key: 'genesis', value: 'of another' }],
  },
});

/** A validator breaks when somebody is paid for the second time. */
const atTheSecond = validator({
  operations: {
    ...operations,
    TokenTransfer: {
      ...operations.TokenTransfer,
      apply(operation, scratch, context) {
        const { recipient, tokenId } = operation;
        if (scratch.balance(recipient, tokenId) > 0n) bug();
        operations.TokenTransfer.apply(operation, scratch, context);
      },
    },
  },
});

/** Explores a wrong core, and gives who stopped why, and with what the shortest way there ends. */
function brokenIn(scenario: ReturnType<typeof scenarioOf>, options: ExploreOptions) {
  const { verdict, complete, cutOff, oracles, events = [] } = exploreScenario(scenario, options);
  expect({ verdict, complete, cutOff }).toEqual({
    verdict: 'violation:nodes-do-not-break',
    complete: false,
    cutOff: 'violation',
  });
  const violations = oracles.flatMap((oracle) => oracle.violations);
  const [violation, ...others] = violations.filter(({ oracle }) => oracle === 'nodes-do-not-break');
  expect(others).toEqual([]);
  const last = events.at(-1);
  return {
    isAtItsEvent: violation?.event === last?.event,
    message: violation?.message,
    last: `${last?.to} ${last?.kind}`,
    kinds: events.map(({ kind }) => kind),
  };
}

describe('a core that throws is shown by a shortest order of events that leads there', () => {
  it.each<[string, string, WrongRules]>([
    ['v1', 'CheckTransaction', validator({ submission: { ...submission, V5: bug } })],
    ['v1', 'SubmitTransaction', validator({ takeLock: bug })],
    ['v1', 'SubmitCertificate', validator({ settle: bug })],
    ['p1', 'SubmitTransaction', { proxyRules: { ...PROXY_RULES, begin: bug } }],
    ['p1', 'Response Settled', { proxyRules: { ...PROXY_RULES, settledEnough: bug } }],
    ['alice', 'Execute', { clientRules: { ...CLIENT_RULES, order: bug } }],
    ['alice', 'Response Success', { clientRules: { ...CLIENT_RULES, acceptsCertificate: bug } }],
  ])('%s breaks at %s', (node, kind, wrong) => {
    const { kinds, ...found } = brokenIn(paying('alice'), wrong);
    expect(found).toEqual({
      isAtItsEvent: true,
      message: `${node} stopped: a bug of the core`,
      last: `${node} ${kind}`,
    });
    // On the way to an answer, each of these happens once, and in this order.
    const way = [
      ...['Execute', 'SubmitTransaction', 'Loaded', 'CheckTransaction', 'Response Admissible'],
      ...['SubmitTransaction', 'Response Signed', 'SubmitCertificate', 'Response Settled'],
      'Response Success',
    ];
    expect(kinds).toEqual(way.slice(0, kinds.length));
  });

  it('at a timer that may go off', () => {
    const wrong = { clientRules: { ...CLIENT_RULES, repeated: bug } };
    const { kinds, last } = brokenIn(paying('alice'), { ...wrong, timeouts: 1 });
    expect([kinds, last]).toEqual([['Execute', 'Timer retry'], 'alice Timer retry']);
  });

  it('when it starts again after a crash', () => {
    const { message, last } = brokenIn(paying('alice'), { ...notItsStore, crashes: 1 });
    expect(message).toMatch(/^v1 stopped: the store began with genesis of another, /);
    expect(last).toBe('v1 Restart');
  });

  it('in a liar', () => {
    const atAnyLock = validator({
      submission: { ...submission, V4: (given) => submission.V4(given) && bug() },
    });
    const { kinds } = brokenIn(rivals, atAnyLock);
    expect(kinds).toEqual(['SubmitTransaction', 'SubmitTransaction']);
    // An act asks the rules as well: this one goes on where V4 has refused.
    const afterAnyLock = validator({
      submission: {
        ...submission,
        V5: (given) => (given.account.lock === undefined ? submission.V5(given) : bug()),
      },
    });
    expect(brokenIn(rivals, afterAnyLock).kinds).toEqual(kinds);
  });
});

describe('a rule of the caller that throws where no node asks it', () => {
  it('is named, in an exploration as in a run', () => {
    const wrong = validator({ quorum: bug });
    const said =
      'options.validatorRules: its rule quorum threw for a committee of 1: a bug of the core';
    expect(() => exploreScenario(rivals, wrong)).toThrow(said);
    expect(() => runScenario(rivals, wrong)).toThrow(said);
  });
});

describe('a core that would throw is found when nothing is under way any more', () => {
  it('if it were asked once more', () => {
    const atRepeats = validator({
      settlement: { ...settlement, S2: (given) => settlement.S2(given) && bug() },
    });
    const { message, last, isAtItsEvent } = brokenIn(paying('alice'), atRepeats);
    expect([message, last]).toEqual(['v1 stopped: a bug of the core', 'alice Response Success']);
    expect(isAtItsEvent).toBe(false);
  });

  it('if it started again from what it has written', () => {
    const { message, last } = brokenIn(paying('alice'), notItsStore);
    expect(message).toMatch(/^v1 stopped: the store began with genesis of another, /);
    expect(last).toBe('alice Response Success');
  });
});

describe('a core that throws only where two clients meet', () => {
  it('is found although each client is explored alone', () => {
    for (const client of ['alice', 'bob']) {
      const alone = exploreScenario(paying('alice', 'bob'), { ...atTheSecond, clients: [client] });
      expect(alone).toMatchObject({ verdict: 'pass', complete: true });
    }
    const { message, last, kinds } = brokenIn(paying('alice', 'bob'), atTheSecond);
    expect([message, last]).toEqual(['v1 stopped: a bug of the core', 'v1 SubmitCertificate']);
    expect(kinds.filter((kind) => kind === 'SubmitCertificate')).toHaveLength(2);
  });
});
