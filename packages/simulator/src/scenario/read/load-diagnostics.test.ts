import { describe, expect, it } from 'vitest';
import { diagnose, withLine } from '../../../test/base-scenario.ts';

/** Nine lists of nine lists of nine lists, and so on. */
const BOMB = [
  'x-a: &a [1,1,1,1,1,1,1,1,1]',
  ...['ab', 'bc', 'cd'].map(([from, to]) => `x-${to}: &${to} [${`*${from},`.repeat(9)}]`),
].join('\n');

describe('diagnostics', () => {
  it.each([
    [
      'an unknown key',
      4,
      '  validator: 4',
      [
        'x.yaml:4:3: cluster.validators: missing key "validators"',
        'x.yaml:4:3: cluster: unknown key "validator"; did you mean "validators"?',
      ],
    ],
    [
      'a key like no other',
      2,
      'name: base\ncolour: red',
      [
        'x.yaml:3:1: unknown key "colour"; expected one of version, name, description, seed, reseed, cluster, network, workload, changes, faults, byzantine, swarm, phases, limits, expect, provenance',
      ],
    ],
    ['a duplicate key', 2, 'name: base\nname: again', ['x.yaml:3:1: duplicate key "name"']],
    ['a missing key', 2, '', ['x.yaml:1:1: name: missing key "name"']],
    [
      'another version',
      1,
      'version: 2',
      ['x.yaml:1:10: version: expected 1, the version of this format, got 2'],
    ],
    [
      'a bad name',
      2,
      'name: First Payment',
      [
        'x.yaml:2:7: name: expected a name: lower-case letters, digits and dashes, a letter first, got "First Payment"',
      ],
    ],
    [
      'no validator',
      4,
      '  validators: 0',
      ['x.yaml:4:15: cluster.validators: expected a whole number from 1 to 100, got 0'],
    ],
    ...(['.inf', '-.inf', '.nan'] as const).map((number): [string, number, string, string[]] => [
      `${number} validators`,
      4,
      `  validators: ${number}`,
      [`x.yaml:4:15: cluster.validators: expected a whole number from 1 to 100, got ${number}`],
    ]),
    [
      'a crypto mode that there is not',
      4,
      '  crypto: none\n  validators: 4',
      ['x.yaml:4:11: cluster.crypto: expected one of full, cache, trusted, memo, stub, got "none"'],
    ],
    [
      'a wrong type',
      3,
      'cluster: 4\nx-cluster:',
      ['x.yaml:3:10: cluster: expected keys and values (such as "validators"), got 4'],
    ],
    [
      'no clients where some are expected, once for all mentions of them',
      5,
      '  clients:\nexpect:\n  outcomes: { alice: final }\n  balances: { bob: 1 }\nx-clients:',
      [
        'x.yaml:5:11: cluster.clients: expected keys and values (such as "alice: { balance: 100 }"), got nothing',
      ],
    ],
    [
      'a list of clients',
      5,
      '  clients: [alice, bob]\nx-clients:',
      [
        'x.yaml:5:12: cluster.clients: expected keys and values (such as "alice: { balance: 100 }"), got a list',
      ],
    ],
    [
      'no count of proxies, once for all mentions of them',
      7,
      '    bob: { proxy: p2 }\n  proxies: two\nnetwork: { links: [{ from: p1, to: v1 }] }',
      ['x.yaml:8:12: cluster.proxies: expected a whole number from 1 to 10, got "two"'],
    ],
    [
      'a number in place of text, however large',
      2,
      'name: 1e300',
      [
        'x.yaml:2:7: name: expected a name: lower-case letters, digits and dashes, a letter first, got 1e+300',
      ],
    ],
    [
      'a bad client name, once for all mentions of the name as it has to be',
      7,
      '    Bob: {}',
      [
        'x.yaml:7:5: cluster.clients: expected a name: lower-case letters, digits and dashes, a letter first, got "Bob"',
      ],
    ],
    [
      'a client named like a validator',
      7,
      '    bob: {}\n    v4: {}',
      ['x.yaml:8:5: cluster.clients: "v4" is a node of the cluster already'],
    ],
    [
      'a client that goes by the name of the burn address',
      7,
      '    bob: {}\n    burn-address: {}',
      ['x.yaml:8:5: cluster.clients: "burn-address" stands for the burn address'],
    ],
    [
      'a client that runs no validator that there is',
      7,
      '    bob: { operates: v5 }',
      [
        'x.yaml:7:22: cluster.clients.bob.operates: unknown validator "v5"; expected one of v1, v2, v3, v4',
      ],
    ],
    [
      'two clients that run one validator',
      7,
      '    bob: { operates: v4 }\n    carol: { operates: v4 }',
      ['x.yaml:8:24: cluster.clients.carol.operates: "v4" appears twice'],
    ],
    [
      'fees for nobody',
      7,
      '    bob: {}\n  fees: { amount: 1, account: bod }',
      ['x.yaml:8:31: cluster.fees.account: unknown client "bod"; did you mean "bob"?'],
    ],
    [
      'an inexact amount',
      6,
      '    alice: { balance: 1e20 }',
      [
        'x.yaml:6:23: cluster.clients.alice.balance: expected a whole number of least units, got 100000000000000000000; write out all of its digits',
      ],
    ],
    [
      'a negative amount',
      6,
      '    alice: { balance: -1 }',
      [
        'x.yaml:6:23: cluster.clients.alice.balance: expected a whole number of least units, got -1',
      ],
    ],
    [
      'an amount past 256 bits',
      6,
      `    alice: { balance: "${2n ** 256n}" }`,
      [
        `x.yaml:6:23: cluster.clients.alice.balance: expected a number below 2^256, got "${2n ** 256n}"`,
      ],
    ],
    [
      'balances past 256 bits in all',
      7,
      `    bob: { balance: "${2n ** 256n - 1000n}" }\n  accounts: { both: { signers: [alice, bob], quorum: 1, balance: 1 } }`,
      [
        `x.yaml:7:21: cluster.clients.bob.balance: expected balances below 2^256 in all, got ${2n ** 256n} up to here`,
      ],
    ],
    [
      'an unknown client',
      10,
      '    client: alise',
      ['x.yaml:10:13: workload[0].client: unknown client "alise"; did you mean "alice"?'],
    ],
    [
      'an unknown payee',
      12,
      '      - { op: pay, to: carol, amount: 1 }',
      ['x.yaml:12:24: workload[0].steps[0].to: unknown client "carol"; expected one of alice, bob'],
    ],
    [
      'an unknown step',
      12,
      '      - { op: pays, to: bob, amount: 1 }',
      ['x.yaml:12:15: workload[0].steps[0].op: unknown op "pays"; did you mean "pay"?'],
    ],
    [
      'a step that says nothing',
      12,
      '      - {}',
      ['x.yaml:12:9: workload[0].steps[0].op: missing key "op"'],
    ],
    [
      'a step that is a word',
      12,
      '      - pay',
      ['x.yaml:12:9: workload[0].steps[0]: expected keys and values (such as "op"), got "pay"'],
    ],
    [
      'several missing keys',
      12,
      '      - { op: pay }',
      [
        'x.yaml:12:9: workload[0].steps[0].to: missing key "to"',
        'x.yaml:12:9: workload[0].steps[0].amount: missing key "amount"',
      ],
    ],
    [
      'a transaction nobody signed',
      12,
      '      - { op: send, transaction: A, validators: [v1] }',
      ['x.yaml:12:34: workload[0].steps[0].transaction: unknown label "A"'],
    ],
    [
      'an unknown validator',
      12,
      '      - { op: sign, as: A, to: bob, amount: 1 }\n      - { op: send, transaction: A, validators: [v1, v5, v1] }',
      [
        'x.yaml:13:54: workload[0].steps[1].validators[1]: unknown validator "v5"; expected one of v1, v2, v3, v4',
        'x.yaml:13:58: workload[0].steps[1].validators[2]: "v1" appears twice',
      ],
    ],
    [
      'a label used twice',
      12,
      '      - { op: sign, as: A, to: bob, amount: 1 }\n      - { op: sign, as: A, to: bob, amount: 2 }',
      ['x.yaml:13:25: workload[0].steps[1].as: "A" appears twice'],
    ],
    [
      'a nonce past 64 bits',
      12,
      `      - { op: sign, as: A, to: bob, amount: 1, nonce: ${2n ** 64n} }`,
      [
        `x.yaml:12:55: workload[0].steps[0].nonce: expected a number below 2^64, got "${2n ** 64n}"`,
      ],
    ],
    [
      'a claim that is no hexadecimal',
      12,
      '      - { op: claim, data: "0x1" }',
      [
        'x.yaml:12:28: workload[0].steps[0].data: expected hexadecimal bytes in quotes, such as "0x01ff", got "0x1"',
      ],
    ],
    [
      'a claim quorum past its verifiers',
      12,
      '      - { op: claim, data: "0x", verifiers: [bob], quorum: 2 }',
      [
        'x.yaml:12:60: workload[0].steps[0].quorum: expected at most the count of verifiers, 1, got 2',
      ],
    ],
    [
      'an alias without an anchor',
      7,
      '    bob: *nobody',
      ['x.yaml:7:10: no anchor &nobody stands before this alias'],
    ],
    [
      'an alias inside its own anchor',
      7,
      '    bob: &self { x-self: *self }',
      ['x.yaml:7:26: *self stands inside of what it repeats'],
    ],
    [
      'aliases that multiply',
      2,
      BOMB,
      [
        'x.yaml:1:1: aliases of aliases stand for more than can be read: write out what they repeat',
      ],
    ],
    [
      'an unknown tag',
      2,
      'name: !secret base',
      ['x.yaml:2:7: there is no tag !secret; text that begins with ! needs quotes'],
    ],
    [
      'two neighbours that have changed places',
      12,
      '      - { op: wiat, for: 1 s }',
      ['x.yaml:12:15: workload[0].steps[0].op: unknown op "wiat"; did you mean "wait"?'],
    ],
    [
      'a limit past all limits',
      2,
      'name: base\nlimits: { events: 999999999999999999999 }',
      ['x.yaml:3:19: limits.events: expected at most 9007199254740991, got 999999999999999999999'],
    ],
    [
      'a share in percent',
      2,
      'name: base\nnetwork: { default: { drop: 50% } }',
      [
        'x.yaml:3:29: network.default.drop: expected a probability from 0 to 1, got "50%"; did you mean 0.5?',
      ],
    ],
    [
      'one of very many who is not there',
      4,
      '  validators: 7\n  prune: { olderThan: 1 s, archives: [v8] }',
      ['x.yaml:5:39: cluster.prune.archives[0]: unknown node "v8"; expected one of v1 to v7, p1'],
    ],
    [
      'the first error of syntax, and not what follows from it',
      2,
      'name: base\nname: `base`\n| a | table |\nname: %',
      ['x.yaml:3:7: text that begins with ` needs quotes'],
    ],
    [
      'a bracket left open',
      12,
      '      - { op: pay, to: bob, amount: 1',
      ['x.yaml:13:1: expected a closing }: the { before this is still open'],
    ],
  ])('points at %s', (_, line, replacement, expected) => {
    expect(diagnose(withLine(line, replacement))).toEqual(expected);
  });

  it.each(['0', '-1', '5.5', 'five', '101', ''])(
    'says nothing of names of validators where their count is %j',
    (count) => {
      const faults = 'faults: [{ id: f, kind: crash, node: v5, at: 1 s }]\n';
      const send = `      - { op: sign, as: A, to: bob, amount: 1 }
      - { op: send, transaction: A, validators: [v1, v2] }`;
      const text = withLine(12, send).replace('validators: 4', `validators: ${count}`) + faults;
      const got = count === '' ? 'nothing' : count === 'five' ? '"five"' : count;
      expect(diagnose(text)).toEqual([
        `x.yaml:4:15: cluster.validators: expected a whole number from 1 to 100, got ${got}`,
      ]);
      expect(diagnose(text.replace('validators: ', 'validator: ').replace('v5', 'q5'))).toContain(
        'x.yaml:14:38: faults[0].node: unknown node "q5"; expected one of v1, v2, p1, alice, bob',
      );
    },
  );

  it('repeats no more of a file than a line can show', () => {
    expect(diagnose(`${'word '.repeat(40)}\nand more`)).toEqual([
      `x.yaml:1:1: expected a Quorate scenario, got "${'word '.repeat(16).trim()} …"`,
    ]);
  });

  it('reports all mistakes of a file at once, in its order', () => {
    const text = `version: 1
nmae: base
cluster: { validators: 4, clients: { alice: { balance: lots } } }
workload:
  - { id: a, client: alice, steps: [{ op: wait, for: 5 }] }
  - { id: a, client: alice, steps: [{ op: pay, to: bob, amount: 1 }] }
name: base
`;
    expect(diagnose(text)).toEqual([
      'x.yaml:2:1: unknown key "nmae"; did you mean "name"?',
      'x.yaml:3:56: cluster.clients.alice.balance: expected a whole number of least units, got "lots"',
      'x.yaml:5:54: workload[0].steps[0].for: expected a duration with a unit, such as "50 ms", got 5',
      'x.yaml:6:11: workload[1].id: "a" appears twice',
      'x.yaml:6:22: workload[1].client: "alice" appears twice',
      'x.yaml:6:52: workload[1].steps[0].to: unknown client "bob"; expected alice',
    ]);
  });

  it.each([
    ['', 'x.yaml:1:1: expected a Quorate scenario, got nothing'],
    ['[]', 'x.yaml:1:1: expected a Quorate scenario, got a list'],
    ['scenario', 'x.yaml:1:1: expected a Quorate scenario, got "scenario"'],
  ])('refuses the file %j', (text, expected) => {
    expect(diagnose(text)).toEqual([expected]);
  });
});
