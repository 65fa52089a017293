import { describe, expect, it } from 'vitest';
import { BASE, diagnose, withLine } from '../../../test/base-scenario.ts';

describe('diagnostics of what a scenario has beside its cluster', () => {
  it.each([
    [
      'an unknown schedule',
      'network: { schedule: radom }',
      [
        'x.yaml:13:22: network.schedule: expected fifo, random or kind: pct with its parameters, got "radom"',
      ],
    ],
    [
      'the key of a link beside it',
      'faults: [{ id: f, kind: degrade, at: 1 s, drop: 0.5, link: {} }]',
      ['x.yaml:13:43: faults[0]: unknown key "drop"; it goes below "link"'],
    ],
    [
      'a key of the cluster beside it',
      'validators: 4',
      ['x.yaml:13:1: unknown key "validators"; it goes below "cluster"'],
    ],
    [
      'a key that merges in an earlier YAML',
      'network: { default: { <<: {} } }',
      [
        'x.yaml:13:23: network.default: unknown key "<<"; YAML 1.2 merges nothing: an alias stands for a whole value',
      ],
    ],
    [
      'a duration in place of a delay',
      'network: { default: { delay: 50 ms } }',
      [
        'x.yaml:13:30: network.default.delay: expected a delay (such as { dist: const, mean: 50 ms }), got "50 ms"',
      ],
    ],
    [
      'an unknown distribution',
      'network: { default: { delay: { dist: gauss } } }',
      [
        'x.yaml:13:38: network.default.delay.dist: unknown dist "gauss"; expected one of const, uniform, exp, lognormal, pareto',
      ],
    ],
    [
      'bounds upside down',
      'network: { default: { delay: { dist: uniform, min: 2 s, max: 1 s } } }',
      ['x.yaml:13:52: network.default.delay.min: expected at most the max, 1 s, got 2 s'],
    ],
    [
      'a mean below its minimum',
      'network: { links: [{ from: v1, to: "*", delay: { dist: exp, min: 2 s, mean: 1 s } }] }',
      ['x.yaml:13:66: network.links[0].delay.min: expected at most the mean, 1 s, got 2 s'],
    ],
    [
      'a link from nowhere',
      'network: { links: [{ from: v9, to: p1 }] }',
      [
        'x.yaml:13:28: network.links[0].from: unknown node "v9"; expected one of *, v1, v2, v3, v4, p1, alice, bob',
      ],
    ],
    [
      'a drop past certainty',
      'network: { default: { drop: 2 } }',
      ['x.yaml:13:29: network.default.drop: expected a probability from 0 to 1, got 2'],
    ],
    [
      'an unknown fault',
      'faults: [{ id: f, kind: crush, node: v1, at: 1 s }]',
      ['x.yaml:13:25: faults[0].kind: unknown kind "crush"; did you mean "crash"?'],
    ],
    [
      'a fault of a stranger',
      'faults: [{ id: f, kind: crash, node: bobby, at: 1 s }]',
      ['x.yaml:13:38: faults[0].node: unknown node "bobby"; did you mean "bob"?'],
    ],
    [
      'faults with one id',
      'faults: [{ id: f, kind: crash, node: v1, at: 1 s }, { id: f, kind: crash, node: v2, at: 1 s }]',
      ['x.yaml:13:59: faults[1].id: "f" appears twice'],
    ],
    [
      'an invariant of liveness as a verdict',
      'expect: { verdict: violation:no-honest-lock }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "violation:no-honest-lock"; "no-honest-lock" is of liveness: write liveness',
      ],
    ],
    [
      'a bare invariant of liveness as a verdict',
      'expect: { verdict: no-honest-lock }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "no-honest-lock"; "no-honest-lock" is of liveness: write liveness',
      ],
    ],
    [
      'a bare invariant of safety as a verdict',
      'expect: { verdict: no-double-sign }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "no-double-sign"; did you mean "violation:no-double-sign"?',
      ],
    ],
    [
      'an unknown verdict',
      'expect: { verdict: passed }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "passed"; did you mean "pass"?',
      ],
    ],
    [
      'a verdict that is like no other',
      'expect: { verdict: theft }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "theft"; `quorate explain` lists all names',
      ],
    ],
    [
      'a situation that is like no other',
      'expect: { sometimes: [drought] }',
      [
        'x.yaml:13:23: expect.sometimes[0]: expected the name of a situation, got "drought"; `quorate explain` lists all names',
      ],
    ],
    [
      'the violation of an unknown invariant',
      'expect: { verdict: "violation:no-doubel-sign" }',
      [
        'x.yaml:13:20: expect.verdict: expected pass, liveness, violation:<invariant> or any, got "violation:no-doubel-sign"; did you mean "violation:no-double-sign"?',
      ],
    ],
    [
      'ranges upside down',
      'swarm: { steps: [3, 1], delay: [2 s, 1 s], faults: { crash: [2, 1], x-mine: 1 } }',
      [
        'x.yaml:13:18: swarm.steps[0]: expected the lesser of the two first',
        'x.yaml:13:33: swarm.delay[0]: expected the lesser of the two first',
        'x.yaml:13:62: swarm.faults.crash[0]: expected the lesser of the two first',
      ],
    ],
    [
      'a class that nobody knows',
      'swarm: { faults: { crahs: [0, 1] }, network: { drop: [0, 2] } }',
      [
        'x.yaml:13:20: swarm.faults: unknown key "crahs"; did you mean "crash"?',
        'x.yaml:13:58: swarm.network.drop[1]: expected a probability from 0 to 1, got 2',
      ],
    ],
    [
      'weights of which none is above 0',
      'swarm: { schedules: { fifo: 0, random: 0, pct: 0 } }',
      ['x.yaml:13:21: swarm.schedules: expected at least one weight above 0'],
    ],
    [
      'an unknown outcome',
      'expect: { outcomes: { bob: finale } }',
      [
        'x.yaml:13:28: expect.outcomes.bob: expected final, incomplete, refused, unknown, locked-by-mint-removal or locked-by-own-equivocation, got "finale"; did you mean "final"?',
      ],
    ],
    [
      'the key of a state cell of 33 bytes',
      `expect: { states: { bob: { ${'k'.repeat(33)}: x } } }`,
      [
        `x.yaml:13:28: expect.states.bob: expected a key of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs, got "${'k'.repeat(33)}"`,
      ],
    ],
    [
      'the key of a state cell with half a byte',
      'expect: { states: { bob: { "0x123": x } } }',
      [
        'x.yaml:13:28: expect.states.bob: expected a key of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs, got "0x123"',
      ],
    ],
    [
      'an expectation of a stranger',
      'expect: { balances: { bod: 1 } }',
      ['x.yaml:13:23: expect.balances: unknown client "bod"; did you mean "bob"?'],
    ],
    [
      'a holder that is nearly the burn address, which has no outcome',
      'expect: { balances: { burn-adress: 1 }, outcomes: { burn-adress: final } }',
      [
        'x.yaml:13:23: expect.balances: unknown client "burn-adress"; did you mean "burn-address"?',
        'x.yaml:13:53: expect.outcomes: unknown client "burn-adress"; expected one of alice, bob',
      ],
    ],
    [
      'a seed past 64 bits',
      'seed: 0x10000000000000000',
      ['x.yaml:13:7: seed: expected a number below 2^64, got "18446744073709551616"'],
    ],
    ['a second document', '---\nname: other', ['x.yaml:13:1: expected one document in the file']],
  ])('points at %s', (_, addition, expected) => {
    expect(diagnose(`${BASE}${addition}\n`)).toEqual(expected);
  });
});

