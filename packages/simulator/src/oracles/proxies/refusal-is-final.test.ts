import { expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const steady = { delay: { dist: 'const', mean: '10 ms' } };

/** A copy of what was refused arrives once it could be paid, and after its proxy was away. */
const outlived = (away: object) =>
  runScenario(
    scenarioOf({
      clients: { alice: { balance: 1 }, bob: {} },
      steps: { bob: [pay('alice', 1)], alice: [{ op: 'wait', for: '2 s' }, pay('bob', 1)] },
      network: {
        default: steady,
        links: [
          {
            from: 'bob',
            to: 'p1',
            ...steady,
            duplicate: { probability: 1, copies: 1, delay: { dist: 'const', mean: '3 s' } },
          },
        ],
      },
      faults: [{ id: 'away', node: 'p1', at: '1 s', restartAfter: '500 ms', ...away }],
    }),
  );

it('holds nobody to what a proxy has forgotten since that was given back an old disk', () => {
  const forgetful = outlived({ kind: 'amnesia', age: '2 s' });
  expect(forgetful.certificates).toHaveLength(2);
  expect(violationsOf('refusal-is-final', forgetful)).toBe(0);
  expect(forgetful.verdict).toBe('pass');
  expect(outlived({ kind: 'crash' }).certificates).toHaveLength(1);
});

it('excuses a refusal that was given before an earlier request of its client was signed, and arrived after that', () => {
  const reordered = runScenario(
    scenarioOf({
      clients: { alice: { balance: 1 }, bob: {} },
      steps: { bob: [pay('alice', 1)], alice: [{ op: 'wait', for: '3 s' }, pay('bob', 1)] },
      network: {
        default: steady,
        links: [
          { from: 'p1', to: 'bob', delay: { dist: 'const', mean: '2 s' } },
          { from: 'bob', to: 'p1', delay: { dist: 'uniform', min: '10 ms', max: '4 s' } },
        ],
      },
    }),
    { seed: 51n },
  );
  expect(reordered.operations.map(({ client, outcome }) => [client, outcome])).toContainEqual([
    'bob',
    'refused',
  ]);
  expect(reordered.certificates).toHaveLength(2);
  expect(reordered.verdict).toBe('pass');
});
