import { createClientNode } from '@quorate/actors';
import { CLIENT_RULES, CLIENT_TIMINGS, VALIDATOR_RULES } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { guestValidator } from '../../../test/guests.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { NodeMaker, NodeSeat, SeatedNode } from './guests.ts';

const clients = { alice: { balance: 5 }, bob: {} };
const steps = { alice: [pay('bob', 1), pay('bob', 2)] };
const honest = guestValidator(VALIDATOR_RULES);

/** Gives the verdict on a run with this guest, and why it stopped, if it did. */
function judged(nodes: Record<string, NodeMaker>, faults: readonly object[] = []) {
  const { verdict, oracles } = runScenario(scenarioOf({ clients, steps, faults }), { nodes });
  const [first] = oracles.flatMap(({ violations }) => violations);
  return first === undefined ? verdict : first.message;
}

/** Does something more with each message that a guest hears, before the guest does. */
const beside =
  (act: (seat: NodeSeat) => void): NodeMaker =>
  (seat) => {
    const attach: NodeSeat['transport']['attach'] = (name, receive) =>
      seat.transport.attach(name, (from, message) => {
        act(seat);
        receive(from, message);
      });
    return honest({ ...seat, transport: { ...seat.transport, attach } });
  };

it('a guest is not blamed for what it throws once a crash has come in the middle of a call', () => {
  const v2 = beside(({ store }) => {
    store.write([{ type: 'Put', key: 'seen', value: true }]);
    if (store.get('seen') === undefined) throw new Error('what was written is gone');
  });
  const when = { node: 'v2', after: 'effect', count: 2 };
  const falls = { id: 'f', kind: 'crash', node: 'v2', when, restartAfter: '1 s' };
  expect(judged({ v2 }, [falls])).toBe('pass');
});

it('a guest that crashes while it comes up is brought up once more', () => {
  let starts = 0;
  const v2: NodeMaker = (seat) => {
    starts += 1;
    const made = honest(seat);
    seat.store.write([{ type: 'Put', key: 'starts', value: starts }]);
    return made;
  };
  const crash = { kind: 'crash', node: 'v2', restartAfter: '1 ms' };
  const first = { ...crash, id: 'f', at: '0 ms' };
  const second = { ...crash, id: 'g', when: { node: 'v2', after: 'effect' } };
  const gone = { id: 'h', kind: 'crash', node: 'v3', at: '0 ms' };
  expect(judged({ v2 }, [first, second, gone])).toBe('pass');
  expect(starts).toBe(3);
});

it.each(['full-disk', 'bit-rot'])('a guest stops and starts again with its disk: %s', (kind) => {
  let starts = 0;
  const v2: NodeMaker = (seat) => {
    starts += 1;
    return beside(({ store }) => void [...store.scan({ from: '', to: '~' })])(seat);
  };
  const fails = { id: 'f', kind, node: 'v2', at: '700 ms', for: '1 s' };
  expect(judged({ v2 }, [fails])).toBe('pass');
  expect(starts).toBe(2);
});

/** A validator that changes its table of locks in place, and flushes only the first lock. */
const inPlace: NodeMaker = ({ name, signer, store, transport }) => {
  transport.attach(name, (from, message) => {
    if (message.type !== 'SubmitTransaction' || !('kind' in message.envelope.signature)) return;
    const { requestId, envelope } = message;
    const locks = (store.get('locks') ?? {}) as Record<string, string>;
    const { id, transaction, signingBytes } = factsOf(
      envelope.transaction as Parameters<typeof factsOf>[0],
    );
    const { nonce } = transaction;
    if ((locks[String(nonce)] ?? id) !== id) return;
    locks[String(nonce)] = id;
    store.write([{ type: 'Put', key: 'locks', value: locks }]);
    if (Object.keys(locks).length === 1) store.flush(() => undefined);
    const signed = { validator: signer.address, nextNonce: nonce, transactionId: id };
    const result = { type: 'Signed', signature: signer.sign(signingBytes), ...signed } as const;
    transport.send(name, from, { type: 'Response', requestId, result });
  });
  return undefined;
};

it('V8: a guest finds after a crash what it wrote, whatever it has done since to the value', () => {
  const signs = (as: string, amount: number, nonce: number) => [
    { op: 'sign', as, to: 'bob', amount, nonce },
    { op: 'send', transaction: as, validators: ['v2'] },
  ];
  const alice = [
    ...signs('first', 1, 9),
    { op: 'wait', for: '1 s' },
    ...signs('one', 1, 0),
    { op: 'wait', for: '2 s' },
    ...signs('other', 2, 0),
  ];
  const faults = [{ id: 'f', kind: 'crash', node: 'v2', at: '2 s', restartAfter: '1 ms' }];
  const scenario = scenarioOf({ clients, steps: { alice }, faults });
  const { verdict } = runScenario(scenario, { nodes: { v2: inPlace } });
  expect(verdict).toBe('violation:no-double-sign');
});

