import {
  CERTIFICATE_PREFIX,
  EMPTY_LEDGER,
  VALIDATOR_RULES,
  type ValidatorState,
} from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { HandoverStep, ValidatorStep } from '../oracle.ts';
import { lateTold } from './late-told.ts';

const { handover } = VALIDATOR_RULES;

/** What one validator has signed settles there once it has shown a snapshot, and is answered as final. */
const late = scenarioOf({
  validators: 1,
  candidates: 4,
  clients: { alice: { balance: 100 }, bob: {} },
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
  changes: [{ id: 'grow', at: '1055 ms', members: ['v2', 'v3', 'v4', 'v5'], deliver: ['v1'] }],
});

const KEY = 'alice/0';
const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const NAMES = ['v1', 'v2', 'v3', 'v4'];
const APART = 'in one write, and notes that in another';
const PUSH = { told: [], attempts: 1 };

function stateOf(isLate: boolean): ValidatorState {
  const members = NAMES.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
  }));
  const pushes = new Map(isLate ? [[KEY, PUSH]] : []);
  return { committees: [{ epoch: 1, members }], handover: { late: pushes } } as never;
}

/** v5 hears an answer to what it brings, and brings it on or not. */
function hearing(from: string, goesOn: boolean, answer: object = { type: 'Settled' }) {
  const message = { type: 'Response', requestId: `handover/late/${KEY}`, result: answer } as never;
  const input = { type: 'Message', from, message } as const;
  const before = stateOf(true);
  const observation = { node: 'v5', input, before, after: stateOf(goesOn), effects: [] };
  return { node: 'v5', observation, isFirst: false, disk: () => [] } satisfies HandoverStep;
}

/** Writes what settles and the note of what becomes of it: as one batch, or as two. */
function inOneWrite(note: 'late' | 'unshown') {
  const settled = { key: `settled/${KEY}`, value: 'id' };
  return [{ type: 'Persist', writes: [settled, { key: `handover/${note}/${KEY}`, value: true }] }];
}

function inTwoWrites(note: 'late' | 'unshown') {
  const [whole] = inOneWrite(note);
  return (whole?.writes ?? []).map((write) => ({ type: 'Persist', writes: [write] }));
}

interface Standing {
  readonly served: number;
  readonly isFrozen: boolean;
  readonly signedIn?: number;
  readonly operator?: string;
}

/**
 * v1, which sat in epoch 0 unless `operator` is another, is brought a certificate, settles it and
 * pushes this.
 */
function settling(
  { served, isFrozen, signedIn = 0, operator = 'v1' }: Standing,
  late: ReadonlyMap<string, object>,
  effects = inOneWrite('late'),
): ValidatorStep {
  const committees = [operator, 'v1'].map((name, epoch) => ({
    epoch,
    members: [{ validator: { address: `key-${epoch}` }, operator: name }],
  }));
  const standing = { served, isFrozen, seat: `key-${served}` };
  const certificate = { signatures: [[`key-${signedIn}`, '00']] };
  const message = { type: 'SubmitCertificate', requestId: 'r', certificate };
  const observation = {
    input: { type: 'Message', from: 'p1', message },
    before: { committees, handover: { ...standing, late: new Map() } },
    after: { committees, handover: { ...standing, late } },
    effects,
  };
  const changes = [{ table: 'settled', key: KEY }];
  return { validator: 'v1', observation, changes } as unknown as ValidatorStep;
}

