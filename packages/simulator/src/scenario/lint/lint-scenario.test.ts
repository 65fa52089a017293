import { describe, expect, it } from 'vitest';
import { BASE, withLine } from '../../../test/base-scenario.ts';
import { formatDiagnostic } from '../diagnostic.ts';
import { lintScenario } from './lint-scenario.ts';

/** What a scenario needs that is meant as it stands. */
const SOUND = `${withLine(2, 'name: base\ndescription: Alice pays Bob.')}expect:
  balances: { bob: 100 }
`;

const PAY = '{ op: pay, to: bob, amount: 100 }';
const HASTY = '{ op: pay, to: bob, amount: 100, await: false }';
const BATCH = '{ op: batch, steps: [{ op: pay, to: bob, amount: 1 }, { op: leave-committee }] }';
const CREATE = '{ op: create-token, as: gold }';
const LINKS = 'network:\n  links:\n    - { from: "*", to: v1 }\n    - { from: p1, to: v1 }';
const LATE = '{ id: f, kind: crash, node: v1, at: 1 s, restartAfter: 59 s }';
const HONEST = '{ id: b, node: v1, acts: [] }';
const NOTHING = 'expect:\n  tokens: { gold: {} }\n  certificates: 2\nx-b: 1';

function adviceOn(text: string): readonly string[] {
  const { mistakes, advice } = lintScenario(text, 'x.yaml');
  expect(mistakes).toEqual([]);
  return advice.map(formatDiagnostic);
}

describe('lintScenario', () => {
  it('has nothing to say about a sound scenario', () => {
    expect(adviceOn(SOUND)).toEqual([]);
  });

  it('reports what keeps a file from being loaded, and then nothing else', () => {
    const { mistakes, advice } = lintScenario('version: 2\n', 'x.yaml');
    expect(mistakes.map(({ path }) => path)).toContain('version');
    expect(advice).toEqual([]);
  });

  it('advises on a scenario that says and expects nothing', () => {
    expect(adviceOn(BASE)).toEqual([
      'x.yaml:1:1: there is no description: say in a sentence what it shows',
      'x.yaml:1:1: there is no expectation, so that only an invariant can fail it',
    ]);
  });

  it('advises on a run in which nobody does anything', () => {
    expect(adviceOn(SOUND.replace(/workload:[\s\S]*?(?=expect)/, 'workload: []\n'))).toContain(
      'x.yaml:9:1: nobody does anything, so there is nothing to check',
    );
  });

  it.each([
    [
      'a client without a part',
      '    bob: {}',
      '    bob: {}\n    carol: {}',
      '9:5: .*"carol" does nothing',
    ],
    ['a token without a use', PAY, `${CREATE}\n      - ${PAY}`, '13:9: .*token "gold"'],
    ['a payment never sent', PAY, '{ op: sign, as: A, to: bob, amount: 1 }', '13:21: .*sends "A"'],
    ['a form of what has one', PAY, PAY.replace(' }', ', form: full }'), '13:42: .*forms are one'],
    [
      'a fee that nobody charges',
      PAY,
      `${CREATE}\n      - ${PAY.replace(' }', ', feeToken: gold }')}`,
      '14:42: .*costs anything',
    ],
    ['a last payment not awaited', PAY, HASTY, '13:42: .*no step follows'],
    [
      'a payment awaited after all',
      PAY,
      `${HASTY}\n      - ${BATCH}`,
      '13:42: .*the next step, "batch", waits for it anyway',
    ],
    ['an entry without steps', /steps:\n.*\n/, 'steps: []\n', '12:5: .*has no step'],
    ['a link in the shadow', 'workload:', `${LINKS}\nworkload:`, '12:7: .*never matches'],
    [
      'a node back too late',
      'expect:',
      `faults:\n  - ${LATE}\nexpect:`,
      '15:46: .*not back before',
    ],
    ['a node without acts', 'expect:', `byzantine:\n  - ${HONEST}\nexpect:`, '15:24: .*honest'],
    [
      'a fault that lasts no time',
      'expect:',
      'faults:\n  - { id: f, kind: cut, from: v1, at: 1 s, for: 0 s }\nexpect:',
      '15:44: .*over as soon',
    ],
    [
      'an act that touches nothing',
      'expect:',
      `byzantine:\n  - { id: b, node: v1, acts: [{ id: a, act: withhold, kinds: [] }] }\nexpect:`,
      '15:55: .*"kinds" leaves',
    ],
    [
      'an act that touches nobody',
      'expect:',
      `byzantine:\n  - { id: b, node: v1, acts: [{ id: a, act: forge, only: { peers: [] } }] }\nexpect:`,
      '15:60: .*"only.peers" leaves',
    ],
    ['an empty expectation', 'expect:', 'expect:\n  outcomes: {}', '15:3: .*empty'],
    ['an empty list', 'expect:', 'expect:\n  sometimes: []', '15:3: .*empty'],
    [
      'a threshold without a bound',
      'expect:',
      'expect:\n  thresholds: [{ metric: finality-time }]',
      '15:16: .*bounds nothing',
    ],
    [
      'a token of no account',
      PAY,
      `${CREATE}\n      - ${PAY}\n${NOTHING}`,
      '16:13: .*token "gold"',
    ],
  ])('advises on %s', (_, before, after, expected) => {
    const [advice, ...more] = adviceOn(
      SOUND.replace(before, after).replace(/(x-b: 1\n)expect:/, '$1x-c:'),
    );
    expect(more).toEqual([]);
    expect(advice).toMatch(new RegExp(`^x\\.yaml:${expected}`));
  });
});