it('a guest may do with its genesis what it likes', () => {
  const v2: NodeMaker = (seat) => {
    (seat.genesis.committee.members as unknown[]).length = 0;
    return undefined;
  };
  expect(judged({ v2 })).toBe('pass');
});

it('a guest that uses the name of another node is told so', () => {
  const swapped: NodeMaker = ({ transport, ...seat }) => {
    const send: NodeSeat['transport']['send'] = (from, to, message) =>
      transport.send(to, from, message);
    return honest({ ...seat, transport: { ...transport, send } });
  };
  expect(judged({ v2: swapped })).toBe('v2 stopped: it sent a Response as p1, and is v2');
  const other: NodeMaker = ({ transport }) => void transport.attach('v3', () => undefined);
  expect(judged({ v2: other })).toBe('v2 stopped: it attached itself as v3, and is v2');
});

it.each<[string, (seat: NodeSeat) => unknown]>([
  [
    'it set a timer for 5, which is no time: a time is a bigint',
    ({ clock }) => clock.setTimer(5 as never, () => undefined),
  ],
  [
    'it wrote what is neither a Put nor a Delete: type undefined',
    ({ store }) => store.write([{ key: 'lock', value: 1 }] as never),
  ],
  [
    'it sent a GetTokenInfo to undefined',
    ({ name, transport }) =>
      transport.send(name, undefined as never, {
        type: 'GetTokenInfo',
        requestId: 'r',
        tokenIds: [],
      }),
  ],
])('a guest of untyped code is told: %s', (message, act) => {
  const v2: NodeMaker = (seat) => {
    act(seat);
    return undefined;
  };
  expect(judged({ v2 })).toBe(`v2 stopped: ${message}`);
});

it('what a guest throws is told, whatever it is', () => {
  const throwing = (thrown: unknown) => ({
    v2: () => {
      throw thrown;
    },
  });
  expect(judged(throwing(Object.create(null)))).toMatch(/^v2 stopped: \[Object: null prototype\]/);
  expect(judged(throwing({ code: 'Lost' }))).toBe("v2 stopped: { code: 'Lost' }");
});

it('a guest made of the core is told of a bug in a rule of its own', () => {
  const takeLock = (): never => {
    throw new Error('no lock today');
  };
  const v2 = guestValidator({ ...VALIDATOR_RULES, takeLock });
  expect(judged({ v2 })).toBe('v2 stopped: no lock today');
});

/** The core's client, with something of the test's own in place of its next nonce. */
const clientGiving =
  (seated: unknown): NodeMaker =>
  ({ transport, clock, store, proxy = '', ...seat }) => {
    const { networkId, committee } = seat.genesis;
    const began = { nextNonce: 0n, inFlight: undefined, queue: [] };
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    createClientNode({
      ...seat,
      ports: { transport, clock, store },
      rules: CLIENT_RULES,
      fresh: { networkId, committees: [committee], proxy, timings: CLIENT_TIMINGS, ...began },
      onFailure,
    }).start();
    return seated as SeatedNode | undefined;
  };

const nextNonce = (give: () => unknown) => ({ nextNonce: give });

it.each([
  [{ nextNonce: 3n }, 'nextNonce is not a function'],
  [nextNonce(() => 1), 'its nextNonce gave a value of type number, and not a bigint of 0n or more'],
  [nextNonce(() => -1n), 'its nextNonce gave -1n, and not a bigint of 0n or more'],
  [nextNonce(() => Promise.resolve(1n)), /^its nextNonce gave a value of type object/],
  [nextNonce(() => JSON.parse('}')), /JSON/],
])('a client whose nextNonce is no nonce is told so: %#', (seated, failure) => {
  const message = judged({ alice: clientGiving(seated) }).replace('alice stopped: ', '');
  expect(message).toMatch(failure);
});

it.each([undefined, null])(
  'the user of a client that gave %s asks once more after a crash',
  (none) => {
    const falls = { id: 'f', kind: 'crash', node: 'alice', at: '0 s', restartAfter: '1 ms' };
    expect(judged({ alice: clientGiving(none) }, [falls])).toBe('pass');
  },
);
