import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { buildCluster } from '../cluster.ts';
import { exploreScenario } from '../explore-scenario.ts';

/** Alice, who has 10, does this at one validator. */
const doing = (...alice: readonly object[]) =>
  scenarioOf({ validators: 1, clients: { alice: { balance: 10 }, bob: {} }, steps: { alice } });

it('a user sends each of the transactions that it has signed', () => {
  const scenario = doing(
    { op: 'sign', as: 'a', to: 'bob', amount: 1, nonce: 0 },
    { op: 'sign', as: 'b', to: 'bob', amount: 2, nonce: 1 },
    { op: 'send', transaction: 'a', validators: ['v1'] },
    { op: 'send', transaction: 'b', validators: ['v1'] },
  );
  const { machines } = buildCluster(scenario, { crypto: openCrypto('memo') });
  const said = machines.flatMap(({ role, begin }) => (role === 'user' ? begin().sent : []));
  expect(said.map(({ to, message }) => [to, message.type])).toEqual([
    ['v1', 'SubmitTransaction'],
    ['v1', 'SubmitTransaction'],
  ]);
});

it('a client ends as the worst of what it asked for', () => {
  const { ends } = exploreScenario(doing(pay('bob', 100), pay('bob', 1)));
  expect(ends).toMatchObject([
    { outcomes: [{ client: 'alice', outcome: 'refused' }], settled: ['alice pays bob 1'] },
  ]);
});
