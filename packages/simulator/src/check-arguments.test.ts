import { CLIENT_RULES, VALIDATOR_RULES } from '@quorate/core';
import { expect, it } from 'vitest';
import { pay, scenarioOf } from '../test/scenarios.ts';
import { assertInvariants } from './arbitraries/assert-invariants.ts';
import { ArgumentError } from './check-arguments.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { exploreScenario } from './explore/explore-scenario.ts';
import { recordRun } from './recording/record-run.ts';
import { sizeOfScenario } from './reduce/scenario-size.ts';
import { runScenario } from './run-scenario.ts';
import { lintScenario } from './scenario/lint/lint-scenario.ts';
import { formatScenario } from './scenario/print/format-scenario.ts';
import { printScenario } from './scenario/print/print-scenario.ts';
import { loadScenario } from './scenario/read/load.ts';

const scenario = scenarioOf({
  clients: { alice: { balance: 5 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
});

const run = (options: unknown) => () => runScenario(scenario, options as never);

const explore = (options: unknown) => () => exploreScenario(scenario, options as never);

const { order, operations } = VALIDATOR_RULES;

function withMisspelled(name: string) {
  const Submit = { ...operations.Escrow.Submit, [name]: () => undefined };
  return { ...operations, Escrow: { ...operations.Escrow, Submit } };
}

it.each<[string, () => unknown]>([
  [
    'text: expected what a scenario file holds, got undefined',
    () => loadScenario(undefined as never, 'x'),
  ],
  [
    'text: expected what a scenario file holds, got an object',
    () => lintScenario({} as never, 'x'),
  ],
  ['text: expected what a scenario file holds, got null', () => formatScenario(null as never, 'x')],
  ['file: expected what to call it, got undefined', () => loadScenario('', undefined as never)],
  [
    'scenario: expected a scenario, as loadScenario gives it, got "version: 1"',
    () => runScenario('version: 1' as never),
  ],
  [
    `scenario: expected a scenario, as loadScenario gives it, got "${'x'.repeat(40)}…"`,
    () => assertInvariants('x'.repeat(50) as never),
  ],
  [
    'scenario: expected a scenario, as loadScenario gives it, got an object',
    () => recordRun({ version: 1 } as never),
  ],
  [
    'scenario: expected a scenario, as loadScenario gives it, got undefined',
    () => drawScenario(undefined as never),
  ],
  [
    'scenario: expected a scenario, as loadScenario gives it, got undefined',
    () => printScenario(undefined as never),
  ],
  [
    'scenario: expected a scenario, as loadScenario gives it, got null',
    () => sizeOfScenario(null as never),
  ],
  [
    "options.until: expected { kind: 'events', count } with a whole number, or { kind: 'time', at } with a bigint, got an object",
    () => recordRun(scenario, { until: { events: 5 } as never }),
  ],
  ['seed: expected a bigint from 0n to 2^64 - 1, got 5', () => drawScenario(scenario, 5 as never)],
  ['options: expected an object, got a list', run([])],
  ['options.seed: expected a bigint from 0n to 2^64 - 1, got -1n', run({ seed: -1n })],
  ['options.seed: expected a bigint from 0n to 2^64 - 1, got "7"', run({ seed: '7' })],
  [
    'options.crypto: expected one of full, cache, trusted, memo, stub, got "fast"',
    run({ crypto: 'fast' }),
  ],
  ['options.backend: expected one of sodium, noble, got "node"', run({ backend: 'node' })],
  ['options.workers: expected a whole number from 1 to 100, got 0', run({ workers: 0 })],
  ['options.observe: expected a function, got an object', run({ observe: {} })],
  [
    'options.nodes: expected an object with a function for each name, got a function',
    run({ nodes: () => 1 }),
  ],
  [
    'options.nodes: expected an object with a function for each name, got a Map',
    run({ nodes: new Map([['v2', () => undefined]]) }),
  ],
  ['options.nodes.v2: expected a function, got an object', run({ nodes: { v2: {} } })],
  [
    'options.nodes: expected names of nodes, as v1, p1, alice, got "V2"',
    run({ nodes: { V2: () => undefined } }),
  ],
  [
    'options.reseed: expected { events, seed } with a whole number and a bigint from 0n to 2^64 - 1, got an object',
    run({ reseed: { events: 1.5, seed: 1n } }),
  ],
  ['options.node: no such option; did you mean "nodes"?', run({ node: {} })],
  [
    'options.watching.only: no invariant of safety: "no-double-sing"; did you mean "no-double-sign"?',
    run({ watching: { only: ['no-double-sing'] } }),
  ],
  [
    'options.watching.onyl: no such option; did you mean "only"?',
    run({ watching: { onyl: ['no-double-sign'] } }),
  ],
  [
    'options.watching.trace: expected true or false, got "off"',
    run({ watching: { trace: 'off' } }),
  ],
  [
    'options.validatorRules.order.v8: no such rule; did you mean "V8"?',
    run({ validatorRules: { ...VALIDATOR_RULES, order: { ...order, v8: order.V8 } } }),
  ],
  [
    'options.validatorRules.operations.Escrow.Submit.aply: no such rule; did you mean "apply"?',
    run({ validatorRules: { ...VALIDATOR_RULES, operations: withMisspelled('aply') } }),
  ],
  [
    'options.validatorRules.takeLock: expected a function, got undefined',
    run({ validatorRules: { ...VALIDATOR_RULES, takeLock: undefined } }),
  ],
  ['options.proxyRules.quorum: expected a function, got undefined', explore({ proxyRules: {} })],
  ['options.clients: expected a list of names, got a list', explore({ clients: [1] })],
  [
    'options.clients: unknown client "zoe"; expected one of alice, bob',
    explore({ clients: ['zoe'] }),
  ],
])('refuses what is not of its type: %s', (message, act) => {
  expect(act).toThrow(ArgumentError);
  expect(act).toThrow(message);
});

it('takes a table in which an operation says what it depends on, as its type allows', () => {
  const Burn = { ...operations.Burn, dependencies: () => [] };
  const validatorRules = { ...VALIDATOR_RULES, operations: { ...operations, Burn } };
  expect(run({ validatorRules, clientRules: CLIENT_RULES })().verdict).toBe('pass');
});

it('takes an option that is undefined for one that is absent', () => {
  expect(run({ seed: undefined, crypto: undefined, nodes: undefined })().verdict).toBe('pass');
});
