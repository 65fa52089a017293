import {
  type Genesis,
  keyringOf,
  ledgerDigest,
  quorumSize,
  recoverValidator,
  stepValidator,
  VALIDATOR_RULES,
  type ValidatorEnv,
  type ValidatorMessage,
  type ValidatorState,
} from '@quorate/core';
import { createVerifier, loadEd25519, rememberingVerifier, type Signer } from '@quorate/crypto';
import {
  NATIVE_TOKEN_ID,
  type TokenId,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, certificateBy, committeeOf, signerOf } from '@quorate/testkit';
import type { NaiveGenesis, Verdict } from './naive-ledger.ts';

/** When these tests take place: nanoseconds since the Unix epoch. */
export const START = 1_700_000_000_000_000_000n;
const VERIFIER = rememberingVerifier(createVerifier(loadEd25519()), { capacity: 50_000 });
const SIGNER = VERIFIER.rememberingSigner(signerOf('v1'));
const ENV: ValidatorEnv = {
  now: START,
  signer: SIGNER,
  verifier: VERIFIER,
  rules: VALIDATOR_RULES,
  keys: keyringOf(SIGNER),
};

/** Lists the accounts that send in these tests; each starts with 1,000 native least units. */
export const ACCOUNTS = ['alice', 'bob', 'carol', 'dave'] as const;
// Native least units.
const FUNDS = 1000n;

/** Names a token in which the fee is 0 wherever there is a fee table; nobody has created it. */
export const FREE_TOKEN = '0f'.repeat(32) as TokenId;

/** What differs from one ledger under test to the next. */
export interface Setting {
  readonly committeeSize: number;
  /** Native least units for each transaction; undefined is no fee table. */
  readonly fee: bigint | undefined;
  /**
   * The token in which releases without the field pay: the native one, or one in which the fee is
   * 0.
   */
  readonly defaultFeeToken: TokenId;
  readonly acceptsUnversioned: boolean;
}

/** A ledger of the core behind the same few questions as the naive one. */
export interface CoreLedger {
  state(): ValidatorState;
  digest(): bigint;
  /** Takes one step and gives all that comes of it. */
  hear(message: ValidatorMessage): Effects;
  /** Submits to one validator of the committee (rules V1 to V9). */
  submit(envelope: TransactionEnvelope): Verdict;
  /** Delivers to the same validator (rules S1 to S7). */
  settle(certificate: TransactionCertificate): Verdict;
  /** Gives a ledger that starts from the present state of this one. */
  fork(): CoreLedger;
}

/** What a validator wants done after one message. */
export type Effects = ReturnType<typeof stepValidator>['effects'];

/** Looks at what one message did. */
export type Observer = (before: ValidatorState, effects: Effects, after: ValidatorState) => void;

/** Brings up validator `v1` of a new network. */
export function createCoreLedger(setting: Setting, observe?: Observer): CoreLedger {
  const { state } = recoverValidator(coreGenesis(setting), [], ENV.keys);
  return coreLedgerFrom(state, observe);
}

/** Gives the same start to the naive ledger. */
export function naiveGenesis({ fee, ...setting }: Setting): NaiveGenesis {
  return {
    networkId: 'fast:localnet',
    ...setting,
    balances: new Map(ACCOUNTS.map((name) => [addressOf(name), FUNDS])),
    fees: new Map(fee === undefined ? [] : feeAmounts(fee)),
    feeAccount: addressOf('fees'),
  };
}

/** Forms a certificate with as many signatures as a quorum of the committee needs. */
export function certify(
  envelope: TransactionEnvelope,
  { committeeSize }: Pick<Setting, 'committeeSize'>,
): TransactionCertificate {
  const signers = committeeOf(committeeSize).slice(0, quorumSize(committeeSize));
  return certificateBy(signers.map(remembered), envelope);
}

/** Gives a fixture's signer, whose signatures verify without arithmetic in these tests. */
export function remembered(signer: Signer): Signer {
  return VERIFIER.rememberingSigner(signer);
}

function coreGenesis({ committeeSize, fee, defaultFeeToken, ...setting }: Setting): Genesis {
  const members = committeeOf(committeeSize).map(({ address }, index) => ({
    validator: { address, host: `v${index + 1}`, rpcPort: 0 },
    operator: addressOf(`operator${index + 1}`),
  }));
  const amounts = fee === undefined ? undefined : Object.fromEntries(feeAmounts(fee));
  const account = addressOf('fees');
  return {
    networkId: 'fast:localnet',
    ...setting,
    committee: { epoch: 0, members },
    accounts: ACCOUNTS.map((name) => ({ address: addressOf(name), balance: FUNDS })),
    fees: amounts && { amounts, defaultToken: defaultFeeToken, account },
    genesisTimeNanos: START,
    minRequestAgeNanos: 0n,
  };
}

function feeAmounts(fee: bigint): readonly (readonly [TokenId, bigint])[] {
  return [
    [NATIVE_TOKEN_ID, fee],
    [FREE_TOKEN, 0n],
  ];
}

function coreLedgerFrom(beginning: ValidatorState, observe?: Observer): CoreLedger {
  let state = beginning;
  const hear = (message: ValidatorMessage) => {
    const step = stepValidator(state, { type: 'Message', from: 'tester', message }, ENV);
    observe?.(state, step.effects, step.state);
    state = step.state;
    return step.effects;
  };
  return {
    state: () => state,
    digest: () => ledgerDigest(state.ledger),
    hear,
    submit: (envelope) => verdictIn(hear(submission(envelope))),
    settle: (certificate) => verdictIn(hear(delivery(certificate))),
    fork: () => coreLedgerFrom(state, observe),
  };
}

/** Writes the message that submits a transaction. */
export function submission(envelope: TransactionEnvelope): ValidatorMessage {
  return { type: 'SubmitTransaction', requestId: 'submit', envelope };
}

/** Writes the message that delivers a certificate. */
export function delivery(certificate: TransactionCertificate): ValidatorMessage {
  return { type: 'SubmitCertificate', requestId: 'deliver', certificate };
}

function verdictIn(effects: Effects): Verdict {
  const answer = effects.find((effect) => effect.type === 'Reply');
  if (answer === undefined) throw new Error('a validator answers everything that it hears');
  return answer.result.type === 'Rejected' ? answer.result.rejection.code : 'ok';
}
