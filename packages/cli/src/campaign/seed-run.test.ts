import { loadScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { judgeSeed, seedRunOf } from './seed-run.ts';

const PAY = '{ op: pay, to: alice, amount: 1 }';
const text = `version: 1
name: any
cluster: { validators: 4, clients: { alice: { balance: 1 } } }
workload: [{ id: w, client: alice, steps: [${Array.from({ length: 40 }, () => PAY).join(', ')}] }]
`;

it('gives signs of life in the middle of a run', () => {
  let signs = 0;
  const loaded = { file: 'any.yaml', scenario: loadScenario(text, 'any.yaml') };
  const { result } = judgeSeed({ loaded, seed: 1n, means: { crypto: 'stub' } }, () => {
    signs += 1;
  });
  expect(result.verdict).toBe('pass');
  expect(result.events).toBeGreaterThan(1024);
  expect(signs).toBe(Math.ceil(result.events / 1024));
});

it('tells failed expectations apart, and not the validators at which they are looked for', () => {
  const failureWith = (expected: string) => {
    const scenario = loadScenario(`${text}expect: { ${expected} }\n`, 'any.yaml');
    const loaded = { file: 'any.yaml', scenario };
    const judged = judgeSeed({ loaded, seed: 1n, means: { crypto: 'stub' } }, () => undefined);
    return seedRunOf(1n, judged).failure;
  };
  expect(failureWith('balances: { alice: 2 }')).toBe('expectation balances.alice');
  expect(failureWith('certificates: 1')).toBe('expectation certificates');
  expect(failureWith('verdict: liveness')).toBe('no-violation');
  expect(failureWith('certificates: 40')).toBeUndefined();
});
