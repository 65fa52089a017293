import { type Submission, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guestValidator } from '../../test/guests.ts';
import { pay, type ScenarioParts, scenarioOf } from '../../test/scenarios.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run-scenario.ts';
import { createTraceHash } from '../trace.ts';
import { recordRun } from './record-run.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { Until } from './recorder.ts';

const clients = { alice: { balance: 1000 }, bob: { balance: 50 }, carol: {} };

const tokens = [
  { op: 'create-token', as: 'gold', name: 'Gold', decimals: 2, amount: 100, mints: ['alice'] },
  { op: 'pay', to: 'bob', amount: 30, token: 'gold' },
  { op: 'set-state', key: 'door', to: 'open' },
  pay('bob', 100),
];

const alone = scenarioOf({ clients, steps: { alice: tokens } });
const payments = scenarioOf({ clients, steps: { alice: tokens, bob: [pay('carol', 20)] } });

const DOUBLE_SPEND: ScenarioParts = {
  clients,
  steps: {
    alice: [
      { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
      { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
      { op: 'send', transaction: 'A', validators: ['v1', 'v2', 'v3', 'v4'] },
      { op: 'send', transaction: 'B', validators: ['v2', 'v3', 'v4'] },
    ],
  },
};

const doubleSpend = scenarioOf(DOUBLE_SPEND);

/** A signature leaves the account as free as it was. */
const LOCK_DROPPED: ValidatorRules = {
  ...VALIDATOR_RULES,
  takeLock: ({ account }: Submission) => account,
};

const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

function rehash(events: readonly RecordedEvent[], start: bigint): string {
  const hash = createTraceHash();
  for (const { event: _, about: __, changes: ___, at, ...record } of events) {
    hash.add({ ...record, at: at + start });
  }
  return hash.digest();
}

describe('recordRun', () => {
  it('gives the result that the run has without a record, and every line of its trace', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { result, events } = recordRun(payments, { seed });
        expect(result).toEqual(runScenario(payments, { seed }));
        // 2026-01-01, when every world begins.
        expect(rehash(events, 1_767_225_600_000_000_000n)).toBe(result.traceHash);
      }),
      { numRuns: 10 },
    );
  });

  it('stops where it is told, having done until then what the whole run did', () => {
    const whole = recordRun(payments);
    const anyUntil = fc.oneof(
      fc.nat(whole.result.events + 5).map((count): Until => ({ kind: 'events', count })),
      fc
        .bigInt({ min: 0n, max: whole.result.virtualNanos })
        .map((at): Until => ({ kind: 'time', at })),
      // What happens just then is still done.
      fc.constantFrom(...whole.events).map(({ at }): Until => ({ kind: 'time', at })),
    );
    fc.assert(
      fc.property(anyUntil, (until) => {
        const { events } = recordRun(payments, { until });
        const expected = whole.events.filter(({ event, at }) =>
          until.kind === 'events' ? event <= until.count : at <= until.at,
        );
        expect(events).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('says what each step changed in the ledger of a validator, and of nobody else', () => {
    const { events } = recordRun(alone);
    const changes = events.filter(({ to }) => to === 'v1').flatMap((event) => event.changes);
    const shown = new Set(changes.map((change) => change.replace(/\b[0-9a-f]{8}\b/, '…')));
    expect([...shown].toSorted((x, y) => (x < y ? -1 : 1))).toEqual([
      'alice holds 100 …, had 0',
      'alice holds 70 gold, had 100',
      'alice holds 900, had 1000',
      'alice is free',
      'alice is locked on …',
      'bob holds 150, had 50',
      'bob holds 30 gold, had 0',
      'cell door of alice is open',
      'next nonce of alice is 1, was 0',
      'next nonce of alice is 2, was 1',
      'next nonce of alice is 3, was 2',
      'next nonce of alice is 4, was 3',
      'settled (alice, nonce 0): …',
      'settled (alice, nonce 1): …',
      'settled (alice, nonce 2): …',
      'settled (alice, nonce 3): …',
      'supply of … is 100, was 0',
    ]);
    expect(events.filter(({ to }) => to === 'p1').flatMap((event) => event.changes)).toEqual([]);
  });

  it('says of every transaction what it does', () => {
    const { events } = recordRun(payments);
    const about = events.flatMap((event) => event.about ?? []);
    expect(new Set(about)).toContain('alice pays bob 100');
    for (const { transactionId, about: text } of events) {
      expect(text === undefined).toBe(transactionId === undefined);
    }
  });

  it('keeps each message that was lost: when, from whom to whom, about what and why', () => {
    expect(recordRun(payments).losses).toEqual([]);
    const { events, losses } = recordRun(
      scenarioOf({
        clients,
        steps: { alice: [pay('bob', 100)] },
        faults: [
          { id: 'apart', kind: 'cut', from: ['p1'], to: ['v4'], at: '0 s', for: '1 s' },
          { id: 'down', kind: 'crash', node: 'v3', at: '0 s', restartAfter: '1 s' },
        ],
      }),
    );
    const numbers = losses.map(({ event }) => event);
    expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
    const [first] = losses;
    expect(first).toMatchObject({
      ...{ from: 'p1', to: 'v4', kind: 'CheckTransaction', about: 'alice pays bob 100' },
      ...{ lost: 'cut', at: events.find(({ event }) => event === first?.event)?.at },
    });
    const lost = losses.filter(({ at }) => at < 1_000_000_000n);
    expect(new Set(lost.map(({ from, to, lost: why }) => `${from} ${to} ${why}`))).toEqual(
      new Set(['p1 v4 cut', 'p1 v3 detached']),
    );
  });

  it('numbers the event in which an invariant was found broken', () => {
    const { result, events } = recordRun(doubleSpend, { validatorRules: LOCK_DROPPED });
    const found = result.oracles.find(({ name }) => name === 'no-double-sign')?.violations ?? [];
    expect(found.length).toBeGreaterThan(0);
    for (const { event, at, facts } of found) {
      const [step, ...others] = events.filter((each) => each.event === event);
      expect(others).toEqual([]);
      expect(step).toMatchObject({ at, to: facts['validator'], verdict: 'Signed' });
    }
  });

  it('finds nobody to blame in a correct run, however clients lie', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        expect(recordRun(doubleSpend, { seed }).forensics).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  it('blames a node of somebody else for what it signs, whatever the node that it replaces is said to do', () => {
    const acts = [{ id: 'mute', act: 'withhold', kinds: ['query'] }];
    const byzantine = [{ id: 'liar', node: 'v4', acts }];
    const nodes = { v4: guestValidator(LOCK_DROPPED) };
    const { forensics } = recordRun(scenarioOf({ ...DOUBLE_SPEND, byzantine }), { nodes });
    expect(forensics?.conflicts).toMatchObject([
      { culprits: [{ name: 'v4', isFaulty: false }], finding: 'implementation-bug' },
    ]);
  });

  it.each([
    ['never forgets', { when: { node: 'v1', after: 'certified' } }, false],
    ['forgets only later', { at: '50 s' }, false],
    ['has forgotten something', { at: '0 s' }, true],
  ])(
    'says of validators that sign twice whether they are faulty: each %s',
    (_, moment, isFaulty) => {
      const faults = ['v1', 'v2', 'v3', 'v4'].map((node) => ({
        ...{ id: `f-${node}`, kind: 'amnesia', node, age: '1 s', restartAfter: '0 s' },
        ...moment,
      }));
      const scenario = scenarioOf({ ...DOUBLE_SPEND, faults });
      const { forensics } = recordRun(scenario, { validatorRules: LOCK_DROPPED });
      const [conflict] = forensics?.conflicts ?? [];
      expect(conflict?.culprits[0]?.isFaulty).toBe(isFaulty);
      expect(conflict?.finding).toBe(isFaulty ? 'assumption-broken' : 'implementation-bug');
    },
  );

  it('blames exactly the validators that no-double-sign names', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const options = { seed, validatorRules: LOCK_DROPPED };
        const { result, forensics } = recordRun(doubleSpend, options);
        // Once in some thousand runs, A settles at so many validators before B arrives that B finds
        // no quorum.
        fc.pre(result.certificates.length === 2);
        const [conflict] = forensics?.conflicts ?? [];
        const culprits = conflict?.culprits.map(({ name }) => name) ?? [];
        expect(culprits.length).toBeGreaterThan(0);
        expect(culprits).toEqual(doubleSigners(result));
        expect(conflict?.finding).toBe('implementation-bug');
      }),
      { numRuns: 20, examples: [[10_077_754_719_067_471_501n]] },
    );
  });
});

function doubleSigners({ oracles }: RunResult): readonly string[] {
  const found = oracles.find(({ name }) => name === 'no-double-sign')?.violations ?? [];
  return found.map(({ facts }) => facts['validator'] ?? '').toSorted((a, b) => (a < b ? -1 : 1));
}
