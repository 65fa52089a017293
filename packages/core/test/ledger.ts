import {
  type Address,
  factsOf,
  type MissingDependency,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type Rejection,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import type { Genesis } from '../src/genesis.ts';
import {
  applyChanges,
  balanceKey,
  type EscrowJob,
  type Ledger,
  NEW_ACCOUNT,
  type TokenDescription,
} from '../src/ledger/ledger.ts';
import type { Result } from '../src/message.ts';
import { recoverValidator } from '../src/validator/recover.ts';
import type { Delivery, Settlement } from '../src/validator/rule-types.ts';
import { VALIDATOR_RULES } from '../src/validator/rules.ts';
import type { ValidatorState } from '../src/validator/state.ts';
import { genesis } from './genesis.ts';
import { transaction } from './payments.ts';
import { validatorEnv } from './validator.ts';

const ENV = validatorEnv();
const UNSIGNED = { kind: 'MultiSig', signatures: [] } as const;

/** What a transaction says besides its operations. */
export type Header = Parameters<typeof transaction>[1];

/**
 * A ledger on which tests try operations under the rules of a validator: V6, V7, S4 and S5.
 *
 * Nothing is signed and each transaction has its sender's next nonce, so that a test is only about
 * what operations do. `from` is the name of a fixture or an address.
 */
export interface TestLedger {
  state(): ValidatorState;
  /** Gives the refusal of admission (V6, then V7); undefined if there is none. */
  refusal(from: string, operations: readonly Operation[], header?: Header): Rejection | undefined;
  /** Lists what a certificate would lack here (S4). */
  missing(from: string, operations: readonly Operation[]): readonly MissingDependency[];
  /** Settles a certificate, whatever admission says (S5). */
  settle(from: string, operations: readonly Operation[], header?: Header): Settlement;
  /** Admits and settles one operation; gives the id of what it creates. */
  execute(from: string, operation: Operation): string;
  balance(of: string, tokenId?: string): bigint;
  supply(tokenId?: string): bigint;
  token(tokenId: string): TokenDescription | undefined;
  job(jobId: string): EscrowJob | undefined;
}

/** Gives the id that the operation at a position of a transaction creates. */
export function idOf(from: string, nonce: bigint, index = 0): string {
  return operationId(accountOf(from), nonce, index);
}

/** Creates a ledger in its genesis state. */
export function createTestLedger(overrides: Partial<Genesis> = {}): TestLedger {
  let { state } = recoverValidator(genesis(overrides), []);
  const ledger = (): Ledger => state.ledger;
  const delivery = (from: string, operations: readonly Operation[], header: Header = {}) =>
    deliveryOf(state, accountOf(from), transaction(operations, header));
  const refusal: TestLedger['refusal'] = (from, operations, header) => {
    const submission = delivery(from, operations, header);
    const { V6, V7 } = VALIDATOR_RULES.submission;
    return rejectionIn(V6(submission) ?? V7(submission));
  };
  const settle: TestLedger['settle'] = (from, operations, header) => {
    const settlement = VALIDATOR_RULES.settle(delivery(from, operations, header));
    state = { ...state, ledger: applyChanges(ledger(), settlement.changes) };
    return settlement;
  };
  return {
    state: () => state,
    refusal,
    missing: (from, operations) => {
      const rejection = rejectionIn(VALIDATOR_RULES.settlement.S4(delivery(from, operations)));
      return rejection?.code === 'MissingDependency' ? rejection.missing : [];
    },
    settle,
    execute: (from, operation) => {
      const rejection = refusal(from, [operation]);
      if (rejection !== undefined) throw new Error(`refused with ${rejection.code}`);
      settle(from, [operation]);
      return idOf(from, nextNonce(ledger(), accountOf(from)) - 1n);
    },
    balance: (of, tokenId = NATIVE_TOKEN_ID) =>
      ledger().balance.get(balanceKey(accountOf(of), tokenId as typeof NATIVE_TOKEN_ID)) ?? 0n,
    supply: (tokenId = NATIVE_TOKEN_ID) => ledger().token.get(tokenId)?.supply ?? 0n,
    token: (tokenId) => ledger().token.get(tokenId)?.description,
    job: (jobId) => ledger().job.get(jobId),
  };
}

function deliveryOf(
  state: ValidatorState,
  sender: Address,
  unsigned: ReturnType<typeof transaction>,
): Delivery {
  const nonce = nextNonce(state.ledger, sender);
  const versioned = {
    release: 'Release20260508',
    transaction: { ...unsigned.transaction, sender, nonce },
  } as TransactionEnvelope['transaction'];
  const config = { authorizedSigners: [], quorum: 0n, nonce: 0n };
  const envelope = { transaction: versioned, signature: { ...UNSIGNED, config } };
  const facts = factsOf(versioned);
  const account = state.ledger.account.get(sender) ?? NEW_ACCOUNT;
  const certificate = { envelope, signatures: [] };
  return {
    state,
    env: ENV,
    envelope,
    facts,
    transaction: facts.transaction,
    account,
    certificate,
  };
}

function accountOf(name: string): Address {
  return /^[0-9a-f]{64}$/.test(name) ? (name as Address) : addressOf(name);
}

function nextNonce(ledger: Ledger, account: Address): bigint {
  return ledger.account.get(account)?.nextNonce ?? 0n;
}

function rejectionIn(result: Result | undefined): Rejection | undefined {
  return result?.type === 'Rejected' ? result.rejection : undefined;
}
