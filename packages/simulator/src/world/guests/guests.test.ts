import { type Message, openEnvelope } from '@quorate/core';
import { factsOf, type Signature, type TransactionFacts } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { NodeMaker, NodeSeat } from './guests.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 5 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
});

/** Gives why a node stopped that answers every request with something of its own. */
function failureOf(answer: (requestId: string) => unknown, guest = 'v2'): string | undefined {
  const { oracles } = runScenario(scenario, {
    nodes: {
      [guest]: ({ name, transport }) => {
        transport.attach(name, (from, { requestId }) =>
          transport.send(name, from, answer(requestId) as Message),
        );
        return undefined;
      },
    },
  });
  return oracles.flatMap(({ violations }) => violations.map(({ message }) => message))[0];
}

const signed = { type: 'Signed', validator: 'v', nextNonce: 0n, transactionId: 't' };

const answered = (result: object) => ({ type: 'Response', requestId: 'r', result });
const refused = (rejection: object) => answered({ type: 'Rejected', rejection });
const account = { type: 'AccountInfo', address: 'a', balance: 0n, nextNonce: 0n, stateCells: [] };

const certificate = { envelope: { transaction: {} }, signatures: [] };

it.each([
  [null, 'it sent something that is not a message: null'],
  [undefined, 'it sent something that is not a message: undefined'],
  [{ type: 'Answer', requestId: 'r' }, 'it sent something that is not a message: type "Answer"'],
  [{ type: 'Response', result: {} }, 'it sent a Response without "requestId"'],
  [{ type: 'Response', requestId: 'r', result: undefined }, 'it sent a Response without "result"'],
  [{ type: 'Response', requestId: 'r', result: {} }, 'it sent a Response without "result.type"'],
  [
    { type: 'Response', requestId: 'r', result: { type: 'Fine' } },
    'it sent a Response with no result: type "Fine"',
  ],
  [
    { type: 'Response', requestId: 'r', result: { type: 'Signed', validator: 'v' } },
    'it sent a Response with a result Signed without "signature"',
  ],
  [
    { type: 'Response', requestId: 'r', result: { ...signed, signature: new Uint8Array(64) } },
    'it sent a Response with a result Signed whose "signature" is of type object, not string',
  ],
  [refused({ code: 'Refused' }), 'it sent a Response with no rejection: code "Refused"'],
  [
    refused({ code: 'MissingDependency', rule: 'V6' }),
    'it sent a Response with a rejection MissingDependency without "missing"',
  ],
  [
    refused({ code: 'UnexpectedNonce', rule: 'V5', nonce: 3n, expectedNonce: 2 }),
    'it sent a Response with a rejection UnexpectedNonce whose "expectedNonce" is of type number, not bigint',
  ],
  [
    refused({ code: 'NonSubmittableOperation', rule: 'V6', reason: '', isHeld: 'yes' }),
    'it sent a Response with a rejection NonSubmittableOperation whose "isHeld" is none of true: it is "yes"',
  ],
  [
    answered({ type: 'Admissible', transactionId: 't', isHeld: 1 }),
    'it sent a Response with a result Admissible whose "isHeld" is none of true: it is 1',
  ],
  [
    answered({ ...account, tokenBalances: {} }),
    'it sent a Response with a result AccountInfo whose "tokenBalances" is of type object, not array',
  ],
  [
    answered({ ...account, tokenBalances: [['t', 5]] }),
    'it sent a Response with a result AccountInfo whose "tokenBalances.0.1" is of type number, not bigint',
  ],
  [
    {
      type: 'GetCertificates',
      requestId: 'r',
      select: { by: 'Sender', sender: 's', fromNonce: 0n },
    },
    'it sent a GetCertificates without "select.limit"',
  ],
  [
    { type: 'GetCertificates', requestId: 'r', select: { by: 'Nonce' } },
    'it sent a GetCertificates whose "select.by" is none of Sender, Basis, Dependency, Decision, Sequence, Id: it is "Nonce"',
  ],
  [
    { type: 'SubmitCertificate', requestId: 'r', certificate },
    'it sent a SubmitCertificate without "certificate.envelope.signature"',
  ],
])('a guest that sends %o is told what is wrong with it', (message, failure) => {
  expect(failureOf(() => message)).toBe(`v2 stopped: ${failure}`);
});

it('a guest that sends what is whole goes on', () => {
  const rejection = { code: 'InvalidRequest', rule: 'V1', reason: 'no' };
  const result = { type: 'Rejected', rejection };
  expect(failureOf((requestId) => ({ type: 'Response', requestId, result }))).toBeUndefined();
});

/**
 * Gives why v2 stopped, which passes on what it is to sign with something of its own in the
 * transaction.
 */
function failureOfPassingOn(own: object): string | undefined {
  const { oracles } = runScenario(scenario, {
    nodes: {
      v2: ({ name, transport }) => {
        transport.attach(name, (_, message) => {
          if (message.type !== 'SubmitTransaction' || !('kind' in message.envelope.signature))
            return;
          const versioned = message.envelope.transaction as { readonly transaction: object };
          const transaction = { ...versioned, transaction: { ...versioned.transaction, ...own } };
          const envelope = { ...message.envelope, transaction } as typeof message.envelope;
          transport.send(name, 'p1', { ...message, envelope });
        });
        return undefined;
      },
    },
  });
  return oracles.flatMap(({ violations }) => violations.map(({ message }) => message))[0];
}