describe('late-told', () => {
  it('C4 fires when somebody is never brought what has settled late', () => {
    const latePushedTo: typeof handover.latePushedTo = (state, push, keys) =>
      handover.latePushedTo(state, push, keys).slice(1);
    const validatorRules = { ...VALIDATOR_RULES, handover: { ...handover, latePushedTo } };
    const result = runScenario(late, { validatorRules });
    expect(violationsOf('late-told', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:late-told');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(late);
    expect(violationsOf('late-told', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('finds a validator that stops before a quorum has answered', () => {
    const { afterHandover } = lateTold();
    expect(afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(afterHandover?.(hearing('v2', false))?.facts).toEqual({
      validator: 'v5',
      have: 'v1 v2',
      settled: KEY,
    });
  });

  it('finds a validator that pushes nothing, be it frozen or in a later epoch', () => {
    const untold = (parts: Standing, late = new Map()) => {
      const step = settling(parts, late);
      return lateTold().afterStep?.(step)?.facts;
    };
    const found = { validator: 'v1', settled: KEY };
    expect(untold({ served: 0, isFrozen: true })).toEqual(found);
    expect(untold({ served: 0, isFrozen: true }, new Map([[KEY, PUSH]]))).toBeUndefined();
    expect(untold({ served: 0, isFrozen: false })).toBeUndefined();
    expect(untold({ served: 1, isFrozen: false })).toEqual(found);
    expect(untold({ served: 1, isFrozen: false, signedIn: 1 })).toBeUndefined();
    expect(untold({ served: 1, isFrozen: true, signedIn: 1 })).toEqual(found);
    // A validator without an earlier seat has shown no snapshot that anybody could count on.
    expect(untold({ served: 1, isFrozen: false, operator: 'another' })).toBeUndefined();
  });

  it('C4: finds a validator that a power cut could keep from bringing on what it has settled', () => {
    const told = (effects: ReturnType<typeof inOneWrite>) => {
      const step = settling({ served: 0, isFrozen: true }, new Map([[KEY, PUSH]]), effects);
      return lateTold().afterStep?.(step)?.message;
    };
    expect(told(inOneWrite('late'))).toBeUndefined();
    expect(told(inTwoWrites('late'))).toContain(APART);
    expect(told(inTwoWrites('late').slice(0, 1))).toContain(APART);
  });

  it('C4: finds a validator that forgets what others have shown it too late for a snapshot', () => {
    const shown = (
      parts: Standing,
      unshown: ReadonlyMap<string, object>,
      written = inOneWrite('unshown'),
    ) => {
      const { observation, ...step } = settling(parts, new Map());
      const certificate = { envelope, signatures: [[`key-${parts.signedIn ?? 0}`, '00']] };
      const result = { type: 'Certificates', certificates: [certificate] };
      const message = { type: 'Response', requestId: 'handover/backing', result };
      const row = { key: CERTIFICATE_PREFIX + KEY, value: { certificate } };
      const noted = written.map(({ type, writes }) => ({ type, writes: [row, ...writes] }));
      const input = { type: 'Message', from: 'v2', message };
      const before = { ...observation.before, ledger: EMPTY_LEDGER };
      const after = { ...observation.after, handover: { late: new Map(), unshown } };
      const seen = {
        ...step,
        observation: { ...observation, input, before, after, effects: noted },
      };
      return lateTold().afterStep?.(seen as unknown as ValidatorStep)?.message;
    };
    const lost = 'v1 was shown what is too late for its snapshot and does not remember that';
    expect(shown({ served: 0, isFrozen: true }, new Map())).toBe(lost);
    expect(shown({ served: 0, isFrozen: true }, new Map([[KEY, PUSH]]))).toBeUndefined();
    const apart = inTwoWrites('unshown');
    expect(shown({ served: 0, isFrozen: true }, new Map([[KEY, PUSH]]), apart)).toContain(APART);
    expect(shown({ served: 0, isFrozen: false }, new Map())).toBeUndefined();
  });

  it('counts those who have settled it or never will, and nobody else', () => {
    const { afterHandover } = lateTold();
    const never = { type: 'Rejected', rejection: { code: 'ConflictingCertificate', rule: 'S2' } };
    const lacking = { type: 'Rejected', rejection: { code: 'MissingDependency', rule: 'S4' } };
    expect(afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(afterHandover?.(hearing('v2', true, never))).toBeUndefined();
    expect(afterHandover?.(hearing('v3', false))).toBeUndefined();
    const other = lateTold();
    expect(other.afterHandover?.(hearing('v1', true))).toBeUndefined();
    expect(other.afterHandover?.(hearing('v2', true, lacking))).toBeUndefined();
    expect(other.afterHandover?.(hearing('v3', false))?.facts).toEqual({
      validator: 'v5',
      have: 'v1 v3',
      settled: KEY,
    });
  });
});
