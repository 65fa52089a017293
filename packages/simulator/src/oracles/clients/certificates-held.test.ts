import { type Certificates, type GetCertificates, type Ledger, nonceKey } from '@quorate/core';
import {
  factsOf,
  type Operation,
  type PrunedCertificate,
  type TokenId,
  type TransactionCertificate,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { createAnswerQueue } from '../following/answer-queue.ts';
import type { LedgerChange } from '../model/ledger-change.ts';
import { answerTruthful } from './answer-truthful.ts';

const alice = addressOf('alice');
const bob = addressOf('bob');
const GOLD = '07'.repeat(32);
const LOGO = '09'.repeat(32);
const LEAVE: Operation = { kind: 'LeaveCommittee' };
const REJECT = { kind: 'Escrow', escrow: { kind: 'Reject', jobId: LOGO } } as never as Operation;
const UPDATE: Operation = {
  kind: 'TokenManagement',
  tokenId: GOLD as TokenId,
  updateId: 0n,
  newAdmin: null,
  newTokenName: null,
  mints: [],
  userData: null,
};

function certificateAt(nonce: bigint, operation = LEAVE): TransactionCertificate {
  return { envelope: envelopeOf(alice, operation, nonce), signatures: [] };
}

const ALL = [0n, 1n, 2n].map((nonce) => certificateAt(nonce));
const DECISION = certificateAt(3n, REJECT);
const UPDATED = certificateAt(3n, UPDATE);
const [first, second, third] = ALL as [
  TransactionCertificate,
  TransactionCertificate,
  TransactionCertificate,
];

/** The ledger of a validator that has settled these. */
function ledgerOf(settled: readonly TransactionCertificate[], rest: object = {}): Ledger {
  const places = settled.map(({ envelope }) => {
    const { id, transaction } = factsOf(envelope.transaction);
    return [nonceKey(alice, transaction.nonce), id] as const;
  });
  const nextNonce = BigInt(settled.length);
  const tables = ['token', 'update', 'config', 'job', 'committee'].map((name) => [name, new Map()]);
  return {
    ...Object.fromEntries(tables),
    account: new Map([
      [alice, { nextNonce, creditCount: 0 }],
      [bob, { nextNonce: 0n, creditCount: settled.length }],
    ]),
    settled: new Map(places),
    ...rest,
  } as never as Ledger;
}

/** What a validator is asked, and what it has settled by when. */
interface Case {
  readonly select: object;
  readonly shown: readonly TransactionCertificate[];
  readonly pruned?: readonly TransactionCertificate[];
  readonly since?: Ledger;
  readonly ledger?: Ledger;
}

const HELD = ledgerOf(ALL);

/** Has v1 settle three certificates, each of which credits bob, and answer this. */
function faultOf({ select, shown, pruned = [], since = HELD, ledger = since }: Case) {
  const oracle = answerTruthful({ nameOf: () => 'alice' });
  for (const [index, { envelope }] of ALL.entries()) {
    const facts = factsOf(envelope.transaction);
    const changes = [
      {
        table: 'account',
        key: bob,
        was: { creditCount: index },
        value: { creditCount: index + 1 },
      },
    ] as never as readonly LedgerChange[];
    const before = ledgerOf(ALL.slice(0, index));
    const { transaction } = facts;
    oracle.noteSettlement?.({ validator: 'v1', facts, transaction, before, changes } as never);
  }
  const query = { type: 'GetCertificates', requestId: 'r', select } as never as GetCertificates;
  const traces = pruned.map(({ envelope }) => {
    const { id, transaction } = factsOf(envelope.transaction);
    return { ...transaction, transactionId: id } as never as PrunedCertificate;
  });
  const result: Certificates = { type: 'Certificates', certificates: shown, pruned: traces };
  const step = { observation: { input: { type: 'Loaded' }, after: { ledger } } };
  const answer = { validator: 'v1', result, step, asked: { query, ledger: since } };
  return oracle.afterAnswer?.(answer as never)?.facts['fault'];
}

const from = (fromNonce: bigint, limit = 200) => ({
  by: 'Sender',
  sender: alice,
  fromNonce,
  limit,
});
const basis = (skip: number, limit: number) => ({
  by: 'Basis',
  recipient: bob,
  tokenIds: [],
  skip,
  limit,
});
const ended = ledgerOf([...ALL, DECISION], { job: new Map([[LOGO, { status: 'Refunded' }]]) });
const ofGold = { by: 'Dependency', dependency: { kind: 'TokenUpdate', id: `${GOLD}/0` } };
const updated = ledgerOf([...ALL, UPDATED], {
  update: new Map([[`${GOLD}/0`, { sender: alice, nonce: 3n }]]),
});

describe('answer-truthful, of certificates', () => {
  it.each<readonly [string, Case]>([
    ['all of a sender', { select: from(0n), shown: ALL }],
    ['a page', { select: from(1n, 1), shown: [second] }],
    ['a trace', { select: from(0n), shown: [second, third], pruned: [first] }],
    ['what came since', { select: from(0n), shown: ALL, since: ledgerOf([first]), ledger: HELD }],
    ['one by its id', { select: { by: 'Id', transactionId: idOf(second) }, shown: [second] }],
    ['the newest credits', { select: basis(0, 2), shown: [second, third] }],
    ['those before them', { select: basis(1, 2), shown: [first, second] }],
    [
      'credits that came since',
      { select: basis(0, 1), shown: [third], since: ledgerOf([first]), ledger: HELD },
    ],
    ['a stretch', { select: { by: 'Sequence', from: 1n, limit: 1 }, shown: [second] }],
    ['an update', { select: ofGold, shown: [UPDATED], since: updated }],
    ['an end', { select: { by: 'Decision', jobId: LOGO }, shown: [DECISION], since: ended }],
    ['nothing of what is not there', { select: { by: 'Decision', jobId: LOGO }, shown: [] }],
  ])('P6, P7 has nothing against %s', (_, shown) => {
    expect(faultOf(shown)).toBeUndefined();
  });

  it.each<readonly [string, Case, string]>([
    [
      'what has not settled',
      { select: from(0n), shown: ALL, since: ledgerOf([first]) },
      'not settled',
    ],
    ['a list that ends too soon', { select: from(0n), shown: [first, second] }, 'at nonce 2'],
    ['a list that begins too late', { select: from(0n), shown: [second, third] }, 'at nonce 0'],
    ['more than was asked for', { select: from(0n, 1), shown: [first, second] }, 'not asked for'],
    ['what comes before', { select: from(1n), shown: ALL }, 'not asked for'],
    ['one twice', { select: from(0n), shown: [first, ...ALL] }, 'a certificate twice'],
    ['no trace', { select: from(0n), shown: [third] }, 'at nonce 0'],
    ['another', { select: { by: 'Id', transactionId: idOf(second) }, shown: [first] }, 'not asked'],
    ['none', { select: { by: 'Id', transactionId: idOf(second) }, shown: [] }, 'at nonce 1'],
    ['the oldest credits', { select: basis(0, 2), shown: [first, second] }, 'at nonce 2'],
    ['credits too many', { select: basis(0, 2), shown: ALL }, 'does not rest on'],
    ['the newest again', { select: basis(1, 2), shown: [second, third] }, 'at nonce 0'],
    [
      'another stretch',
      { select: { by: 'Sequence', from: 1n, limit: 1 }, shown: [third] },
      'nonce 1',
    ],
    [
      'a longer one',
      { select: { by: 'Sequence', from: 1n, limit: 1 }, shown: [second, third] },
      'more',
    ],
    ['no update', { select: ofGold, shown: [], since: updated }, 'at nonce 3'],
    [
      'no end',
      { select: { by: 'Decision', jobId: LOGO }, shown: [], since: ended },
      'there is one',
    ],
  ])('P6, P7 finds a validator that shows %s', (_, shown, fault) => {
    expect(faultOf(shown)).toContain(fault);
  });
});

function idOf({ envelope }: TransactionCertificate): string {
  return factsOf(envelope.transaction).id;
}

describe('createAnswerQueue', () => {
  const query = { type: 'GetCertificates', requestId: 'r', select: from(0n) };
  const result = { type: 'Certificates', certificates: [] } as const;
  const reply = { type: 'Reply', to: 'p1', requestId: 'r', result };

  function stepOf(message: object, ledger: Ledger, effects: readonly object[] = []) {
    const observation = {
      input: { type: 'Message', from: 'p1', message },
      after: { ledger },
      effects,
    };
    return { validator: 'v1', observation, now: () => 0n } as never;
  }

  it('tells with an answer what had settled when the question came, the first of its copies', () => {
    const queue = createAnswerQueue();
    queue.add(stepOf(query, ledgerOf([])));
    queue.add(stepOf({ ...query }, HELD));
    queue.add(stepOf({ type: 'other' }, HELD, [reply]));
    expect(queue.sent('r', result)?.asked?.ledger.settled.size).toBe(0);
    queue.add(stepOf({ type: 'other' }, HELD, [reply, reply]));
    expect(queue.sent('r', result)?.asked?.ledger.settled.size).toBe(0);
    expect(queue.sent('r', result)?.asked).toBeUndefined();
  });

  it('tells nothing where different questions bear one id, nor of an earlier life', () => {
    const queue = createAnswerQueue();
    queue.add(stepOf(query, HELD));
    queue.add(stepOf({ ...query, select: from(1n) }, HELD, [reply]));
    expect(queue.sent('r', result)?.asked).toBeUndefined();
    queue.drop();
    queue.add(stepOf({ type: 'other' }, HELD, [reply]));
    expect(queue.sent('r', result)?.asked).toBeUndefined();
  });
});
