import { NODES_DO_NOT_BREAK } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { brokenDoubleSpend } from '../../test/sample-result.ts';
import { judge } from '../runs/judge.ts';
import { failureName } from './failure-name.ts';

it('is the code that breaks, whatever graver is excused beside it', () => {
  const violation = {
    oracle: NODES_DO_NOT_BREAK,
    kind: 'safety',
    mustHold: '',
    at: 0n,
    message: 'v1 stopped: no',
    facts: {},
  } as const;
  const stopped = { name: NODES_DO_NOT_BREAK, checks: 1, violations: [violation] };
  const result = {
    ...brokenDoubleSpend,
    expectedVerdict: 'any',
    oracles: [...brokenDoubleSpend.oracles, stopped],
  } as const;
  expect(failureName(judge('any.yaml', result, undefined))).toBe(NODES_DO_NOT_BREAK);
});
