import nodeCrypto, { randomBytes } from 'node:crypto';
import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../test/scenarios.ts';
import { withoutAmbient } from './ambient-trap.ts';
import { runScenario } from './run-scenario.ts';

const uses: Readonly<Record<string, () => unknown>> = {
  'Date.now': () => Date.now(),
  'new Date()': () => new Date(),
  'performance.now': () => performance.now(),
  'Math.random': () => globalThis['Math'].random(),
  setTimeout: () => clearTimeout(globalThis['setTimeout'](() => undefined, 1)),
  setInterval: () => clearInterval(globalThis['setInterval'](() => undefined, 1)),
  setImmediate: () => clearImmediate(setImmediate(() => undefined)),
  queueMicrotask: () => queueMicrotask(() => undefined),
  'crypto.getRandomValues': () => crypto.getRandomValues(new Uint8Array(1)),
  'crypto.randomUUID': () => crypto.randomUUID(),
  'node:crypto randomBytes': () => randomBytes(1),
  'node:crypto randomUUID': () => nodeCrypto.randomUUID(),
};

describe('withoutAmbient', () => {
  it.each(Object.entries(uses))('refuses %s in a turn, and not after it', (ambient, use) => {
    const refused = withoutAmbient(() => errorOf(use));
    expect(refused).toMatchObject({ code: 'AmbientUse', ambient });
    use();
  });

  it('refuses the present time, not a date made of given numbers', () => {
    const made = withoutAmbient(() => new Date(0).toISOString());
    expect(made).toBe('1970-01-01T00:00:00.000Z');
    expect(withoutAmbient(() => errorOf(() => Date()))).toMatchObject({ code: 'AmbientUse' });
  });

  it('gives back what the turn gives, and lets through what it throws, restored either way', () => {
    const before = Object.getOwnPropertyDescriptors(globalThis);
    const failure = new Error('a turn failed');
    const fail = () => {
      throw failure;
    };
    expect(withoutAmbient(() => 7)).toBe(7);
    expect(errorOf(() => withoutAmbient(fail))).toBe(failure);
    expect(Object.getOwnPropertyDescriptors(globalThis)).toEqual(before);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });

  it('stops the node of a simulation that reaches for the time of the host', () => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 100 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
    });
    const { takeLock } = VALIDATOR_RULES;
    const validatorRules: ValidatorRules = {
      ...VALIDATOR_RULES,
      takeLock: (submission, signature) => {
        Date.now();
        return takeLock(submission, signature);
      },
    };
    const { verdict, oracles } = runScenario(scenario, { validatorRules });
    expect(verdict).toBe('violation:nodes-do-not-break');
    const [broken] = oracles.flatMap(({ violations }) => violations);
    expect(broken?.message).toMatch(/^v[1-4] stopped: Date\.now was called in a simulated turn/);
  });

  it('stays in force to the end of the outer of two turns', () => {
    const refused = withoutAmbient(() => {
      withoutAmbient(() => undefined);
      return errorOf(() => Date.now());
    });
    expect(refused).toMatchObject({ code: 'AmbientUse', ambient: 'Date.now' });
    Date.now();
  });
});
