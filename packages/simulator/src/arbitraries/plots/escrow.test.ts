import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { escrowPlot } from './escrow.ts';
import type { Scene } from './scene.ts';

const cast = ['erin', 'alice', 'bob'].map((name) => ({ name, balance: 10n, proxy: 'p1' }));
const [lead] = cast;
const goods = { tokens: [], terms: [], jobs: [] };
const scene = { cluster: { clients: cast, accounts: [] }, cast, lead, goods } as never as Scene;

/** The jobs that each plot creates at once. */
function jobsDrawn() {
  const plots = fc.sample(escrowPlot, { numRuns: 300, seed: 1 }).map((plot) => plot(scene));
  return plots.flatMap((lines) => {
    const jobs = lines.flatMap(({ step }) => operationsIn(step).filter(isJob));
    return jobs.length === 0 ? [] : [jobs];
  });
}

function isJob(operation: OperationStep) {
  return operation.op === 'escrow-job';
}

it('has clients want two things of one provider at times, so that lists of jobs have an order', () => {
  const drawn = jobsDrawn();
  const double = drawn.filter((jobs) => jobs.length === 2);
  expect(double.length).toBeGreaterThan(drawn.length * 0.2);
  expect(double.length).toBeLessThan(drawn.length * 0.5);
  for (const [first, second] of double) {
    expect([first, second]).toMatchObject([{ as: 'erin-job' }, { as: 'erin-job-2' }]);
    expect({ ...second, as: '' }).toEqual({ ...first, as: '' });
  }
});

it('has evaluators reject at once at times, while the provider delivers', () => {
  const plots = fc.sample(escrowPlot, { numRuns: 300, seed: 3 }).map((plot) => plot(scene));
  const orders = plots.map((lines) =>
    lines.flatMap(({ step }) => operationsIn(step).map(({ op }) => op)),
  );
  const hasty = orders.filter((ops) => {
    const [rejected, delivered] = [ops.indexOf('escrow-reject'), ops.indexOf('escrow-submit')];
    return rejected >= 0 && rejected < delivered && ops.includes('escrow-job');
  });
  expect(hasty.length).toBeGreaterThan(plots.length * 0.1);
  expect(hasty.length).toBeLessThan(plots.length * 0.4);
});
