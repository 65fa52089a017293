import {
  applyChanges,
  balanceKey,
  EMPTY_LEDGER,
  type Result,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  NATIVE_TOKEN_ID,
  type Rejection,
  type TokenId,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { generateScenario } from '../../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { runScenario } from '../../run-scenario.ts';
import { WATCH_NOTHING } from '../../world/watching.ts';
import { rulingOn } from '../admission/second-opinion.ts';
import { refusedForCause } from './refused-for-cause.ts';

const { submission, operations, signatures } = VALIDATOR_RULES;
const { sender } = signatures;

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 4), pay('bob', 100)] },
});

const changing = scenarioOf({
  clients: {},
  steps: {},
  candidates: 1,
  changes: [{ id: 'change', members: ['v2', 'v3', 'v4', 'v5'], at: '2 s' }],
});

const refused = (rejection: object): Result => ({ type: 'Rejected', rejection }) as Result;

/** Validators that refuse what they have to admit, or in the name of another rule. */
const WRONG: Readonly<Record<string, Partial<ValidatorRules>>> = {
  'V1: the size of everything is above the limit': {
    submission: { ...submission, V1: () => refused({ code: 'InvalidRequest', rule: 'V1' }) },
  },
  'V2: every network is another': {
    submission: {
      ...submission,
      V2: () => refused({ code: 'NonSubmittableOperation', rule: 'V2', reason: '' }),
    },
  },
  'V3: nobody has signed': {
    signatures: { ...signatures, sender: { ...sender, hasSigned: () => false } },
  },
  'V4: every account is locked': {
    submission: {
      ...submission,
      V4: () =>
        refused({ code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [] }),
    },
  },
  'V5: no nonce is the next': {
    submission: {
      ...submission,
      V5: () => refused({ code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 0n }),
    },
  },
  'V6: nobody may pay': {
    operations: {
      ...operations,
      TokenTransfer: {
        ...operations.TokenTransfer,
        validate: () => ({ code: 'NonSubmittableOperation', rule: 'V6', reason: '' }),
      },
    },
  },
  'V6: too little is called something else': {
    operations: {
      ...operations,
      TokenTransfer: {
        ...operations.TokenTransfer,
        validate: (operation, scratch, context) =>
          operations.TokenTransfer.validate(operation, scratch, context) && {
            code: 'NonSubmittableOperation',
            rule: 'V6',
            reason: '',
          },
      },
    },
  },
  'V6: too little for a payment is called too little for a fee': {
    operations: {
      ...operations,
      TokenTransfer: {
        ...operations.TokenTransfer,
        validate: (operation, scratch, context) => {
          const fault = operations.TokenTransfer.validate(operation, scratch, context);
          return fault?.code === 'InsufficientFunding' ? { ...fault, rule: 'V7' } : fault;
        },
      },
    },
  },
  'V7: a fee that nobody charges is not covered': {
    submission: {
      ...submission,
      V7: () => refused({ code: 'NonSubmittableOperation', rule: 'V7', reason: '' }),
    },
  },
};

/** Validators that never let the committee change. */
const STUBBORN: Readonly<Record<string, Partial<ValidatorRules>>> = {
  'C3: nobody may change the committee': {
    operations: {
      ...operations,
      ChangeCommittee: {
        ...operations.ChangeCommittee,
        validate: () => ({ code: 'NonSubmittableOperation', rule: 'V6', reason: '' }),
      },
    },
  },
  'C3: every change comes too early': {
    operations: {
      ...operations,
      ChangeCommittee: {
        ...operations.ChangeCommittee,
        validate: () => ({
          code: 'MissingDependency',
          rule: 'V6',
          missing: [{ kind: 'Epoch', id: '0' }],
        }),
      },
    },
  },
  'C2: nobody may ask for a seat': {
    operations: {
      ...operations,
      JoinCommittee: {
        ...operations.JoinCommittee,
        validate: () => ({ code: 'NonSubmittableOperation', rule: 'V6', reason: '' }),
      },
    },
  },
};

const ID = 'aa'.repeat(32) as TransactionId;
const PAYMENT = { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, amount: 100n } as const;
const ASKED = envelopeOf(
  addressOf('alice'),
  { ...PAYMENT, recipient: addressOf('bob'), userData: null },
  7n,
);

/** A refusal for lack of funds; the sender has 5, and pays 100. */
function shortage(other: Partial<Extract<Rejection, { code: 'InsufficientFunding' }>>): Rejection {
  const funds = { tokenId: NATIVE_TOKEN_ID, currentBalance: 5n, required: 100n };
  return { code: 'InsufficientFunding', rule: 'V6', ...funds, operationIndex: 0, ...other };
}

function tooYoung(resendAfterNanos: bigint): Rejection {
  return { code: 'CertificateTooYoung', rule: 'C2', resendAfterNanos };
}

function tooEarly(currentNonce: bigint): Rejection {
  return { code: 'MissingEarlierConfirmations', rule: 'S3', currentNonce };
}

/**
 * What the oracle finds untrue in a refusal of a validator that holds the account at nonce 7, with
 * 5; by default at the time 5.
 */
