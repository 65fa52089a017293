import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../test/base-scenario.ts';
import { loadScenario } from './read/load.ts';

const SECOND = 1_000_000_000n;

function load(text: string) {
  return loadScenario(`${BASE}${text}`, 'x.yaml');
}

function complaints(text: string): readonly string[] {
  // The places of mistakes are tested with the loader.
  return diagnose(`${BASE}${text}`).map((line) => line.replace(/^x.yaml:\d+:\d+: /, ''));
}

describe('phases', () => {
  it('are one phase unless the file says otherwise', () => {
    const { phases, limits } = load('');
    expect(phases).toBe(undefined);
    expect(limits.simTime).toBe(60n * SECOND);
  });

  it('heal everybody unless the file says otherwise, and leave five minutes after the chaos', () => {
    const { phases, limits } = load('phases: { chaos: 30 s }\n');
    expect(phases).toEqual({ chaos: 30n * SECOND, heal: 'all' });
    expect(limits.simTime).toBe(330n * SECOND);
  });

  it('end at the limit of virtual time where there is one', () => {
    const { limits } = load('phases: { chaos: 30 s, heal: quorum }\nlimits: { simTime: 40 s }\n');
    expect(limits.simTime).toBe(40n * SECOND);
  });

  it('cannot outlast the run', () => {
    expect(complaints('phases: { chaos: 30 s }\nlimits: { simTime: 30 s }\n')).toEqual([
      'phases.chaos: expected less than limits.simTime, 30 s, got 30 s',
    ]);
  });

  it('have no fault that would begin after the chaos', () => {
    const fault = (at: string) =>
      `phases: { chaos: 30 s }\nfaults: [{ id: f, kind: crash, node: v1, at: ${at} }]\n`;
    expect(complaints(fault('29 s'))).toEqual([]);
    expect(complaints(fault('30 s'))).toEqual([
      'faults[0].at: expected a time before the end of phases.chaos, 30 s, at which faults heal, got 30 s',
    ]);
  });

  it('have no fault that would begin after the chaos that a swarm adds where there are no phases', () => {
    const fault = (at: string) => `swarm: {}\nfaults: [{ id: f, kind: cut, at: ${at} }]\n`;
    expect(complaints(fault('14 s'))).toEqual([]);
    expect(complaints(fault('15 s'))).toEqual([
      'faults[0].at: expected a time before 15 s, at which faults heal in a drawn scenario without "phases", got 15 s',
    ]);
    expect(complaints(`phases: { chaos: 20 s }\n${fault('15 s')}`)).toEqual([]);
  });

  it('heal nobody else than all or a quorum', () => {
    expect(complaints('phases: { chaos: 30 s, heal: most }\n')).toEqual([
      'phases.heal: expected all or quorum, got "most"',
    ]);
  });
});

describe('expectations of what happens and what it costs', () => {
  it('name situations that exist', () => {
    expect(load('expect: { sometimes: [negative-balance] }\n').expect.sometimes).toEqual([
      'negative-balance',
    ]);
    expect(complaints('expect: { sometimes: [negative-balanse] }\n')).toEqual([
      'expect.sometimes[0]: expected the name of a situation, got "negative-balanse"; did you mean "negative-balance"?',
    ]);
  });

  it('bound costs in numbers and times in durations', () => {
    const thresholds = [
      '{ metric: finality-time, p95: 1.5 s, max: 3 s }',
      '{ metric: messages-per-transaction, max: 26.5 }',
    ];
    expect(load(`expect: { thresholds: [${thresholds}] }\n`).expect.thresholds).toEqual([
      { metric: 'finality-time', bounds: { p95: 1_500_000_000n, max: 3n * SECOND } },
      { metric: 'messages-per-transaction', max: 26.5 },
    ]);
    expect(complaints('expect: { thresholds: [{ metric: finality-time, max: 3 }] }\n')).toEqual([
      'expect.thresholds[0].max: expected a duration with a unit, such as "50 ms", got 3',
    ]);
    expect(complaints('expect: { thresholds: [{ metric: bytes, max: 3 }] }\n')).toEqual([
      expect.stringContaining('expect.thresholds[0].metric: unknown metric "bytes"'),
    ]);
  });
});
