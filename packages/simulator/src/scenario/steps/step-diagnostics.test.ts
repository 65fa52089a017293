import { describe, expect, it } from 'vitest';
import { BASE, diagnose, withLine } from '../../../test/base-scenario.ts';

describe('diagnostics of steps', () => {
  it.each([
    [
      'nothing where an op is expected',
      12,
      '      - { op: , to: bob }',
      [
        'x.yaml:12:15: workload[0].steps[0].op: expected one of pay, create-token, manage-token, mint, burn, set-state, update-state, reset-state, escrow-terms, escrow-job, escrow-submit, escrow-reject, escrow-complete, claim, join-committee, leave-committee, batch, sign, send, read, wait, got nothing',
      ],
    ],
    [
      'a client called like a key of the author',
      12,
      '      - { op: pay, to: x-y, amount: 1 }',
      [
        'x.yaml:12:24: workload[0].steps[0].to: unknown client "x-y"; a key that starts with x- is the author\'s, and names nothing',
      ],
    ],
    [
      'a bare duration',
      12,
      '      - { op: wait, for: 50 }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected a duration with a unit, such as "50 ms", got 50',
      ],
    ],
    [
      'a duration without its unit',
      12,
      '      - { op: wait, for: "50" }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected a duration with a unit, such as "50 ms", got "50"',
      ],
    ],
    [
      'a duration in a unit that there is not',
      12,
      '      - { op: wait, for: 50 sec }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected a duration with a unit, such as "50 ms", got "50 sec"; the units are ns, us, ms, s, min, h',
      ],
    ],
    [
      'a duration below 0',
      12,
      '      - { op: wait, for: -50 ms }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected a duration with a unit, such as "50 ms", got "-50 ms"; it is not below 0',
      ],
    ],
    [
      'a duration too fine',
      12,
      '      - { op: wait, for: 0.5 ns }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected whole nanoseconds, at most 104 days, got "0.5 ns"',
      ],
    ],
    [
      'a duration too long',
      12,
      '      - { op: wait, for: 9999 h }',
      [
        'x.yaml:12:26: workload[0].steps[0].for: expected whole nanoseconds, at most 104 days, got "9999 h"',
      ],
    ],
    [
      'a token that nobody creates',
      12,
      '      - { op: pay, to: bob, amount: 1, token: gold }',
      ['x.yaml:12:47: workload[0].steps[0].token: unknown token "gold"'],
    ],
    [
      'a token that the client creates only later',
      12,
      '      - { op: burn, token: gold, amount: 1 }\n      - { op: create-token, as: gold }',
      ['x.yaml:12:28: workload[0].steps[0].token: the token "gold" comes only later in this entry'],
    ],
    [
      'a token under the label of another kind',
      12,
      '      - { op: escrow-terms, as: gold, fee: 1 }\n      - { op: burn, token: gold, amount: 1 }',
      ['x.yaml:13:28: workload[0].steps[1].token: unknown token "gold"'],
    ],
    [
      'two tokens of one label',
      12,
      '      - { op: create-token, as: gold }\n      - { op: create-token, as: gold }',
      ['x.yaml:13:33: workload[0].steps[1].as: "gold" appears twice'],
    ],
    [
      'a mistake inside of a batch',
      12,
      '      - { op: batch, steps: [{ op: pay, to: bod, amount: x }] }',
      [
        'x.yaml:12:45: workload[0].steps[0].steps[0].to: unknown client "bod"; did you mean "bob"?',
        'x.yaml:12:58: workload[0].steps[0].steps[0].amount: expected a whole number of least units, got "x"',
      ],
    ],
    [
      'an op of a name that every object of the language has, beside a label',
      12,
      '      - { op: constructor, as: gold }',
      [
        'x.yaml:12:15: workload[0].steps[0].op: unknown op "constructor"; expected one of pay, create-token, manage-token, mint, burn, set-state, update-state, reset-state, escrow-terms, escrow-job, escrow-submit, escrow-reject, escrow-complete, claim, join-committee, leave-committee, batch, sign, send, read, wait',
      ],
    ],
    [
      'a pause inside of a batch',
      12,
      '      - { op: batch, steps: [{ op: mnt }] }',
      ['x.yaml:12:36: workload[0].steps[0].steps[0].op: unknown op "mnt"; did you mean "mint"?'],
    ],
    [
      'a payee that is nearly the burn address, which is offered to nobody else',
      12,
      '      - { op: pay, to: burn-adress, amount: 1 }\n      - { op: pay, to: zoe, amount: 1 }\n      - { op: burn, token: burn-adress, amount: 1 }',
      [
        'x.yaml:12:24: workload[0].steps[0].to: unknown client "burn-adress"; did you mean "burn-address"?',
        'x.yaml:13:24: workload[0].steps[1].to: unknown client "zoe"; expected one of alice, bob',
        'x.yaml:14:28: workload[0].steps[2].token: unknown token "burn-adress"',
      ],
    ],
    [
      'an account to read that nobody has',
      12,
      '      - { op: read, of: bod }',
      ['x.yaml:12:25: workload[0].steps[0].of: unknown client "bod"; did you mean "bob"?'],
    ],
    [
      'a state too long',
      12,
      `      - { op: set-state, key: ${'k'.repeat(33)}, to: "0xabc" }`,
      [
        `x.yaml:12:31: workload[0].steps[0].key: expected text of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs, got "${'k'.repeat(33)}"`,
        'x.yaml:12:70: workload[0].steps[0].to: expected text of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs, got "0xabc"',
      ],
    ],
    [
      'a payment that nobody waits for and others have to sign',
      12,
      '      - { op: pay, to: bob, amount: 1, release: Unversioned, await: false }',
      [
        'x.yaml:12:69: workload[0].steps[0].await: expected true where there is a "release": the client signs nothing else meanwhile',
      ],
    ],
    [
      'a batch that nobody waits for',
      12,
      '      - { op: batch, steps: [{ op: pay, to: bob, amount: 1 }], await: false }',
      [
        'x.yaml:12:64: workload[0].steps[0]: unknown key "await"; expected one of op, from, release, archival, feeToken, form, witnesses, outcome, code, steps',
      ],
    ],
    [
      'a fee past the whole',
      12,
      '      - { op: escrow-terms, as: fair, fee: 100.01 % }',
      [
        'x.yaml:12:44: workload[0].steps[0].fee: expected an amount below 2^256, or at most 100 %, got "100.01 %"',
      ],
    ],
    [
      'a code that no refusal has',
      12,
      '      - { op: pay, to: bob, amount: 1, code: InsufficientFunds }',
      [
        'x.yaml:12:46: workload[0].steps[0].code: expected the code of a refusal, such as InsufficientFunding, got "InsufficientFunds"; did you mean "InsufficientFunding"?',
      ],
    ],
    [
      'a signer who is no verifier',
      12,
      '      - { op: claim, data: "0x", verifiers: [bob], signers: [alice] }',
      ['x.yaml:12:62: workload[0].steps[0].signers[0]: expected one of the verifiers, got "alice"'],
    ],
    [
      'an account that nobody holds',
      12,
      '      - { op: pay, from: treasury, to: bob, amount: 1 }',
      ['x.yaml:12:26: workload[0].steps[0].from: unknown account "treasury"'],
    ],
    [
      'an account that asks for more signers than it has',
      7,
      '    bob: {}\n  accounts: { treasury: { signers: [bob, bod], quorum: 3 } }',
      [
        'x.yaml:8:42: cluster.accounts.treasury.signers[1]: unknown client "bod"; did you mean "bob"?',
        'x.yaml:8:56: cluster.accounts.treasury.quorum: expected at most the count of signers, 2, got 3',
      ],
    ],
    [
      'an account that is another one under a second name',
      7,
      '    bob: {}\n  accounts: { a: { signers: [bob], quorum: 1 }, b: { signers: [bob], quorum: 1, nonce: "0" }, c: { signers: [bob], quorum: 1, nonce: 1 } }',
      [
        'x.yaml:8:49: cluster.accounts: "b" has the signers, quorum and nonce of "a": give it a nonce of its own',
      ],
    ],
    [
      'an account of which the nonce takes more than 64 bits',
      7,
      '    bob: {}\n  accounts: { treasury: { signers: [bob], quorum: 1, nonce: "18446744073709551616" } }',
      [
        'x.yaml:8:61: cluster.accounts.treasury.nonce: expected a number below 2^64, got "18446744073709551616"',
      ],
    ],
  ])('points at %s', (_, line, replacement, expected) => {
    expect(diagnose(withLine(line, replacement))).toEqual(expected);
  });

  it('points at expectations of what nobody creates', () => {
    const expected = 'expect: { tokens: { gold: { supply: 1 } }, jobs: { logo: Funded } }\n';
    expect(diagnose(`${BASE}${expected}`)).toEqual([
      'x.yaml:13:21: expect.tokens: unknown token "gold"',
      'x.yaml:13:52: expect.jobs: unknown job "logo"',
    ]);
  });

  it.each([
    ['token: gold', 28, 'token', 'unknown token "gold"'],
    ['job: logo', 26, 'job', 'unknown job "logo"; expected made'],
    ['job: made, of: bob', 36, 'of', "a job is read, whoever's it is"],
    ['jobs: client, certificates: 0', 49, 'certificates', '"jobs" says already what is read'],
    ['jobs: client, limit: 2', 42, 'limit', 'only "certificates" are limited'],
    ['jobs: client, cells: []', 42, 'cells', 'only of an account "cells" are read'],
    ['certificate: last, balances: []', 50, 'balances', 'only of an account "balances" are read'],
    ['job: made, andJobs: [logo]', 42, 'andJobs[0]', 'unknown job "logo"; expected made'],
    [
      'job: made, andTokens: []',
      43,
      'andTokens',
      'only beside the record of a "token" there are others',
    ],
    ['andJobs: [made]', 30, 'andJobs', 'only beside the record of a "job" there are others'],
    [
      'job: made, certificate: creation, andJobs: []',
      64,
      'andJobs',
      'only beside the record of a "job" there are others',
    ],
    ['balances: [gold]', 32, 'balances[0]', 'unknown token "gold"'],
    ['certificates: 0, status: Funded', 46, 'status', 'only of "jobs" those in a status are read'],
    [
      'jobs: client, status: Open',
      43,
      'status',
      'expected Funded, Submitted, Completed or Refunded, got "Open"',
    ],
    ['jobs: boss', 27, 'jobs', 'expected client, provider or evaluator, got "boss"'],
    ['certificates: 0, limit: 0', 45, 'limit', 'expected a whole number from 1 to 200, got 0'],
    ['certificate: creation', 34, 'certificate', '"creation" is of a "token" or a "job"'],
    ['certificate: decision', 34, 'certificate', '"decision" is of a "job"'],
    [
      'jobs: client, certificate: last',
      48,
      'certificate',
      '"last" is of an account, and of no "jobs"',
    ],
  ])('points at what no reading can be about: %s', (keys, column, key, message) => {
    const made = [
      '{ op: escrow-terms, as: own, fee: 1 }',
      '{ op: escrow-job, as: made, terms: own, provider: bob, fee: 1 }',
    ];
    const lines = [...made, `{ op: read, ${keys} }`].map((step) => `      - ${step}`);
    expect(diagnose(withLine(12, lines.join('\n')))).toEqual([
      `x.yaml:14:${column}: workload[0].steps[2].${key}: ${message}`,
    ]);
  });
});