function toldIn(rejection: Rejection, type: 'SubmitTransaction' | 'SubmitCertificate', at = 5n) {
  const lock = { kind: 'pending', envelope: ASKED, signature: undefined } as const;
  const held = rejection.code === 'PreviousTransactionMustBeConfirmedFirst' ? lock : undefined;
  const alice = addressOf('alice');
  const ledger = applyChanges(EMPTY_LEDGER, [
    { table: 'account', key: alice, value: { nextNonce: 7n, lock: held, creditCount: 0 } },
    { table: 'balance', key: balanceKey(alice, NATIVE_TOKEN_ID), value: 5n },
  ]);
  const genesis = { acceptsUnversioned: true, genesisTimeNanos: 10n, minRequestAgeNanos: 20n };
  const before = { ledger, genesis, committees: [], status: 'active' };
  const message = { type, requestId: 'r', envelope: ASKED, certificate: { envelope: ASKED } };
  const step = { observation: { input: { type: 'Message', message }, before } };
  const answer = { validator: 'v1', result: { type: 'Rejected', rejection }, step, at };
  const oracle = refusedForCause({ verifier: createVerifier(loadEd25519()) });
  return oracle.afterAnswer?.(answer as never)?.facts['told'];
}

describe('refused-for-cause', () => {
  it('gives rule and reason of the refusal, which lead to the check that refused', () => {
    const reason = 'another network';
    const V2 = () => refused({ code: 'NonSubmittableOperation', rule: 'V2', reason });
    const { oracles } = runScenario(scenario, {
      validatorRules: { ...VALIDATOR_RULES, submission: { ...submission, V2 } },
    });
    const found = oracles.find(({ name }) => name === 'refused-for-cause')?.violations ?? [];
    expect(found[0]?.facts).toMatchObject({ code: 'NonSubmittableOperation', rule: 'V2', reason });
  });

  it.each(Object.keys(STUBBORN))('finds a validator for which %s', (name) => {
    const validatorRules = { ...VALIDATOR_RULES, ...STUBBORN[name] };
    expect(violationsOf('refused-for-cause', runScenario(changing, { validatorRules }))).not.toBe(
      0,
    );
    expect(violationsOf('refused-for-cause', runScenario(changing))).toBe(0);
  });

  it.each(Object.keys(WRONG))('finds a validator for which %s', (name) => {
    const validatorRules = { ...VALIDATOR_RULES, ...WRONG[name] };
    expect(violationsOf('refused-for-cause', runScenario(scenario, { validatorRules }))).not.toBe(
      0,
    );
  });

  it.each<[string, Rejection, string]>([
    [
      'V5',
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 7n, expectedNonce: 5n },
      'that 5 is the next nonce',
    ],
    [
      'V4',
      { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [] },
      'of other transactions',
    ],
    ['V6', shortage({ currentBalance: 4n }), 'that there is 4'],
    ['V6', shortage({ required: 4n }), 'that 4 is needed'],
    ['V6', shortage({ tokenId: '00' as TokenId }), 'that 00 is needed'],
    ['V6', shortage({ operationIndex: 1 }), 'is needed'],
  ])('%s finds a refusal with another fact than the validator holds (%#)', (_, rejection, told) => {
    expect(toldIn(rejection, 'SubmitTransaction')).toContain(told);
  });

  it('finds nothing in a refusal that tells the truth', () => {
    expect(toldIn(shortage({}), 'SubmitTransaction')).toBeUndefined();
    expect(toldIn(tooYoung(25n), 'SubmitCertificate')).toBeUndefined();
    expect(toldIn(tooEarly(7n), 'SubmitCertificate')).toBeUndefined();
  });

  it.each<[string, Rejection, string, bigint?]>([
    ['S3', tooEarly(6n), 'that 6 is the next nonce'],
    ['C2', tooYoung(24n), 'to come back in 24 ns'],
    ['C2 in an epoch that is old enough', tooYoung(0n), 'that the epoch is too young', 30n],
    ['C2 for ever', tooYoung(-1n), 'that the epoch is too young', 31n],
    [
      'S2',
      { code: 'ConflictingCertificate', rule: 'S2', settled: ID, conflicting: ID },
      'of another transaction',
    ],
  ])('%s finds a certificate refused with another fact than is so', (_, rejection, told, at) => {
    expect(toldIn(rejection, 'SubmitCertificate', at)).toContain(told);
  });

  it('is silent where correct validators refuse', () => {
    const result = runScenario(scenario);
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['final', 'refused']);
    expect(violationsOf('refused-for-cause', result)).toBe(0);
  });
});

describe('the second opinion', () => {
  it('admits what correct validators admit, and refuses what they refuse, in generated runs', () => {
    const disputed: string[] = [];
    let admitted = 0;
    let seed = 0n;
    // The last rule sees what all others have let through.
    const V7: (typeof submission)['V7'] = (asked) => {
      const refusal = submission.V7(asked);
      const { envelope, state, env, isDryRun } = asked;
      const type = isDryRun ? 'CheckTransaction' : 'SubmitTransaction';
      const message = { type, requestId: '', envelope } as const;
      const ruling = rulingOn({ message, state, verifier: env.verifier });
      // P5 comes after it.
      const opinion = ruling?.rule === 'P5' ? undefined : ruling?.code;
      admitted += opinion === undefined ? 1 : 0;
      if (refusal === undefined && opinion !== undefined) {
        disputed.push(`${opinion}, seed ${seed}`);
      }
      return refusal;
    };
    const validatorRules = { ...VALIDATOR_RULES, submission: { ...submission, V7 } };
    // What else is watched takes most of the time, and other tests watch it in such runs.
    const watching = { ...WATCH_NOTHING, oracles: true, only: ['refused-for-cause'] };
    for (; seed < 60n; seed += 1n) {
      const generated = generateScenario(DEFAULT_SPACE, seed);
      const { verdict } = runScenario(generated, { crypto: 'stub', validatorRules, watching });
      expect([seed, verdict]).toEqual([seed, 'pass']);
    }
    expect(disputed).toEqual([]);
    expect(admitted).toBeGreaterThan(300);
  });
});
