import { factsOf, type Operation, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import type { Oracle } from '../oracle.ts';
import { clientSignsOnce, refusalIsFinal, successIsOwn } from './client-promises.ts';

const LEAVE: Operation = { kind: 'LeaveCommittee' };
const FIRST = envelopeOf(addressOf('alice'), LEAVE);
const RIVAL = envelopeOf(addressOf('alice'), CREATE_GOLD);
const OF_BOB = envelopeOf(addressOf('bob'), LEAVE);
const { id: ID } = factsOf(FIRST.transaction);

const nameOf = (address: string) => (address === addressOf('alice') ? 'alice' : 'bob');

/** Tells an oracle what happens between alice, her user and her proxy; gives what it finds. */
function drive({ noteWish, noteAnswer, afterClientWord, afterRefusal, afterCertified }: Oracle) {
  const word = (message: object) =>
    afterClientWord?.({ from: 'alice', message } as never)?.facts ?? undefined;
  return {
    wishes: (operation: Operation, requestId = 'wish') =>
      noteWish?.({ type: 'Execute', requestId, operations: [structuredClone(operation)] } as never),
    wishesFor: (envelope: TransactionEnvelope, requestId = 'wish') =>
      noteWish?.({ type: 'SubmitTransaction', requestId, envelope }),
    asks: (requestId: string, envelope = FIRST) =>
      word({ type: 'SubmitTransaction', requestId, envelope }),
    isRefused: ({ envelope = FIRST, isCorrect = true } = {}) => {
      const { id } = factsOf(envelope.transaction);
      afterRefusal?.({ by: 'p1', isCorrect, id, rejection: {} } as never);
    },
    tells: (rejection: object = { code: 'InsufficientFunding' }, requestId = 'wish') =>
      word({ type: 'Response', requestId, result: { type: 'Rejected', rejection } }),
    shows: (envelope = FIRST, requestId = 'wish') =>
      word({ type: 'Response', requestId, result: { type: 'Success', certificate: { envelope } } }),
    signs: (envelope = FIRST, type = 'SubmitTransaction') => {
      const step = { observation: { input: { type: 'Message', message: { type, envelope } } } };
      noteAnswer?.({ result: { type: 'Signed' }, step } as never);
    },
    settles: (envelope = FIRST) => afterCertified?.(factsOf(envelope.transaction))?.facts,
  };
}

const FOUND = { client: 'alice', transaction: ID };

/** Alice has asked for what her user wishes, and her proxy has refused it. */
function refusing({ isCorrect = true, asked = ['1'], overtaken = new Set<string>() } = {}) {
  const run = drive(refusalIsFinal({ nameOf, overtaken }));
  run.wishes(LEAVE);
  for (const id of asked) run.asks(id);
  run.isRefused({ isCorrect });
  return { ...run, overtaken };
}

describe('refusal-is-final', () => {
  it('P4 finds that what was told to be refused is certified, before that or after', () => {
    const after = refusing();
    expect([after.tells(), after.settles()]).toEqual([undefined, FOUND]);
    const before = refusing();
    expect([before.settles(), before.tells()]).toEqual([undefined, FOUND]);
    const other = refusing();
    expect([other.tells(), other.settles(RIVAL)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['leaves it open', { code: 'QuorumUnreachable', unsettled: true }],
    ['is about what is in the way', { code: 'PreviousTransactionMustBeConfirmedFirst' }],
  ])('asks nothing where the refusal %s', (_, rejection) => {
    const run = refusing();
    expect([run.tells(rejection), run.settles()]).toEqual([undefined, undefined]);
  });

  it('asks nothing on the word of a proxy that breaks the rules, or of one that said nothing', () => {
    const lied = refusing({ isCorrect: false });
    expect([lied.tells(), lied.settles()]).toEqual([undefined, undefined]);
    const unasked = drive(refusalIsFinal({ nameOf }));
    expect([unasked.tells(), unasked.settles()]).toEqual([undefined, undefined]);
  });

  it('takes a refusal for what the user wished, and nothing else that is under way', () => {
    const other = drive(refusalIsFinal({ nameOf }));
    other.wishes(CREATE_GOLD);
    other.asks('1');
    expect([other.tells(), other.settles()]).toEqual([undefined, undefined]);
    const ended = refusing();
    ended.shows();
    expect([ended.tells(), ended.settles()]).toEqual([undefined, undefined]);
    const shared = drive(refusalIsFinal({ nameOf }));
    shared.wishesFor(OF_BOB);
    shared.asks('1', OF_BOB);
    expect([shared.tells(), shared.settles(OF_BOB)]).toEqual([undefined, undefined]);
  });

  it('P4 excuses a client that has asked twice, as long as nobody had signed', () => {
    const run = refusing({ asked: ['1', '2'] });
    expect([run.tells(), run.settles()]).toEqual([undefined, undefined]);
    expect([...run.overtaken]).toEqual([]);
    run.signs();
    expect([...run.overtaken]).toEqual(['alice']);
    const late = refusing({ asked: ['1', '2'] });
    late.signs();
    expect([late.tells(), late.settles()]).toEqual([undefined, undefined]);
    expect([...late.overtaken]).toEqual(['alice']);
  });

  it('P4 excuses nobody by what was asked once, or what a validator had signed before the refusal', () => {
    const signed = drive(refusalIsFinal({ nameOf }));
    signed.wishes(LEAVE);
    for (const id of ['1', '2']) signed.asks(id);
    signed.signs(FIRST);
    signed.isRefused();
    expect([signed.tells(), signed.settles()]).toEqual([undefined, FOUND]);
    const repeated = refusing({ asked: ['1', '1'] });
    expect([repeated.tells(), repeated.settles()]).toEqual([undefined, FOUND]);
    const checked = refusing({ asked: ['1', '2'] });
    checked.signs(RIVAL);
    checked.signs(FIRST, 'CheckTransaction');
    checked.tells();
    expect([...checked.overtaken]).toEqual([]);
  });

  it('forgets a refusal once the client asks again, unless a validator has signed', () => {
    const again = refusing();
    again.tells();
    again.asks('2');
    expect(again.settles()).toBeUndefined();
    const signed = refusing();
    signed.signs();
    signed.tells();
    signed.asks('2');
    expect(signed.settles()).toEqual(FOUND);
  });

  it('notes a client that signs another instead, and tells nobody of the refusal', () => {
    const restarted = refusing({ asked: ['1', '2'] });
    restarted.asks('3', RIVAL);
    restarted.signs();
    expect([...restarted.overtaken]).toEqual(['alice']);
    const once = refusing();
    once.asks('3', RIVAL);
    once.signs();
    expect([...once.overtaken]).toEqual([]);
  });
});

describe('client-signs-once', () => {
  const signing = () => drive(clientSignsOnce({ nameOf }));

  it('P5 finds a second transaction for a nonce whose first may settle', () => {
    const run = signing();
    expect([run.asks('1'), run.asks('2')]).toEqual([undefined, undefined]);
    const second = factsOf(RIVAL.transaction).id;
    expect(run.asks('3', RIVAL)).toEqual({ client: 'alice', first: ID, second });
  });

  it('P4 allows it once the first is refused for good, and holds the client to the second', () => {
    const run = signing();
    run.asks('1');
    run.isRefused();
    expect(run.asks('2', RIVAL)).toBeUndefined();
    expect(run.asks('3')).toMatchObject({ client: 'alice', second: ID });
  });

  it('is not about what others have signed', () => {
    const run = signing();
    run.asks('1', OF_BOB);
    expect(run.asks('2', envelopeOf(addressOf('bob'), CREATE_GOLD))).toBeUndefined();
  });
});

describe('success-is-own', () => {
  const showing = () => drive(successIsOwn({ nameOf }));

  it('P2 finds other operations than those that the user wished', () => {
    const run = showing();
    run.wishes(LEAVE);
    expect([run.shows(), run.shows(RIVAL)?.['client']]).toEqual([undefined, 'alice']);
    expect(run.shows(RIVAL, 'nobody asked')).toBeUndefined();
  });

  it('P2 finds the same operations of somebody else', () => {
    const run = showing();
    run.wishes(LEAVE);
    expect(run.shows(OF_BOB)?.['client']).toBe('alice');
  });

  it('P2 takes a transaction that the user has built for its own sender, and no other', () => {
    const run = showing();
    run.wishesFor(OF_BOB);
    expect([run.shows(OF_BOB), run.shows()?.['client']]).toEqual([undefined, 'alice']);
  });
});
