import { type Ledger, ledgerChanges, ledgerDigest, updateDigest } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySetting, play, start } from './both-ledgers.ts';
import { type CoreLedger, certify, createCoreLedger, delivery, submission } from './core-ledger.ts';
import { anyShuffle, deliverAll } from './deliver-all.ts';
import { unbalancedTokens } from './ledger-view.ts';
import type { Verdict } from './naive-ledger.ts';
import { anyHands, IMPOSSIBLE, PAIR_KINDS, PAIRS, signHand } from './pairs.ts';
import { anyHistory } from './plans.ts';
import { createSharedLedger, SHARED_SETTING } from './shared-ledger.ts';
import { writeTransaction } from './write-transaction.ts';

const RUNS_PER_PAIR = 8;
const RUNS = { numRuns: 300 };
const TIME = { timeout: 60_000 };
const START = createSharedLedger();

// A quorum that has seen more can sign what this validator lacks the funds for (rule S6).
const CERTIFIABLE: readonly Verdict[] = ['ok', 'InsufficientFunding'];

describe('certificates of different senders', () => {
  it('are paired kind by kind, all of them, but for those that cannot be', () => {
    const { length } = PAIR_KINDS;
    expect(length).toBe(18);
    expect(new Set(PAIRS.map(nameOf)).size).toBe((length * (length + 1)) / 2);
    expect(PAIRS.length * RUNS_PER_PAIR).toBeGreaterThanOrEqual(1000);
    for (const name of Object.keys(IMPOSSIBLE)) expect(PAIRS.map(nameOf)).toContain(name);
  });

  const possible = PAIRS.filter((pair) => IMPOSSIBLE[nameOf(pair)] === undefined);
  it.each(possible)('%s and %s commute', (a, b) => {
    fc.assert(
      fc.property(anyHands(a, b), ([first, second]) => {
        const envelopes = [signHand(first, second, START), signHand(second, first, START)] as const;
        const [one, other] = envelopes.map((envelope) => certify(envelope, SHARED_SETTING));
        if (one === undefined || other === undefined) throw new Error('two certificates');
        fc.pre(couldBoth(one, other));
        const ends = [settleAll([one, other]), settleAll([other, one])];
        expect(ends[0]).toBe(ends[1]);
        expect(ends[0]).not.toBe(START.digest());
      }),
      { numRuns: RUNS_PER_PAIR },
    );
  });
});

describe('any history', () => {
  it('D1 to D4 end in one ledger whatever the order, and conserve every token on the way', TIME, () => {
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit']), anyShuffle(), (setting, history, shuffle) => {
        const both = start(setting);
        for (const plan of history) play(both, plan);
        const late = createCoreLedger(setting);
        deliverAll(shuffle(both.settled), (certificate) => {
          const verdict = late.settle(certificate);
          expect(unbalancedTokens(late.state().ledger)).toEqual([]);
          return verdict;
        });
        expect(late.digest()).toBe(both.core.digest());
      }),
      RUNS,
    );
  });

  it('S5 and S6 conserve every token after every step, overdrafts included', TIME, () => {
    let overdrafts = 0;
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit', 'deliver']), (setting, history) => {
        const both = start(setting);
        for (const plan of history) {
          play(both, plan);
          const { ledger } = both.core.state();
          expect(unbalancedTokens(ledger)).toEqual([]);
          if (ledger.balance.some((balance) => balance < 0n)) overdrafts++;
        }
      }),
      RUNS,
    );
    expect(overdrafts).toBeGreaterThan(0);
  });

  it('V4 and S2 answer a repeat as the first time and change nothing', TIME, () => {
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit']), (setting, history) => {
        const both = start(setting);
        for (const plan of history) {
          const envelope = writeTransaction(plan, both.naive.state);
          const submitted = repeated(both.core, submission(envelope));
          expect(submitted.again).toEqual(submitted.first);
          play(both, plan);
        }
        for (const certificate of both.settled) {
          const before = both.core.state();
          const { first, again } = repeated(both.core, delivery(certificate));
          expect(again).toEqual(first);
          expect(both.core.state()).toBe(before);
        }
      }),
      RUNS,
    );
  });

  it('V6 and S5 show a transaction as a whole or not at all', TIME, () => {
    let refused = 0;
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit', 'deliver']), (setting, history) => {
        const both = start(setting);
        for (const plan of history) {
          const envelope = writeTransaction(plan, both.naive.state);
          refused += isWhole(both.core.fork(), envelope);
        }
      }),
      RUNS,
    );
  });
});

function nameOf([a, b]: readonly [string, string]): string {
  return `${a} and ${b}`;
}
