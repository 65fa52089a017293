import { followStep, type Ledger, type ValidatorState } from '@quorate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scenarioOf } from '../../test/scenarios.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { runScenario } from '../run-scenario.ts';
import type { AnyObservation } from '../world/trace-recorder.ts';

const clients = { alice: { balance: 1000 }, bob: { balance: 50 }, carol: {} };

/** Gives every step of the validators of a run with drawn payments. */
function stepsOf(
  seed: bigint,
  cluster: { readonly prune?: object } = {},
): readonly AnyObservation[] {
  const steps: AnyObservation[] = [];
  const drawn = scenarioOf({ ...cluster, clients, steps: {}, swarm: { steps: [2, 4] } });
  runScenario(drawScenario(drawn, seed), {
    seed,
    observe: () => ({
      mayGoOn: () => true,
      sent: () => undefined,
      lost: () => undefined,
      recorded: (_, step) => {
        if (step?.node.startsWith('v') === true) steps.push(step);
      },
    }),
  });
  return steps;
}

function recordsOf(ledger: Ledger): object {
  return Object.fromEntries(
    Object.entries(ledger).map(([table, records]) => [table, new Map<unknown, unknown>(records)]),
  );
}

it('the state after every step follows from what the step persists, table by table', () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
      for (const { before, after, effects } of stepsOf(seed)) {
        const [earlier, later] = [before as ValidatorState, after as ValidatorState];
        const { ledger, ...followed } = followStep(earlier, effects);
        const { ledger: expected, ...rest } = later;
        expect(followed).toEqual(rest);
        expect(recordsOf(ledger)).toEqual(recordsOf(expected));
        if (ledger !== earlier.ledger) changed += 1;
      }
    }),
    { numRuns: 8 },
  );
  expect(changed).toBeGreaterThan(0);
});

it('so does how far a validator has pruned', () => {
  const reached = stepsOf(1n, { prune: { keepPerAccount: 1 } }).map(
    ({ before, after, effects }) => {
      const [earlier, later] = [before as ValidatorState, after as ValidatorState];
      expect(followStep(earlier, effects).pruning?.next).toBe(later.pruning?.next);
      return later.pruning?.next ?? 0n;
    },
  );
  expect(reached.some((next) => next > 0n)).toBe(true);
});
