import { type Ledger, nonceKey } from '@quorate/core';
import { transactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { OUTCOMES } from '../../run-result.ts';
import { equivocates, outcomesByHand, worst } from './accounts.ts';

const alice = addressOf('alice');
const [leave, later] = [0n, 1n].map((nonce) =>
  envelopeOf(alice, { kind: 'LeaveCommittee' }, nonce),
);
const burn = { kind: 'Burn', tokenId: '07'.repeat(32), amount: 1n } as never;
const rival = envelopeOf(alice, burn);

type Handed = Parameters<typeof outcomesByHand>[0][number];

function handed(envelope = leave, ...requestIds: readonly string[]): Handed {
  return { envelope, requestIds } as Handed;
}

/** What a validator holds of alice: what has settled at nonce 0, or a lock at her next nonce. */
function ledgerOf({
  settled = false,
  lockAt,
}: {
  settled?: boolean;
  lockAt?: bigint;
} = {}): Ledger {
  const id = leave && transactionId(leave.transaction);
  const account = { nextNonce: lockAt ?? 0n, lock: lockAt === undefined ? undefined : {} };
  return {
    settled: new Map(settled ? [[nonceKey(alice, 0n), id]] : []),
    account: new Map([[alice, account]]),
  } as unknown as Ledger;
}

const nothing = ledgerOf();
const settled = ledgerOf({ settled: true });
const locked = ledgerOf({ lockAt: 0n });
const lockedLater = ledgerOf({ lockAt: 1n });

describe('the outcome of what went through no proxy', () => {
  it.each([
    ['final', 'a quorum has settled it', [settled, settled, settled, nothing], [handed()]],
    ['final', 'a quorum has, and one is locked', [settled, settled, settled, locked], [handed()]],
    ['unknown', 'fewer have', [settled, settled, nothing, nothing], [handed(leave, 'no')]],
    ['unknown', 'one is locked on it', [nothing, nothing, locked], [handed(leave, 'no')]],
    [
      'locked-by-own-equivocation',
      'one is locked, and there are rivals',
      [nothing, nothing, locked, settled],
      [handed(leave, 'no'), handed(rival)],
    ],
    ['refused', 'one request was refused', [nothing], [handed(leave, 'lost', 'no')]],
    ['refused', 'the lock is of a later nonce', [lockedLater], [handed(leave, 'no')]],
    ['refused', 'both rivals were refused', [nothing], [handed(leave, 'no'), handed(rival, 'no')]],
    ['unknown', 'nobody has answered', [nothing], [handed(leave, 'lost')]],
    ['unknown', 'nobody was asked', [nothing], [handed()]],
  ])('is %s where %s', (outcome, _, ledgers, all) => {
    const refusals = { has: (requestId: string) => requestId === 'no' };
    expect(outcomesByHand(all, { ledgers, quorum: 3, refusals })).toEqual([outcome]);
  });

  it('is told for each nonce', () => {
    const evidence = { ledgers: [settled], quorum: 1, refusals: { has: () => true } };
    expect(outcomesByHand([handed(), handed(later, 'r')], evidence)).toEqual(['final', 'refused']);
  });
});

it.each([
  [false, 'sends one thing twice', [handed(), handed(leave, 'again')]],
  [false, 'uses each nonce once', [handed(), handed(later)]],
  [true, 'signs two things for one nonce', [handed(), handed(later), handed(rival)]],
])('equivocates is %s for a user who %s', (is, _, all) => {
  expect(equivocates({ handed: () => all })).toBe(is);
});

it('the worst of several outcomes is one of them, and none is worse', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...OUTCOMES)), (outcomes) => {
      const ranks = outcomes.map((each) => OUTCOMES.indexOf(each));
      expect(worst(outcomes)).toBe(ranks.length === 0 ? undefined : OUTCOMES[Math.max(...ranks)]);
    }),
  );
});
