import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';

/** Gives the base scenario with one fault, which is on line 14. */
function withFault(fault: string, rest = ''): string {
  return `${BASE}faults:\n  - ${fault}\n${rest}`;
}

/** Lists what is said of a fault, without the place. */
function saidOf(fault: string, rest?: string): readonly string[] {
  return diagnose(withFault(fault, rest)).map((line) => line.replace(/^x\.yaml:14:\d+: /, ''));
}

describe('a moment', () => {
  it.each([
    'at: 59 s',
    'at: { events: 120 }',
    'when: { node: v2, after: signed }',
    'when: { node: alice, after: flushed, count: 3 }',
  ])('may be %s', (moment) => {
    expect(diagnose(withFault(`{ id: f1, kind: pause, node: v1, ${moment}, for: 1 s }`))).toEqual(
      [],
    );
  });

  it.each([
    ['', 'faults[0].at: missing key "at" or "when"'],
    [
      'at: 1 s, when: { node: v1, after: signed }',
      'faults[0].when: expected either "at" or "when", got both',
    ],
    [
      'at: 60 s',
      'faults[0].at: expected a time before limits.simTime, at which the run ends, got 60 s',
    ],
    [
      'at: { events: 200000 }',
      'faults[0].at.events: expected less than limits.events, 200000, at which the run ends, got 200000',
    ],
    ['at: { events: 0 }', 'faults[0].at.events: expected a whole number, 1 or more, got 0'],
    [
      'at: 5',
      'faults[0].at: expected a duration with a unit, such as "2 s", or events: a count, got 5',
    ],
    ['at: {}', 'faults[0].at.events: missing key "events"'],
    [
      'when: { node: v9, after: signed }',
      'faults[0].when.node: unknown node "v9"; expected one of v1, v2, v3, v4, p1, alice, bob',
    ],
    [
      'when: { node: v1, after: sined }',
      'faults[0].when.after: expected received, signed, flushed, answered, settled, certified, frozen, merged or effect, got "sined"; did you mean "signed"?',
    ],
  ])('may not be "%s"', (moment, said) => {
    expect(saidOf(`{ id: f1, kind: pause, node: v1, ${moment} }`)).toEqual([said]);
  });

  it('is compared with the limits that the file sets', () => {
    const said = saidOf('{ id: f1, kind: crash, node: v1, at: 2 s }', 'limits: { simTime: 1 s }\n');
    expect(said).toEqual([
      'faults[0].at: expected a time before limits.simTime, at which the run ends, got 2 s',
    ]);
  });
});

describe('a fault of a node', () => {
  it.each([
    '{ id: f1, kind: crash, node: v1, at: 1 s }',
    '{ id: f1, kind: crash, node: p1, at: 1 s, disk: torn, restartAfter: 1 s }',
    '{ id: f1, kind: amnesia, node: v1, at: 1 s, age: 1 h }',
    '{ id: f1, kind: pause, node: alice, at: 1 s, for: 1 s }',
    '{ id: f1, kind: slow, node: v1, at: 1 s, delay: 1 s }',
    '{ id: f1, kind: clock, node: v1, at: 1 s, offset: -2 s, drift: -900000 }',
  ])('may be %s', (fault) => {
    expect(diagnose(withFault(fault))).toEqual([]);
  });

  it.each([
    [
      '{ id: f1, kind: crash, node: v5, at: 1 s }',
      'unknown node "v5"; expected one of v1, v2, v3, v4, p1, alice, bob',
    ],
    [
      '{ id: f1, kind: crash, node: v1, at: 1 s, disk: lost }',
      'expected keep, lose-unsynced or torn, got "lost"',
    ],
    ['{ id: f1, kind: amnesia, node: v1, at: 1 s }', 'missing key "age"'],
    ['{ id: f1, kind: slow, node: v1, at: 1 s }', 'missing key "delay"'],
    [
      '{ id: f1, kind: clock, node: v1, at: 1 s, drift: -900001 }',
      'expected a whole number of parts per million from -900000 to 1000000, got -900001',
    ],
    [
      '{ id: f1, kind: clock, node: v1, at: 1 s, offset: -2 }',
      'expected a duration with a unit, such as "-2 s", got -2',
    ],
    ['{ id: f1, kind: freeze, node: v1, at: 1 s }', 'unknown kind "freeze"'],
  ])('may not be %s', (fault, said) => {
    expect(saidOf(fault)).toEqual([expect.stringContaining(said)]);
  });
});

it('a disk may take its time for a flush, in order', () => {
  const base = (flush: string) =>
    BASE.replace('  validators: 4', `  validators: 4\n  disk: { flush: ${flush} }`);
  expect(diagnose(base('{ dist: exp, mean: 5 ms }'))).toEqual([]);
  expect(diagnose(base('{ dist: uniform, min: 5 ms, max: 1 ms }'))).toEqual([
    expect.stringContaining('cluster.disk.flush.min: expected at most the max, 1 ms, got 5 ms'),
  ]);
});

describe('an end', () => {
  it.each([
    'kind: crash, node: v1',
    'kind: amnesia, node: v1, age: 1 s',
    'kind: pause, node: v1',
    'kind: slow, node: v1, delay: 1 s',
    'kind: clock, node: v1, offset: 1 s',
    'kind: bit-rot, node: v1',
    'kind: full-disk, node: v1',
    'kind: cut, from: v1',
    'kind: clog, from: v1',
    'kind: degrade, from: v1, link: { drop: 1 }',
  ])('may be a point for %s', (fault) => {
    const until = 'until: { node: v2, after: settled, count: 2 }';
    expect(diagnose(withFault(`{ id: f1, ${fault}, at: 1 s, ${until} }`))).toEqual([]);
  });

  it.each([
    [
      'kind: clog, from: v1, for: 1 s, until: { node: v2, after: settled }',
      'faults[0].until: expected either "for" or "until", got both',
    ],
    [
      'kind: crash, node: v1, restartAfter: 1 s, until: { node: v2, after: settled }',
      'faults[0].until: expected either "restartAfter" or "until", got both',
    ],
    [
      'kind: cut, from: v1, until: { node: v9, after: settled }',
      'faults[0].until.node: unknown node "v9"; expected one of v1, v2, v3, v4, p1, alice, bob',
    ],
    ['kind: cut, from: v1, until: { node: v2 }', 'faults[0].until.after: missing key "after"'],
    [
      'kind: swizzle-clog, nodes: [v1], spread: 1 s, until: { node: v2, after: settled }',
      'faults[0]: unknown key "until"; expected one of id, kind, nodes, spread, at, when, for',
    ],
  ])('may not be that of "%s"', (fault, said) => {
    expect(saidOf(`{ id: f1, at: 1 s, ${fault} }`)).toEqual([said]);
  });
});
