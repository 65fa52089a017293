import {
  applyChanges,
  EMPTY_LEDGER,
  type Ledger,
  VALIDATOR_RULES,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ValidatorStep } from '../oracle.ts';
import { epochAgreement, epochMonotone } from './epochs.ts';

const all = ['v1', 'v2', 'v3', 'v4'];
const clients = { alice: { balance: 100 }, bob: {}, carol: {} };
const steady = { default: { delay: { dist: 'const', mean: '10 ms' } } };
const { handover, operations, settlement } = VALIDATOR_RULES;

/** Longer than anybody pushes a change while nobody hears. */
const patient = { simTime: '8 min' };

const notPushed = { handover: { ...handover, latePushedTo: () => [] } };

function renewal(at: string, more: object = {}): object {
  return { id: 'renew', at, members: all, deliver: all, ...more };
}

/** Two validators are asked for their signature after their epoch has ended. */
const late = scenarioOf({
  clients,
  steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
  network: {
    ...steady,
    links: ['v3', 'v4'].map((to) => ({ from: 'p1', to, delay: { dist: 'const', mean: '30 ms' } })),
  },
  changes: [renewal('1065 ms')],
});

/** A change reaches two of four, and nobody asks for anything that would tell the others. */
const untold = scenarioOf({
  clients,
  steps: {},
  network: steady,
  changes: [renewal('1 s', { deliver: ['v1', 'v2'] })],
});

/** What one validator has signed settles there once it has shown a snapshot, and is answered as final. */
const lateForAlice = scenarioOf(lateWith({}));

function lateWith(more: Partial<ScenarioParts>): ScenarioParts {
  const members = ['v2', 'v3', 'v4', 'v5'];
  return {
    validators: 1,
    candidates: 4,
    clients,
    steps: { alice: [{ op: 'wait', for: '1 s' }, pay('bob', 10)] },
    network: steady,
    changes: [{ id: 'grow', at: '1055 ms', members, deliver: ['v1'] }],
    ...more,
  };
}

/** The same of the request of v2 for a seat in the third committee. */
const lateForOperator = scenarioOf({
  validators: 1,
  candidates: 2,
  clients: {},
  steps: {},
  network: { default: { delay: { dist: 'const', mean: '20 ms' } } },
  changes: [
    { id: 'first', at: '210 ms', members: ['v2', 'v3'], deliver: ['v1'] },
    { id: 'second', at: '5 s', members: ['v2'] },
  ],
  limits: patient,
});

const continued = scenarioOf({
  clients,
  steps: {},
  network: steady,
  changes: [renewal('1 s', { keys: 'continued', deliver: undefined })],
});

/** A liar frames Alice, who has signed nothing. */
const framed = scenarioOf({
  clients,
  steps: { alice: [{ op: 'wait', for: '4 s' }, pay('bob', 10)] },
  network: steady,
  changes: [renewal('1 s')],
  faults: [{ id: 'down', kind: 'crash', node: 'v3', at: '900 ms', restartAfter: '2 s' }],
  byzantine: [
    {
      id: 'liar',
      node: 'v4',
      acts: [{ id: 'frames', act: 'false-snapshot', of: 'alice', shows: 'forgery', to: 'carol' }],
    },
  ],
});

