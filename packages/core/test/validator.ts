import type { Signer } from '@quorate/crypto';
import type { TransactionCertificate } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import {
  createMachine,
  createTestStore,
  type Machine,
  type TestStore,
} from '@quorate/testkit/step-machine';
import type { Effect } from '../src/effect.ts';
import type { Genesis } from '../src/genesis.ts';
import { keyringOf } from '../src/handover/keyring.ts';
import type { Account } from '../src/ledger/ledger.ts';
import type { Result, SubmitTransaction, ValidatorMessage } from '../src/message.ts';
import type { PrunePolicy } from '../src/pruning/policy.ts';
import { recoverValidator } from '../src/validator/recover.ts';
import type { ValidatorEnv, ValidatorRules } from '../src/validator/rule-types.ts';
import { VALIDATOR_RULES } from '../src/validator/rules.ts';
import type { ValidatorResume, ValidatorState } from '../src/validator/state.ts';
import { stepValidator } from '../src/validator/step.ts';
import { genesis, START, VERIFIER } from './genesis.ts';

/** A validator on a store of its own. */
export interface TestValidator extends Machine<ValidatorState, ValidatorMessage, ValidatorResume> {
  /** Hears a message and gives all effects of it. */
  hear(message: ValidatorMessage): readonly Effect<ValidatorResume>[];
  /** Hears a message and gives the answer. */
  ask(message: ValidatorMessage): Result;
  submit(envelope: SubmitTransaction['envelope']): Result;
  deliver(certificate: TransactionCertificate): Result;
}

/** What a test validator is made of; the defaults are a correct `v1` of four. */
export interface TestValidatorOptions {
  readonly name?: string;
  readonly genesis?: Genesis;
  readonly rules?: ValidatorRules;
  /** A store that was used before: the validator comes up from it. */
  readonly store?: TestStore;
  /** What it prunes; by default nothing. */
  readonly prune?: PrunePolicy | undefined;
  /** Nanoseconds since the Unix epoch; by default always `START`. */
  readonly now?: () => bigint;
}

/** Gives the environment of a validator's step. */
export function validatorEnv(
  signer: Signer = signerOf('v1'),
  rules: ValidatorRules = VALIDATOR_RULES,
): ValidatorEnv {
  const remembering = VERIFIER.rememberingSigner(signer);
  const keys = keyringOf(remembering);
  return { now: START, signer: remembering, verifier: VERIFIER, rules, keys };
}

/** Brings up a validator. */
export function createTestValidator(options: TestValidatorOptions = {}): TestValidator {
  const { name = 'v1', rules = VALIDATOR_RULES, store = createTestStore() } = options;
  const { genesis: founded = genesis(), prune, now = () => START } = options;
  const env = validatorEnv(signerOf(name), rules);
  const { state, writes } = recoverValidator(founded, store.rows(), env.keys, prune);
  store.write(writes);
  const machine = createMachine<ValidatorState, ValidatorMessage, ValidatorResume>(
    store,
    state,
    (current, input) => stepValidator(current, input, { ...env, now: now() }),
  );
  const hear = (message: ValidatorMessage) =>
    machine.take({ type: 'Message', from: 'tester', message });
  const ask = (message: ValidatorMessage) => answerIn(hear(message));
  return {
    ...machine,
    hear,
    ask,
    submit: (envelope) => ask({ type: 'SubmitTransaction', requestId: 'submit', envelope }),
    deliver: (certificate) => ask({ type: 'SubmitCertificate', requestId: 'deliver', certificate }),
  };
}

function answerIn(effects: readonly Effect<unknown>[]): Result {
  const results = effects.flatMap((effect) => (effect.type === 'Reply' ? [effect.result] : []));
  const [result] = results;
  if (result === undefined || results.length > 1) {
    throw new Error(`expected one answer, got ${results.length}`);
  }
  return result;
}

/** Brings up a validator that holds alice's account at nonce 0 under a lock. */
export function createLockedValidator(
  lock: Account['lock'],
  options: Pick<TestValidatorOptions, 'genesis'> = {},
): TestValidator {
  const { store } = createTestValidator(options);
  const account: Account = { nextNonce: 0n, creditCount: 0, lock };
  store.write([{ key: `account/${addressOf('alice')}`, value: account }]);
  return createTestValidator({ ...options, store });
}
