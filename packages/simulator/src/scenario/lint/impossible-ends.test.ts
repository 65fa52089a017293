import { describe, expect, it } from 'vitest';
import { BASE } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';
import { impossibleEnds } from './impossible-ends.ts';

const RENEWAL = 'changes: [{ id: c, at: 1 s, members: [v1] }]\n';
const FORGER =
  'byzantine: [{ id: b, node: bob, acts: [{ id: a, act: bad-encoding, kind: truncated, to: alice, amount: 1 }] }]\n';
const ends = (...expected: readonly string[]) => `expect: { ${expected.join(', ')} }\n`;
const outcomeOf = (client: string) => ends(`outcomes: { ${client}: final }`);
const MERGED = ends('sometimes: [catch-up, merged]');
const RESTARTED = ends('sometimes: [restart-with-lock]');
const stop = (kind: string, node: string) =>
  `faults: [{ id: f, kind: ${kind}, node: ${node}, at: 1 s }]\n`;

const adviceOn = (more: string) =>
  impossibleEnds(loadScenario(`${BASE}${more}`, 'x.yaml')).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

describe('impossibleEnds', () => {
  it.each([
    [
      'the outcome of a client that does nothing',
      outcomeOf('bob'),
      'expect.outcomes.bob',
      '"bob" does nothing that could end in any way',
    ],
    [
      'a situation of changes without any',
      MERGED,
      'expect.sometimes.1',
      'without a change of committee "merged" never occurs; state "changes"',
    ],
    [
      'a situation of crashes without any',
      RESTARTED,
      'expect.sometimes.0',
      '"restart-with-lock" never occurs while all validators stay up; let a fault stop one',
    ],
    [
      'a situation of crashes where no validator crashes',
      `${stop('crash', 'p1')}${RESTARTED}`,
      'expect.sometimes.0',
      '"restart-with-lock" never occurs while all validators stay up; let a fault stop one',
    ],
  ])('advises on %s', (_, more, place, message) => {
    expect(adviceOn(more)).toEqual([[place, `no run gets there: ${message}`]]);
  });

  it.each([
    ['the outcome of a client that does something', outcomeOf('alice')],
    ['the outcome of what a liar does', `${FORGER}${outcomeOf('bob')}`],
    [
      'what a seed may bring about',
      `swarm: {}\n${ends('outcomes: { bob: final }', 'sometimes: [merged, restart-with-lock]')}`,
    ],
    ['a situation that a change leads to', `${RENEWAL}${MERGED}`],
    ['a situation that a crash leads to', `${stop('crash', 'v1')}${RESTARTED}`],
    ['a situation that a full disk leads to', `${stop('full-disk', 'v1')}${RESTARTED}`],
  ])('has nothing to say about %s', (_, more) => {
    expect(adviceOn(more)).toEqual([]);
  });
});
