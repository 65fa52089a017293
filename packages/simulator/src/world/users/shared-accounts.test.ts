import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../test/base-scenario.ts';
import { runScenario } from '../../run-scenario.ts';
import { loadScenario } from '../../scenario/read/load.ts';

const GOLD = '{ op: create-token, as: gold, amount: 10 }';

/** Alice, Bob and Carol each have a part in a batch of their account, of which two must sign. */
function together(...steps: readonly string[]): string {
  const entries = ['alice', 'bob', 'carol'].flatMap((client, index) => [
    `  - { id: ${client}, client: ${client}, start: ${index * 5} s, steps: [`,
    `      { op: batch, from: shop, steps: [${steps[index]}] },`,
    '      { op: batch, from: shop, steps: [{ op: burn, token: gold, amount: 1 }] } ] }',
  ]);
  return `version: 1
name: together
cluster:
  validators: 4
  clients: { alice: {}, bob: {}, carol: {} }
  accounts: { shop: { signers: [alice, bob, carol], quorum: 2 } }
workload:
${entries.join('\n')}
`;
}

describe('members of an account', () => {
  it('create a token together, which has one label', () => {
    const scenario = loadScenario(together(GOLD, GOLD, GOLD), 'x.yaml');
    const { verdict, accounts, certificates } = runScenario(scenario);
    expect(verdict).toBe('pass');
    expect(certificates.map(({ summary }) => summary)).toEqual([
      'shop creates the token gold',
      'shop burns 1 gold',
    ]);
    expect(accounts.find(({ client }) => client === 'shop')?.nextNonce).toBe(2n);
  });

  it('have what one of them has created, though another comes too late for it', () => {
    const paid = '{ op: create-token, as: gold, amount: 10 }, { op: pay, to: carol, amount: 1 }';
    const entries = ['alice', 'bob'].map(
      (client, index) =>
        `  - { id: ${client}, client: ${client}, start: ${index * 5} s, steps: [{ op: batch, from: shop, steps: [${paid}] }] }`,
    );
    const text = `version: 1
name: late
cluster:
  validators: 4
  clients: { alice: {}, bob: {}, carol: {} }
  accounts: { shop: { signers: [alice, bob], quorum: 1, balance: 1 } }
workload:
${entries.join('\n')}
  - { id: carol, client: carol, start: 10 s, steps: [{ op: read, token: gold }] }
`;
    const { operations } = runScenario(loadScenario(text, 'x.yaml'));
    const outcomes = operations.map(({ client, outcome }) => [client, outcome]);
    expect(outcomes).toEqual([
      ['alice', 'final'],
      ['bob', 'refused'],
      ['carol', 'final'],
    ]);
  });

  it.each([
    ['there is another', 'bob', '', 'pass'],
    ['the other is down', 'bob', 'faults: [{ id: f, kind: crash, node: bob, at: 0 s }]', 'pass'],
    ['nobody else does so', 'nobody', '', 'pass'],
    ['the other waits for it as well', 'carol', '', 'liveness'],
  ])('liveness-honest: somebody waits for what one of them begins, where %s', (...given) => {
    const [, other, more, verdict] = given;
    const [create, read] = [`op: batch, from: shop, steps: [${GOLD}]`, 'op: read, token: gold'];
    const entry = (client: string, steps: readonly string[]) =>
      `  - { id: ${client}, client: ${client}, steps: [${steps.map((step) => `{ ${step} }`).join(', ')}] }`;
    const text = `${together(GOLD, GOLD, GOLD).split('workload:')[0]}workload:
${entry('alice', [create])}
${other === 'bob' ? entry('bob', [create]) : ''}
${entry('carol', other === 'carol' ? [read, create] : [read])}
${more}
`;
    expect(runScenario(loadScenario(text, 'x.yaml')).verdict).toBe(verdict);
  });

  it('are offered the label of what they create together once', () => {
    const text = together(GOLD, GOLD, GOLD).replace(/token: gold/, 'token: ore');
    expect(diagnose(text)).toEqual([
      expect.stringMatching(/steps\[0\].token: unknown token "ore"; expected gold$/),
    ]);
  });

  it.each([
    ['differ in what they create', GOLD.replace('10', '11')],
    ['differ in what else they do', `${GOLD}, { op: burn, token: gold, amount: 1 }`],
  ])('have no label in common where they %s', (_, step) => {
    expect(diagnose(together(GOLD, GOLD, step))).toEqual([
      expect.stringMatching(
        /^x.yaml:15:.*: workload\[2\].steps\[0\].steps\[0\].as: "gold" appears twice$/,
      ),
    ]);
  });
});
