import { expect, it } from 'vitest';
import { loadScenario } from '../scenario/read/load.ts';
import { checkExplorable, ExploreError } from './explorable.ts';

interface Parts {
  readonly cluster?: object;
  /** What the Byzantine node does. */
  readonly acts?: readonly object[];
  readonly node?: string;
  /** What mallory's own software is asked for. */
  readonly steps?: readonly object[];
  readonly [part: string]: unknown;
}

/** Lists the places of what cannot be explored. */
function problemsIn({ cluster = {}, acts, node = 'v4', steps, ...more }: Parts): readonly string[] {
  const numbered = acts?.map((act, index) => ({ id: `act-${index}`, ...act }));
  const document = {
    version: 1,
    name: 'x',
    cluster: {
      validators: 4,
      clients: { alice: {}, bob: {}, mallory: { balance: 100 } },
      accounts: { joint: { signers: ['alice', 'mallory'], quorum: 1 } },
      ...cluster,
    },
    workload: steps === undefined ? [] : [{ id: 'does', client: 'mallory', steps }],
    ...(numbered === undefined ? {} : { byzantine: [{ id: 'liar', node, acts: numbered }] }),
    ...more,
  };
  try {
    checkExplorable(loadScenario(JSON.stringify(document), 'x'));
    return [];
  } catch (failure) {
    if (!(failure instanceof ExploreError)) throw failure;
    return failure.problems.map(({ path }) => path);
  }
}

const act = 'byzantine[0].acts[0]';
const step = 'workload[0].steps[0]';
const pay = { op: 'pay', to: 'bob', amount: 1 };
const rivals = ['alice', 'bob'].map((to) => ({ to, amount: 1, validators: ['v1'] }));
const twice = { act: 'equivocate', rivals };

it.each<readonly [string, Parts]>([
  ['swarm', { swarm: {} }],
  ['changes', { changes: [{ id: 'go', at: '1 s', members: ['v1', 'v2', 'v3', 'v4'] }] }],
  ['faults', { faults: [{ id: 'down', kind: 'crash', node: 'v1', at: '1 s' }] }],
  ['cluster.prune', { cluster: { prune: { olderThan: '1 s' } } }],
  [
    'cluster.fees.token',
    { cluster: { fees: { amount: 1, account: 'alice', token: { of: 'bob', amount: 1 } } } },
  ],
  [`${act}.times`, { acts: [{ act: 'double-sign', times: 1 }] }],
  [`${act}.for`, { acts: [{ act: 'double-sign', for: '1 s' }] }],
  [act, { acts: [{ act: 'double-sign', at: '1 s' }] }],
  [`${act}.about`, { acts: [{ act: 'lie', about: 'pending', by: 1 }] }],
  [`${act}.act`, { acts: [{ act: 'twin' }] }],
  [`${act}.act`, { acts: [{ act: 'drop' }], node: 'p1' }],
  [act, { acts: [twice], node: 'mallory', steps: [pay] }],
  [
    act,
    {
      acts: [{ act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 }],
      node: 'mallory',
      steps: [pay],
    },
  ],
  [step, { steps: [{ op: 'read' }] }],
  ['workload[0].steps[1]', { steps: [pay, { op: 'sign', as: 'A', to: 'bob', amount: 1 }] }],
  [step, { steps: [{ ...pay, from: 'joint' }] }],
  [step, { steps: [{ ...pay, await: false }] }],
  [step, { steps: [{ ...pay, release: 'Unversioned' }] }],
  [step, { steps: [{ ...pay, witnesses: true }] }],
  [step, { steps: [{ op: 'claim', data: '0x00', verifiers: ['bob'], signers: ['bob'] }] }],
  [step, { steps: [{ op: 'create-token', as: 'gold', name: 'G', decimals: 0, amount: 1 }] }],
  [
    'workload[0].steps[1]',
    { steps: [pay, { op: 'escrow-terms', as: 'terms', fee: '1', minimum: '1' }] },
  ],
])('refuses what is at %s, however little it is: %j', (path, parts) => {
  expect(problemsIn(parts)).toEqual([path]);
});

it.each<Parts>([
  { acts: [{ act: 'double-sign' }, { act: 'lie', about: 'balance', by: 1 }] },
  { acts: [{ ...twice, nonce: 1 }], node: 'mallory', steps: [pay] },
  { acts: [twice], node: 'mallory' },
  { steps: [{ op: 'sign', as: 'A', to: 'bob', amount: 1 }, pay] },
  { steps: [pay, { op: 'sign', as: 'A', to: 'bob', amount: 1, nonce: 1 }] },
  { cluster: { fees: { amount: 1, account: 'alice' } }, steps: [pay] },
  { cluster: { precheck: 'remembered' }, steps: [pay, pay] },
])('refuses nothing of %j', (parts) => {
  expect(problemsIn(parts)).toEqual([]);
});
