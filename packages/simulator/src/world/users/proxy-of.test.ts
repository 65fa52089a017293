import { expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

/** Alice pays for an account of hers; only her own payments go by way of p2. */
const treasurer = (parts: object) =>
  runScenario(
    scenarioOf({
      proxies: 2,
      clients: { alice: { balance: 5, proxy: 'p2' }, bob: {} },
      accounts: { till: { signers: ['alice', 'bob'], quorum: 1, balance: 5 } },
      steps: {
        alice: [
          { op: 'wait', for: '1 s' },
          { ...pay('bob', 1), from: 'till' },
        ],
      },
      limits: { simTime: '10 min' },
      ...parts,
    }),
  );

it('nobody is owed what goes through a proxy of accounts that is down', () => {
  const down = (node: string) => [{ id: 'down', kind: 'crash', node, at: '10 ms' }];
  const { verdict, operations } = treasurer({ faults: down('p1') });
  expect({ verdict, outcomes: operations.map(({ outcome }) => outcome) }).toEqual({
    verdict: 'pass',
    outcomes: ['unknown'],
  });
});

it('nobody is owed an answer at a seat whose disk is full', () => {
  const faults = [{ id: 'full', kind: 'full-disk', node: 'alice', at: '10 ms' }];
  expect(treasurer({ faults }).verdict).toBe('pass');
  const none = treasurer({});
  expect(none.operations).toMatchObject([{ outcome: 'final' }]);
});
