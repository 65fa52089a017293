import { expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostic.ts';
import { lintScenario } from './lint-scenario.ts';

const MEMBERS = ['ann', 'ben', 'cat', 'dan'];
const STEP =
  '{ op: batch, from: joint, steps: [{ op: create-token, as: gold }, { op: burn, amount: 1 }] }';

/** A scenario in which these members create a token together. */
function created(quorum: number, makers: readonly string[], signers = MEMBERS): string {
  return `version: 1
name: gold-rush
description: Members create a token together.
cluster:
  validators: 4
  clients: { ${MEMBERS.map((name) => `${name}: { balance: 1 }`).join(', ')}, eve: {} }
  accounts: { joint: { signers: [${signers.join(', ')}], quorum: ${quorum}, balance: 9 } }
workload:
  - { id: eve, client: eve, steps: [{ op: burn, token: gold, amount: 0 }] }
${makers.map((name) => `  - { id: ${name}, client: ${name}, steps: [${STEP}] }`).join('\n')}
expect: { outcomes: { eve: final } }
`;
}

const adviceOn = (text: string) => {
  const { mistakes, advice } = lintScenario(text, 'x.yaml');
  expect(mistakes).toEqual([]);
  return advice.map(formatDiagnostic).filter((line) => line.includes('gold'));
};

it('advises if the members that a first transaction does not need can create a second thing', () => {
  const said = '4 members create "gold" and the quorum is 2, so there may be two of it';
  expect(adviceOn(created(2, MEMBERS))).toEqual([
    expect.stringMatching(new RegExp(`^x.yaml:13:\\d+: workload\\[4\\]\\.steps\\[0\\]: ${said}$`)),
  ]);
});

it.each([
  ['too few of them are left over', 2, MEMBERS.slice(1), MEMBERS],
  ['all are needed', 4, MEMBERS, MEMBERS],
  ['the last of them does not sign for the account', 2, MEMBERS, MEMBERS.slice(1)],
])('advises nothing if %s', (_, quorum, makers, signers) => {
  expect(adviceOn(created(quorum, makers, signers))).toEqual([]);
});
