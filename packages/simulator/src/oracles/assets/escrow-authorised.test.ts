import { applyChanges, EMPTY_LEDGER } from '@quorate/core';
import {
  type Address,
  type EscrowOperation,
  type EscrowStatus,
  operationId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import { escrowAuthorised } from './escrow-authorised.ts';

const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(addressOf) as [Address, Address, Address];
const TERMS = '0c'.repeat(32);
const JOB = '0d'.repeat(32);

type Parts = readonly object[];

const terms = (evaluator: Address) => ({
  ...{ kind: 'CreateConfig', tokenId: JOB, evaluator, minEvaluatorFee: 0n },
  evaluationFee: { kind: 'Fixed', amount: 1n },
});
const hire = (configId = TERMS, provider = bob) => ({
  ...{ kind: 'CreateJob', configId, provider, providerFee: 1n, description: 'a job' },
});
const deliver = (jobId = JOB) => ({ kind: 'Submit', jobId, deliverable: 'ab'.repeat(32) });
const complete = (jobId = JOB) => ({ kind: 'Complete', jobId });
const reject = (jobId = JOB) => ({ kind: 'Reject', jobId });

/** The id of what the operation at this index of the first transaction of somebody creates. */
const created = (sender: Address, index = 0) => operationId(sender, 0n, index);

interface Held {
  readonly status?: EscrowStatus;
  readonly deliverable?: string;
}

/** What is wrong with it that v1 signs this; it holds a job of bob on the terms of carol. */
function faultOf(sender: Address, operations: Parts, held: Held = {}, result = 'Signed') {
  const origin = { sender: alice, nonce: 0n };
  const job = { provider: bob, evaluator: carol, status: 'Funded', ...held, origin };
  const ledger = applyChanges(EMPTY_LEDGER, [
    { table: 'config', key: TERMS, value: { evaluator: carol, origin } as never },
    { table: 'job', key: JOB, value: job as never },
  ]);
  const { transaction, signature } = envelopeOf(sender, CREATE_GOLD);
  const claims = operations.map((escrow) =>
    'kind' in escrow && escrow.kind === CREATE_GOLD.kind
      ? CREATE_GOLD
      : { kind: 'Escrow', escrow: escrow as EscrowOperation },
  );
  const whole = { ...transaction, transaction: { ...transaction.transaction, claims } };
  const envelope = { transaction: whole, signature } as TransactionEnvelope;
  const input = { type: 'Message', from: 'p1', message: { type: 'SubmitTransaction', envelope } };
  const effects = [{ type: 'Reply', result: { type: result } }];
  const observation = { input, before: { ledger }, effects };
  const step = { validator: 'v1', observation, changes: [{}] };
  const oracle = escrowAuthorised({ nameOf: () => 'somebody' });
  return oracle.afterStep?.(step as never)?.facts['fault'];
}

const DELIVERED = { status: 'Submitted', deliverable: 'ab' } as const;

describe('escrow-authorised', () => {
  const silent: readonly (readonly [string, Address, Parts, Held?])[] = [
    ['terms from their evaluator (E1)', carol, [terms(carol)]],
    ['a job on terms that are there', alice, [hire()]],
    ['a job on terms of the same transaction', carol, [terms(carol), hire(created(carol))]],
    ['a delivery of the provider (E4)', bob, [deliver()]],
    ['a delivery after the end (E4)', bob, [deliver()], { status: 'Refunded' }],
    ['completion after the delivery (E5)', carol, [complete()], DELIVERED],
    ['rejection before the delivery (E5)', carol, [reject()]],
    ['rejection after it (E5)', carol, [reject()], DELIVERED],
    ['what is no matter of escrow', alice, [CREATE_GOLD]],
    [
      'all of it in one transaction',
      bob,
      [terms(bob), CREATE_GOLD, hire(created(bob)), deliver(job(bob)), complete(job(bob))],
    ],
    ['a delivery after the end in one transaction', bob, own(reject(job(bob)), deliver(job(bob)))],
  ];

  it.each(
    silent.map(
      ([words, sender, operations, held = {}]) => [words, sender, operations, held] as const,
    ),
  )('is silent about %s', (_, sender, operations, held) => {
    expect(faultOf(sender, operations, held)).toBeUndefined();
  });

  const OTHERS = 'a delivery of who is not the provider';

  it.each<readonly [string, Address, Parts, string]>([
    ['E1 terms for another evaluator', alice, [terms(carol)], 'terms of somebody else'],
    ['a job on terms that are not there', alice, [hire(JOB)], 'a job without terms'],
    ['an act on a job that is not there', bob, [deliver(TERMS)], 'a job that is not there'],
    ['E4 a delivery of the client', alice, [deliver()], OTHERS],
    ['E4 a delivery of the evaluator', carol, [deliver()], OTHERS],
    ['E4 two deliveries in one', bob, [deliver(), deliver()], 'a second delivery'],
    ['E4 them behind another operation', bob, [hire(), deliver(), deliver()], 'a second delivery'],
    ['E5 a decision of the provider', bob, [reject()], 'a decision of who is not the evaluator'],
    ['E5 completion before the delivery', carol, [complete()], 'Complete of a job that is Funded'],
    ['E5 two decisions', carol, [reject(), complete()], 'Complete of a job that is Refunded'],
    [
      'E5 completion after a delivery that came after the end',
      bob,
      own(reject(job(bob)), deliver(job(bob)), complete(job(bob))),
      'Complete of a job that is Refunded',
    ],
  ])('finds %s', (_, sender, operations, fault) => {
    expect(faultOf(sender, operations)).toBe(fault);
  });

  it('E4, E5 finds what was done before', () => {
    expect(faultOf(bob, [deliver()], DELIVERED)).toBe('a second delivery');
    const ended = { status: 'Completed' } as const;
    expect(faultOf(carol, [reject()], ended)).toBe('Reject of a job that is Completed');
  });

  it('is about what is signed only', () => {
    expect(faultOf(alice, [deliver()], {}, 'Rejected')).toBeUndefined();
  });
});

/** The id of a job that somebody creates with the third operation of a transaction. */
function job(sender: Address): string {
  return created(sender, 2);
}

/** Terms of bob, gold, and a job of his own on these terms; then this. */
function own(...acts: Parts): Parts {
  return [terms(bob), CREATE_GOLD, hire(created(bob)), ...acts];
}
