import {
  ledgerChanges,
  type RecordChange,
  type Result,
  updateDigest,
  type ValidatorMessage,
} from '@quorate/core';
import type { EscrowJobId, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySetting, play, start } from './both-ledgers.ts';
import {
  type CoreLedger,
  certify,
  createCoreLedger,
  delivery,
  type Effects,
  type Observer,
  submission,
} from './core-ledger.ts';
import { anyShuffle, deliverAll } from './deliver-all.ts';
import { unbalancedTokens } from './ledger-view.ts';
import type { Verdict } from './naive-ledger.ts';
import {
  anyHands,
  type Hand,
  IMPOSSIBLE,
  operationsOf,
  PAIR_KINDS,
  PAIRS,
  signAs,
  signHand,
} from './pairs.ts';
import { anyHistory } from './plans.ts';
import { createSharedLedger, escrow, SHARED_SETTING } from './shared-ledger.ts';
import { writeTransaction } from './write-transaction.ts';

const RUNS_PER_PAIR = 8;
const RUNS = { numRuns: 200 };
const TIME = { timeout: 180_000 };
const START = createSharedLedger();

// A quorum that has seen more can sign what this validator lacks the funds for (rule S6).
const CERTIFIABLE: readonly Verdict[] = ['ok', 'InsufficientFunding'];

describe('certificates of different senders', () => {
  it('are paired kind by kind, all of them except impossible pairs', () => {
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
  it('D1 to D4 end in one ledger whatever the order', TIME, () => {
    fc.assert(
      fc.property(
        anySetting(),
        anyHistory(['submit']),
        anyShuffle(),
        (setting, history, shuffle) => {
          const both = start(setting);
          for (const plan of history) play(both, plan);
          const late = createCoreLedger(setting);
          deliverAll(shuffle(both.settled), late.settle);
          expect(late.digest()).toBe(both.core.digest());
        },
      ),
      RUNS,
    );
  });

  it('V4 and S2 answer a repeat as the first time and change nothing', TIME, () => {
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit']), (setting, history) => {
        const both = start(setting);
        for (const plan of history) {
          const envelope = writeTransaction(plan, both.naive.state);
          expectRepeatable(both.core, submission(envelope));
          play(both, plan, envelope);
        }
        const before = both.core.state();
        for (const certificate of both.settled) expectRepeatable(both.core, delivery(certificate));
        expect(both.core.state()).toBe(before);
      }),
      RUNS,
    );
  });

  it(
    'S5 and S6 settle in one write that holds the whole change, and conserve every token',
    TIME,
    () => {
      const seen = new Set<string>();
      fc.assert(
        fc.property(anySetting(), anyHistory(['submit', 'deliver']), (setting, history) => {
          const steps: Parameters<Observer>[] = [];
          const both = start(setting, (...step) => steps.push(step));
          const beginning = both.core.digest();
          for (const plan of history) play(both, plan);
          for (const step of steps) {
            seen.add(expectOneWrite(...step));
            if (expectBalanced(...step)) seen.add('overdraft');
          }
          const digest = steps.reduce(
            (sum, [{ ledger }, effects]) => updateDigest(sum, ledger, changesIn(effects)),
            beginning,
          );
          expect(digest).toBe(both.core.digest());
        }),
        RUNS,
      );
      expect([...seen].sort()).toEqual(['Rejected', 'Settled', 'Signed', 'overdraft']);
    },
  );
});

describe('a transaction of several operations', () => {
  it('V6 and S4 is refused as a whole if one of them lacks something', TIME, () => {
    fc.assert(
      fc.property(anyHands('Batch', 'Batch'), fc.nat({ max: 4 }), ([hand, other], position) => {
        const whole = START.fork();
        const sound = signHand(hand, other, START);
        fc.pre(whole.submit(sound) === 'ok');
        const spoilt = spoil(hand, other, position);
        const refusing = START.fork();
        expect(refusing.submit(spoilt)).toBe('MissingDependency');
        expect(refusing.settle(certify(spoilt, SHARED_SETTING))).toBe('MissingDependency');
        expect(refusing.state()).toBe(START.state());
      }),
      RUNS,
    );
  });
});

function nameOf([a, b]: readonly [string, string]): string {
  return `${a} and ${b}`;
}

// Each was signed by a quorum in the initial state, or by one that had settled the other before.
function couldBoth(one: TransactionCertificate, other: TransactionCertificate): boolean {
  return isCertifiable(one, other) && isCertifiable(other, one);
}

function isCertifiable({ envelope }: TransactionCertificate, before: TransactionCertificate) {
  if (CERTIFIABLE.includes(START.fork().submit(envelope))) return true;
  const later = START.fork();
  later.settle(before);
  return CERTIFIABLE.includes(later.submit(envelope));
}

function settleAll(order: readonly TransactionCertificate[]): bigint {
  const ledger = START.fork();
  deliverAll(order, (certificate) => {
    const verdict = ledger.settle(certificate);
    expect(unbalancedTokens(ledger.state().ledger)).toEqual([]);
    return verdict;
  });
  return ledger.digest();
}

function expectRepeatable(core: CoreLedger, message: ValidatorMessage): void {
  const first = answersIn(core.hear(message));
  const state = core.state();
  expect(answersIn(core.hear(message))).toEqual(first);
  expect(core.state()).toBe(state);
}

// A repeat changes nothing either; a conflicting certificate is kept, but not in the ledger (S2).
function expectOneWrite(...[before, effects, after]: Parameters<Observer>): string {
  const [answer] = answersIn(effects);
  if (after === before) expect(changesIn(effects)).toEqual([]);
  else expect(effects.map(({ type }) => type)).toEqual(['Persist', 'Reply']);
  if (answer?.type === 'Rejected') expect(after).toBe(before);
  return answer?.type ?? 'nothing';
}

// Expects a balanced ledger; tells whether somebody owes something.
function expectBalanced(...[before, , after]: Parameters<Observer>): boolean {
  if (after === before) return false;
  expect(unbalancedTokens(after.ledger)).toEqual([]);
  return [...after.ledger.balance.values()].some((balance) => balance < 0n);
}

function changesIn(effects: Effects): readonly RecordChange[] {
  return effects.flatMap((effect) =>
    effect.type === 'Persist' ? ledgerChanges(effect.writes) : [],
  );
}

function answersIn(effects: Effects): readonly Result[] {
  return effects.flatMap((effect) => (effect.type === 'Reply' ? [effect.result] : []));
}

function spoil(hand: Hand, other: Hand, position: number): TransactionEnvelope {
  const operations = operationsOf(hand, other, START);
  const jobId = 'ab'.repeat(32) as EscrowJobId;
  const lacking = escrow({ kind: 'Submit', jobId, deliverable: 'de'.repeat(32) });
  return signAs(hand, operations.toSpliced(position, 0, lacking), START);
}
