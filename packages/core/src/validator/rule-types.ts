import type {
  Signature,
  TokenId,
  Transaction,
  TransactionCertificate,
  TransactionEnvelope,
  TransactionFacts,
} from '@quorate/protocol';
import type { Persist, Reply, StoreWrite } from '../effect.ts';
import type { Env } from '../env.ts';
import type { Keyring } from '../handover/keyring.ts';
import type { HandoverRules } from '../handover/rule-types.ts';
import type { Account, RecordChange } from '../ledger/ledger.ts';
import type { OperationTable } from '../ledger/operations/operation-table.ts';
import type { Scratch } from '../ledger/scratch.ts';
import type { EncodedEnvelope, Result } from '../message.ts';
import type { SignatureRules } from '../verification/signature-rules.ts';
import type { ValidatorState } from './state.ts';

/** What the step of a validator may use. */
export interface ValidatorEnv extends Env<ValidatorRules> {
  /** All validator keys of the operator. `signer` holds the key of the epoch that it serves in. */
  readonly keys: Keyring;
}

/** A submission under check. */
export interface Submission {
  readonly state: ValidatorState;
  readonly env: ValidatorEnv;
  readonly envelope: TransactionEnvelope;
  readonly facts: TransactionFacts;
  readonly transaction: Transaction;
  readonly account: Account;
  /** Whether nothing is to be signed, so that the sender's signature may be absent (rule P5). */
  readonly isDryRun?: boolean;
}

/** A certificate under check. */
export interface Delivery extends Submission {
  readonly certificate: TransactionCertificate;
}

/** What settling a certificate changes, and the tokens that it creates. */
export interface Settlement {
  readonly changes: readonly RecordChange[];
  readonly rows: readonly StoreWrite[];
  readonly createdTokens: readonly TokenId[];
}

/** Checks one rule. Undefined means that it holds; anything else is the answer to give. */
export type Check<Subject> = (subject: Subject) => Result | undefined;

/**
 * The rules of a validator, one entry each, named by their numbers in ledger.md.
 *
 * A faulty validator for a test is this table with one entry replaced. No validator code branches
 * on being tested.
 */
export interface ValidatorRules {
  /** How many validators of a committee of a given size make a quorum. */
  readonly quorum: (size: number) => number;
  /** V1: decodes an envelope from its canonical form; throws a DecodeError for any other form. */
  readonly decode: (encoded: EncodedEnvelope) => TransactionEnvelope;
  /** V1 to V7, checked in the order of the keys. */
  readonly submission: Readonly<
    Record<'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7', Check<Submission>>
  >;
  /** V3, V6 and S1: what makes a signature count. */
  readonly signatures: SignatureRules;
  /** V1 to V7: what remains of the account after a refusal. A correct validator changes nothing. */
  readonly refuse: (submission: Submission) => Account;
  /** V10: the bytes that a validator signs. */
  readonly signedBytes: (facts: TransactionFacts) => Uint8Array;
  /** V8: the account, locked on the transaction that is being signed. */
  readonly takeLock: (submission: Submission, signature: Signature) => Account;
  /** The order of write and answer: V8 for a lock, S5 for a settlement. */
  readonly order: Readonly<
    Record<'V8' | 'S5', (persist: Persist, answer: Reply) => readonly (Persist | Reply)[]>
  >;
  /** S1 to S4, C8 and C2, checked in the order of the keys. */
  readonly settlement: Readonly<Record<'S1' | 'S2' | 'S3' | 'C8' | 'S4' | 'C2', Check<Delivery>>>;
  /** S5: the whole effect of a certificate, as one atomic write. */
  readonly settle: (delivery: Delivery) => Settlement;
  /** S5: the parts of that effect. */
  readonly effects: SettlementEffects;
  /** C4 to C6: how one committee hands over to the next. */
  readonly handover: HandoverRules;
  /** V6, S4 and S5, per kind of operation. */
  readonly operations: OperationTable;
  /** Whether the certificate of a transaction may ever be pruned. */
  readonly mayPrune: (transaction: Transaction) => boolean;
}

/** The parts of the effect of a certificate (rule S5). */
interface SettlementEffects {
  /** The effects of its operations. */
  readonly operations: (delivery: Delivery, scratch: Scratch) => void;
  /** V7: the payment of the fee. */
  readonly fee: (delivery: Delivery, scratch: Scratch) => void;
  /** The next nonce and the lock of the sender. */
  readonly account: (delivery: Delivery, before: Account) => Account;
  /** The store rows besides ledger records. */
  readonly rows: (delivery: Delivery, scratch: Scratch) => readonly StoreWrite[];
}

/** Runs the checks in order and gives the first answer. */
export function firstAnswer<Subject>(
  checks: Readonly<Record<string, Check<Subject>>>,
  subject: Subject,
): Result | undefined {
  for (const rule in checks) {
    const answer = checks[rule]?.(subject);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