describe('a whole number that is not written in digits alone', () => {
  const amounts = [
    ['"1.0"', '; write 1'],
    ['"20.00"', '; write 20'],
    ['1_000', '; write 1000'],
    ["1'000'000", '; write 1000000'],
    ['"1.5"', ''],
    ['1__0', ''],
  ] as const;
  it.each(amounts)('%s is refused with a word on how to write it', (text, hint) => {
    const [complaint = ''] = diagnose(withLine(6, `    alice: { balance: ${text} }`));
    expect(complaint).toMatch(/alice\.balance: expected a whole number of least units, got "/);
    expect(complaint.split('"').at(-1)).toBe(hint);
  });

  it.each([
    ['"4"', '; write 4'],
    ['"4.0"', '; write 4'],
    ['"101"', ''],
  ])('%s validators are refused with a word on it where there may be as many', (text, hint) => {
    const [complaint = ''] = diagnose(withLine(4, `  validators: ${text}`));
    expect(complaint).toBe(
      `x.yaml:4:15: cluster.validators: expected a whole number from 1 to 100, got ${text}${hint}`,
    );
  });

  it('is not a mistake if it is a number: 1.0 is 1', () => {
    expect(diagnose(withLine(4, '  validators: 4.0'))).toEqual([]);
  });
});