it('V1: a guest is told of a transaction that cannot be encoded, and may pass on what its field cannot hold', () => {
  const told = 'v2 stopped: it sent a SubmitTransaction whose "envelope" has no bytes: ';
  expect(failureOfPassingOn({ nonce: 0 })).toMatch(`${told}Cannot mix BigInt`);
  expect(failureOfPassingOn({ claims: undefined })).toMatch(told);
  expect(failureOfPassingOn({ nonce: 2n ** 64n })).toBeUndefined();
});

it('V1: a client is told of its own bytes that cannot be decoded, and a node that passes on others’ bytes is not', () => {
  const envelope = { transaction: 'zz', signature: 'zz' };
  const refusal = { code: 'InvalidRequest', rule: 'V1', reason: 'no' };
  let sent = 0;
  const answer = (requestId: string) => {
    sent += 1;
    // What p1 makes of it does not matter.
    return sent > 2 ? refused(refusal) : { type: 'SubmitTransaction', requestId, envelope };
  };
  expect(failureOf(answer, 'alice')).toMatch(
    'alice stopped: it sent a SubmitTransaction whose "envelope" has no bytes: hex: expected',
  );
  expect(failureOf(answer)).toBeUndefined();
});

/**
 * Asynchronous where a node must not be; TypeScript accepts it as a function that returns nothing.
 */
const late = async () => undefined;

it.each<[string, NodeMaker]>([
  ['that is made', late as unknown as NodeMaker],
  ['that hears', ({ name, transport }) => void transport.attach(name, late)],
  [
    'that hears and fails',
    ({ name, transport }) => void transport.attach(name, () => Promise.reject(new Error('late'))),
  ],
  ['that is woken', ({ clock }) => void clock.setTimer(clock.now(), late)],
  ['that has written', ({ store }) => void store.flush(late)],
])('a guest %s in a promise is told that it comes too late', (_, v2) => {
  const { oracles } = runScenario(scenario, { nodes: { v2 } });
  const [first] = oracles.flatMap(({ violations }) => violations);
  expect(first?.message).toMatch(/^v2 stopped: it gave a promise, which comes too late/);
});

it('is not a guest under a name that every object has', () => {
  const named = scenarioOf({
    clients: { constructor: { balance: 5 }, bob: {} },
    steps: { constructor: [pay('bob', 1)] },
  });
  expect(runScenario(named).operations).toMatchObject([
    { client: 'constructor', outcome: 'final' },
  ]);
});

describe('what a guest gives as its signature', () => {
  const hex = (digits: string): Signature => digits.repeat(64) as Signature;

  /** Gives why a validator stopped that gives this signature, under this key, for all it is asked. */
  function failureOfSigned(given: (seat: NodeSeat, facts: TransactionFacts) => object) {
    const signs: NodeMaker = (seat) => {
      const { name, transport } = seat;
      transport.attach(name, (from, message) => {
        if (message.type !== 'SubmitTransaction' && message.type !== 'CheckTransaction') return;
        const facts = factsOf(openEnvelope(message.envelope).transaction);
        const of = { nextNonce: 0n, transactionId: facts.id };
        const result =
          message.type === 'CheckTransaction'
            ? { type: 'Admissible', ...of }
            : { type: 'Signed', validator: seat.signer.address, ...of, ...given(seat, facts) };
        const { requestId } = message;
        transport.send(name, from, { type: 'Response', requestId, result } as Message);
      });
      return undefined;
    };
    const { oracles } = runScenario(scenario, { nodes: { v2: signs } });
    return oracles.flatMap(({ violations }) => violations.map(({ message }) => message))[0];
  }

  it.each<[string, (seat: NodeSeat, facts: TransactionFacts) => object, RegExp]>([
    ['is no signature', () => ({ signature: hex('zz') }), /signature is not valid/],
    [
      'is over other bytes, such as those without the domain',
      ({ signer }, { signingBytes }) => ({ signature: signer.sign(signingBytes.slice(1)) }),
      /signature is not valid: a validator signs the signingBytes .* which is [0-9a-f]{64}$/,
    ],
    [
      'is under a key of another',
      ({ signer, genesis }, { signingBytes }) => ({
        validator: genesis.committee.members[0]?.validator.address,
        signature: signer.sign(signingBytes),
      }),
      /as the validator [0-9a-f]{64}, whose key it lacks$/,
    ],
  ])('breaks the run if it %s', (_, given, why) => {
    expect(failureOfSigned(given)).toMatch(why);
  });

  it('is taken if it is one', () => {
    const sign = ({ signer }: NodeSeat, { signingBytes }: TransactionFacts) => ({
      signature: signer.sign(signingBytes),
    });
    expect(failureOfSigned(sign)).toBe(undefined);
  });
});
