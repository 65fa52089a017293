import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { loadScenario } from '../scenario/load.ts';
import { buildCluster } from './cluster.ts';
import { exploreScenario } from './explore-scenario.ts';

/** Alice, who has 10, does this at one validator. */
function scenarioOf(steps: readonly object[]) {
  const document = {
    version: 1,
    name: 'user',
    cluster: { validators: 1, clients: { alice: { balance: 10 }, bob: {} } },
    workload: [{ id: 'does', client: 'alice', steps }],
  };
  return loadScenario(JSON.stringify(document), 'user');
}

it('a user sends each of the transactions that it has signed', () => {
  const scenario = scenarioOf([
    { op: 'sign', as: 'a', to: 'bob', amount: 1, nonce: 0 },
    { op: 'sign', as: 'b', to: 'bob', amount: 2, nonce: 1 },
    { op: 'send', transaction: 'a', validators: ['v1'] },
    { op: 'send', transaction: 'b', validators: ['v1'] },
  ]);
  const { machines } = buildCluster(scenario, { crypto: openCrypto('memo') });
  const said = machines.flatMap(({ role, begin }) => (role === 'user' ? begin().sent : []));
  expect(said.map(({ to, message }) => [to, message.type])).toEqual([
    ['v1', 'SubmitTransaction'],
    ['v1', 'SubmitTransaction'],
  ]);
});

it('a client ends as the worst of what it asked for', () => {
  const pay = (amount: number) => ({ op: 'pay', to: 'bob', amount });
  const { ends } = exploreScenario(scenarioOf([pay(100), pay(1)]));
  expect(ends).toMatchObject([
    { outcomes: [{ client: 'alice', outcome: 'refused' }], settled: ['alice pays bob 1'] },
  ]);
});
