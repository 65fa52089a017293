import { readFileSync } from 'node:fs';
import { runTask } from '@quorate/fuzzer';
import { DEFAULT_SPACE, loadScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import { failureName } from '../report/failure-name.ts';
import { examine } from './findings.ts';
import { planOf } from './plan.ts';

const TWO_COLLUDING = new URL(
  '../../../../scenarios/byzantine/two-colluding-of-four.yaml',
  import.meta.url,
);

it('leaves what is found the verdicts that it may end with: what liars may break is not what was found', () => {
  const [text = ''] = readFileSync(TWO_COLLUDING, 'utf8').split(/^expect:/m);
  const expected = 'expect: { verdict: any, certificates: 5 }\n';
  const scenario = loadScenario(`${text}${expected}`, 'any.yaml');
  const task = { kind: 'kept', index: 0, name: 'any.yaml', scenario } as const;
  const first = runTask(task, DEFAULT_SPACE, { crypto: 'stub' });
  const cause = 'expectation: certificates 2 instead of 5';
  expect(first.cause).toBe(cause);
  const { run, causes } = examine(
    { cause, runs: 1, first, scenario, keptAs: 'any.yaml' },
    { isConfirmed: true, shrunk: undefined, lost: undefined },
    planOf({ profile: 'safe', crypto: 'stub', maxFailures: 1, runs: 1 }),
    { root: undefined, complain: () => undefined },
  );
  expect(causes).toEqual([exitCodes.failed]);
  expect(run && failureName(run)).toBe('expectation');
});
