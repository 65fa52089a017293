import { describe, expect, it } from 'vitest';
import { loadScenario } from '../read/load.ts';
import { printScenario } from './print-scenario.ts';

/** Prints what is loaded from the lines of a file. */
function print(...lines: readonly string[]): string {
  const file = [
    'version: 1',
    'name: a',
    'cluster: { validators: 4, clients: { alice: { balance: 7 } } }',
    ...lines,
  ].join('\n');
  return printScenario(loadScenario(file, 'x.yaml'));
}

describe('printScenario', () => {
  it('writes out what a run depends on, defaults too, and leaves out what is empty', () => {
    expect(print('workload: []')).toBe(`version: 1
name: a
seed: 1

cluster:
  validators: 4
  proxies: 1
  clients:
    alice: { balance: 7 }
  crypto: trusted

network:
  default: { delay: { dist: exp, mean: 50 ms, min: 1 ms }, drop: 0 }
  schedule: random

workload: []

limits:
  simTime: 1 min
  events: 200000

expect:
  verdict: pass
`);
  });

  it('tells accounts of the same signers and quorum apart', () => {
    const given = [
      'version: 1',
      'name: a',
      'cluster:',
      '  validators: 4',
      '  clients: { alice: {} }',
      '  accounts:',
      '    first: { signers: [alice], quorum: 1 }',
      '    second: { signers: [alice], quorum: 1, nonce: "18446744073709551615" }',
      'workload: []',
    ].join('\n');
    const printed = printScenario(loadScenario(given, 'x.yaml'));
    expect(printed).toContain(
      'second: { signers: [alice], quorum: 1, nonce: "18446744073709551615", balance: 0 }',
    );
    expect(printScenario(loadScenario(printed, 'x.yaml'))).toBe(printed);
  });

  it('writes times in the largest unit that is exact, and states as text where they are text', () => {
    const text = print(
      'workload:',
      '  - id: w',
      '    client: alice',
      '    start: 1500 ms',
      '    steps:',
      '      - { op: wait, for: 120 s }',
      '      - { op: set-state, key: head, to: "0x00ff" }',
      '      - { op: set-state, key: "0xefbbbf68656164", to: head }',
      '      - { op: pay, to: alice, amount: "115792089237316195423570985008687907853269984665640" }',
      '      - { op: pay, to: alice, amount: 9007199254740991 }',
    );
    expect(text).toContain(`    start: 1.5 s
    steps:
      - { op: wait, for: 2 min }
      - { op: set-state, key: head, to: "0x00ff" }
      - { op: set-state, key: "0xefbbbf68656164", to: head }
      - { op: pay, to: alice, amount: "115792089237316195423570985008687907853269984665640" }
      - { op: pay, to: alice, amount: 9007199254740991 }
`);
  });

  it('writes one fault on one line: who, when, how', () => {
    const text = print(
      'workload: []',
      'faults:',
      '  - { restartAfter: 2000 ms, disk: keep, when: { after: signed, node: v2 }, id: f, kind: crash, node: v2 }',
      '  - { id: g, at: { events: 9 }, kind: cut, from: v1 }',
    );
    const how = 'when: { node: v2, after: signed, count: 1 }, disk: keep, restartAfter: 2 s';
    expect(text).toContain(`faults:\n  - { id: f, kind: crash, node: v2, ${how} }\n`);
    expect(text).toContain(
      '  - { id: g, kind: cut, from: v1, to: "*", direction: two-way, at: { events: 9 } }\n',
    );
  });
});