/** Alice has signed two payments, and the new committee certifies one; the keys of the old, the other. */
const leaked = scenarioOf({
  clients,
  candidates: 4,
  steps: {
    alice: [
      { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
      { op: 'wait', for: '6 s' },
      { op: 'send', transaction: 'A', validators: ['v5', 'v6', 'v7', 'v8'] },
    ],
  },
  network: steady,
  changes: [{ id: 'replace', at: '1 s', members: ['v5', 'v6', 'v7', 'v8'] }],
  byzantine: [
    {
      id: 'thief',
      node: 'alice',
      acts: [{ id: 'leak', act: 'leaked-keys', at: '6015 ms', to: 'carol', amount: 10 }],
    },
  ],
});

const noRules = { validate: () => undefined };

/** Which oracle fires when which entry of the rules is wrong. */
const FINDINGS: readonly (readonly [string, string, Partial<ValidatorRules>, Scenario])[] = [
  [
    'frozen-signs-nothing',
    'nobody freezes',
    { handover: { ...handover, isFrozen: () => false } },
    late,
  ],
  [
    'change-completes',
    'nobody is told of a change',
    { handover: { ...handover, announcedTo: () => [] } },
    untold,
  ],
  ['no-lost-ack', 'a late settlement is not pushed', notPushed, lateForAlice],
  ['no-honest-lock', 'a late settlement of a client is not pushed', notPushed, lateForAlice],
  ['no-honest-lock', 'a late request of an operator is not pushed', notPushed, lateForOperator],
  ['change-completes', 'a late request for a seat is not pushed', notPushed, lateForOperator],
  [
    'one-key-one-epoch',
    'keys may serve twice',
    {
      operations: {
        ...operations,
        ChangeCommittee: { ...operations.ChangeCommittee, ...noRules },
      },
    },
    continued,
  ],
  [
    'lock-exclusive',
    'whatever is shown counts',
    { handover: { ...handover, countsAt: ({ held }) => held } },
    framed,
  ],
  [
    'unique-certificate',
    'certificates of an earlier epoch are taken without a lock',
    { settlement: { ...settlement, C8: () => undefined } },
    leaked,
  ],
];

describe('the oracles of epochs', () => {
  it.each(FINDINGS)('%s fires when %s', (oracle, _, wrong, scenario) => {
    const result = runScenario(scenario, { validatorRules: { ...VALIDATOR_RULES, ...wrong } });
    expect(violationsOf(oracle, result)).toBeGreaterThan(0);
    expect(result.verdict).not.toBe('pass');
  });

  it.each(FINDINGS)('%s is silent unless %s', (oracle, _, __, scenario) => {
    const result = runScenario(scenario);
    const report = result.oracles.find(({ name }) => name === oracle);
    expect(report?.violations).toEqual([]);
    expect(result.verdict).toBe('pass');
  });

  it.each([
    ['is owed by a validator that it has reached and that reaches the others', 'all', 1],
    ['is owed by nobody while the only one that it has reached is cut off', 'quorum', 0],
  ])('change-completes %s', (_, heal, checks) => {
    const scenario = scenarioOf({
      clients: {},
      steps: {},
      network: { default: { delay: { dist: 'exp', mean: '200 us' } }, schedule: 'fifo' },
      changes: [{ id: 'to-one', at: { events: 13 }, members: ['v4'], deliver: ['v3'] }],
      faults: [{ id: 'cut', kind: 'cut', from: '*', to: '*', at: '1.5 ms' }],
      phases: { chaos: '1 s', heal },
      seed: 5,
    });
    const { oracles, verdict } = runScenario(scenario);
    expect(oracles.find(({ name }) => name === 'change-completes')?.checks).toBe(checks);
    expect(verdict).toBe('pass');
  });

  it.each([
    ['a run that ends before it is quiet', { limits: { simTime: '40 s' } }],
    [
      'the only one who has settled it, and is gone for good',
      { faults: [{ id: 'gone', kind: 'crash', node: 'v1', at: '1100 ms' }] },
    ],
    [
      'a committee that has not taken over',
      {
        faults: [
          { id: 'gone', kind: 'crash', node: 'v5', at: '1 s' },
          { id: 'too', kind: 'crash', node: 'v4', at: '1 s' },
        ],
      },
    ],
  ])('a late settlement is owed to nobody by %s', (_, more) => {
    const wrong = { ...VALIDATOR_RULES, ...notPushed };
    const { oracles } = runScenario(scenarioOf(lateWith(more)), { validatorRules: wrong });
    // That it was not brought is another matter.
    const owed = oracles.filter(({ name }) => name !== 'late-told');
    expect(owed.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it('epoch-agreement finds two committees of one epoch', () => {
    const { afterStep } = epochAgreement();
    expect(afterStep?.(stepTo('v1', withCommittee(1, ['v1', 'v2']), 1))).toBeUndefined();
    expect(afterStep?.(stepTo('v2', withCommittee(1, ['v1', 'v2']), 1))).toBeUndefined();
    expect(afterStep?.(stepTo('v3', withCommittee(1, ['v2', 'v1']), 1))?.facts).toMatchObject({
      validator: 'v3',
      other: 'v1',
      epoch: '1',
    });
  });

  it('epoch-monotone finds a validator that goes back, while it runs and across a restart', () => {
    const known = withCommittee(1, ['v1']);
    const back = { message: 'v1 went back to an earlier epoch' };
    const within = epochMonotone();
    expect(within.afterStep?.(stepTo('v1', known, 1))).toBeUndefined();
    expect(within.afterStep?.(stepTo('v1', EMPTY_LEDGER, 0, { ledger: known }))).toMatchObject(
      back,
    );
    const unserved = stepTo('v1', known, 0, { ledger: known, served: 1 });
    expect(within.afterStep?.(unserved)).toMatchObject(back);
    const over = epochMonotone();
    const step = stepTo('v1', known, 1);
    over.noteAnswer?.({
      validator: 'v1',
      result: { type: 'EpochStatus', known: 1, served: 1 },
      step,
      at: 0n,
    });
    const start = { validator: 'v1', served: 1, unsent: [] };
    expect(over.afterStart?.({ ...start, ledger: known })).toBeUndefined();
    expect(over.afterStart?.({ ...start, ledger: EMPTY_LEDGER })).toMatchObject(back);
  });
});

function withCommittee(epoch: number, names: readonly string[]): Ledger {
  const members = names.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
    operator: addressOf(`operator ${host}`),
  }));
  const origin = { sender: addressOf('committee'), nonce: 0n };
  const value = { members, changeId: addressOf('change') as never, beganAtNanos: 0n, origin };
  return applyChanges(EMPTY_LEDGER, [{ table: 'committee', key: String(epoch), value }]);
}

function stepTo(
  validator: string,
  ledger: Ledger,
  served: number,
  from: { readonly ledger: Ledger; readonly served?: number } = { ledger: EMPTY_LEDGER },
): ValidatorStep {
  const stateOf = (held: Ledger, reached: number) =>
    ({ ledger: held, handover: { served: reached } }) as ValidatorState;
  const input = { type: 'Timer', id: 'any' } as const;
  const before = stateOf(from.ledger, from.served ?? 0);
  const after = stateOf(ledger, served);
  const changes = [...ledger.committee].map(
    ([key, value]) => ({ table: 'committee', key, value, was: undefined }) as const,
  );
  return {
    validator,
    observation: { node: validator, input, before, after, effects: [] },
    changes,
    now: () => 0n,
  };
}
