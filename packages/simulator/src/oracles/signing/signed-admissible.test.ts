import {
  buildEnvelope,
  recoverValidator,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { createSigner, createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf, NATIVE_TOKEN_ID, type TransactionId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties } from '../../world/parties.ts';
import { signedAdmissible } from './signed-admissible.ts';

const ed25519 = loadEd25519();
const verifier = createVerifier(ed25519);
const parties = createParties((seed) => createSigner(ed25519, seed));
const clients = [{ name: 'alice', balance: 10n }];
const genesis = buildGenesis({ validators: ['v1'], clients, accounts: [] }, parties, 0n);

const { submission, operations } = VALIDATOR_RULES;

const scenario = scenarioOf({
  clients: { alice: { balance: 10 }, bob: { balance: 10 } },
  steps: {
    alice: [{ op: 'create-token', as: 'gold', amount: 5 }, pay('bob', 100)],
    bob: [
      { op: 'mint', token: 'gold', to: 'bob', amount: 1 },
      { op: 'manage-token', token: 'gold', admin: 'bob' },
    ],
  },
});

/** Validators that sign what they have to refuse. */
const LENIENT: Readonly<Record<string, Partial<ValidatorRules>>> = {
  'whoever asks may mint': {
    operations: { ...operations, Mint: { ...operations.Mint, validate: () => undefined } },
  },
  'whoever asks is the admin of a token': {
    operations: {
      ...operations,
      TokenManagement: { ...operations.TokenManagement, validate: () => undefined },
    },
  },
  'no rule of V6 holds': { submission: { ...submission, V6: () => undefined } },
};

describe('signed-admissible', () => {
  it.each(Object.keys(LENIENT))('finds validators for which %s', (name) => {
    const validatorRules = { ...VALIDATOR_RULES, ...LENIENT[name] };
    expect(violationsOf('signed-admissible', runScenario(scenario, { validatorRules }))).not.toBe(
      0,
    );
  });

  it('P5 finds a validator that calls admissible what it had to refuse, or what nobody meant', () => {
    const state = { ...recoverValidator(genesis, []).state, status: 'active' };
    const admitted = (nonce: bigint, meant?: TransactionId) => {
      const amount = 1n;
      const recipient = parties.signer('bob').address;
      const intent = {
        networkId: genesis.networkId,
        nonce,
        timestampNanos: 0n,
        operations: [
          { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null },
        ],
      } as const;
      const envelope = buildEnvelope(intent, parties.signer('alice'));
      const { id } = factsOf(envelope.transaction);
      const named = { envelope, transactionId: meant ?? id };
      const message = { type: 'CheckTransaction', requestId: 'r', ...named } as const;
      const input = { type: 'Message', from: 'p1', message } as const;
      const result = { type: 'Admissible', transactionId: id } as const;
      const step = { observation: { input, before: state } } as never;
      return signedAdmissible({ verifier }).afterAnswer?.({
        validator: 'v1',
        result,
        step,
        at: 0n,
      });
    };
    expect(admitted(0n)).toBeUndefined();
    expect(admitted(1n)?.facts).toEqual({ validator: 'v1', code: 'UnexpectedNonce' });
    const another = 'ab'.repeat(32) as TransactionId;
    expect(admitted(0n, another)?.facts).toEqual({ validator: 'v1', code: 'InvalidRequest' });
  });

  it('is silent where correct validators sign', () => {
    expect(violationsOf('signed-admissible', runScenario(scenario))).toBe(0);
  });
});
